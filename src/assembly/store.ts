/**
 * Opens the store: starts the gateway's own database server where there is one, migrates the schema, registers this
 * node, and reads the keys that seal.
 */
import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Context } from '../context.ts';
import { type CodeSecrets, openCodeSecrets } from '../engine/data/code-secrets.ts';
import { CodeShares } from '../engine/data/code-shares.ts';
import { checkMasterKey } from '../engine/data/master-key.ts';
import { traceOfMessage } from '../engine/telemetry/traced.ts';
import { readVersion } from '../lib/package-root.ts';
import type { Service } from '../lib/service.ts';
import { openDatabase } from '../store/connection/pool.ts';
import type { Database } from '../store/database.ts';
import { findMessage } from '../store/messages/messages.ts';
import type { Owner } from '../store/nodes/owner.ts';
import { createPostgres } from '../store/postgres/supervisor.ts';
import { migrate } from '../store/schema/migrate.ts';
import { createPartitionKeeper } from '../store/schema/partitions.ts';
import { createSearchIndexKeeper } from '../store/schema/search-indexes.ts';
import { openGatewayKey } from '../store/secrets/gateway-key.ts';
import { type AliasOf, openNumberAliases } from '../store/secrets/number-aliases.ts';
import { type Lanes, readLanes } from '../store/sql/lanes.ts';
import { createDatabaseSafety, type DatabaseSafety } from './database-safety.ts';
import { registerThisNode } from './nodes.ts';

export interface StoreOptions {
  readonly context: Context;
  readonly config: Config;
  /** Opens the database; absent: over the network, with the clock of the system. */
  readonly openStore?: (url: string) => Promise<Database>;
  /** The PATH of the process, where PostgreSQL's programs may be. */
  readonly path: string | undefined;
  /** The database that another process of this gateway runs; absent or null: there is none. */
  readonly databaseUrl?: string | null;
}

/** What is known once the store is open. */
export interface OpenStore {
  readonly secrets: Secrets;
  readonly db: Database;
  readonly safety: DatabaseSafety;
  readonly lanes: Lanes;
  readonly owner: Owner;
  readonly aliasOf: AliasOf;
  readonly codeSecrets: CodeSecrets;
  readonly codes: CodeShares;
  /** Of who is let in: seals second factors and proves where the audit log ends. */
  readonly peopleKey: Buffer;
}

/** Starts a service, and stops it with the gateway. */
type Run = (service: Service) => Promise<void>;

export const PARTITIONS_AHEAD_DAYS = 7;

export async function openStore(options: StoreOptions, secrets: Secrets, run: Run): Promise<OpenStore> {
  const { context, config } = options;
  const url = config.database.url ?? options.databaseUrl ?? (await startPostgres(options, run));
  await migrate(context, { url });
  const { poolSize } = config.database;
  // What a node that stalls has locked is free again before the others take over its work.
  const idleInTransactionMs = config.engine.leaseMs / 2;
  const db = await (options.openStore?.(url) ?? openDatabase(context, { url, poolSize, idleInTransactionMs }));
  await run({ name: 'database', start: async () => {}, stop: () => db.close() });
  const { allowUnsafe } = config.database;
  const safety = createDatabaseSafety({ context, db, url, isOwn: config.database.url === null, allowUnsafe });
  await run(safety);
  await run(createPartitionKeeper(context, db, { aheadDays: PARTITIONS_AHEAD_DAYS }));
  await run(createSearchIndexKeeper(context, db, { url }));
  context.traces?.findWith(async (id) => traceOfMessage(await findMessage(db, id)));
  await checkMasterKey(context, db, secrets.masterKey);
  const { leaseMs } = config.engine;
  const owner = await registerThisNode(context, db, { ...secrets, leaseMs, release: await readVersion() });
  const aliasOf = await openNumberAliases(context, db, secrets.masterKey);
  const codeSecrets = await openCodeSecrets(context, db, secrets.masterKey);
  const codes = new CodeShares(context);
  const peopleKey = await openGatewayKey(context, db, secrets.masterKey, 'people');
  return { secrets, db, safety, aliasOf, codeSecrets, codes, peopleKey, lanes: await readLanes(db), owner };
}

async function startPostgres({ context, config, path }: StoreOptions, run: Run): Promise<string> {
  const binDir = config.database.binaries ?? undefined;
  const postgres = createPostgres(context, { dataDir: config.dataDirectory, binDir, path });
  await run(postgres);
  return postgres.url;
}
