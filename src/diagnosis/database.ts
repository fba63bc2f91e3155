/**
 * What a diagnosis says of the database: its server, whether it keeps what it acknowledges, its clock, room for
 * connections, partitions for the days to come, and what is sealed in it.
 */
import type { Context } from '../context.ts';
import { countBrokenKeys } from '../engine/data/master-key.ts';
import { type Check, fail, ok, sizeText, warn } from '../lib/checks.ts';
import { DAY_MS } from '../lib/durations.ts';
import { bindsRows, type MasterKey, masterKeyId, sealHead } from '../lib/sealed.ts';
import type { Queryable } from '../store/database.ts';
import { listPartitions } from '../store/schema/partitions.ts';
import { readSafety } from '../store/schema/safety.ts';
import { readServerFacts, type ServerFacts } from '../store/schema/server-facts.ts';
import { countOtherSeals } from '../store/secrets/sealed-values.ts';

export interface DatabaseQuestion {
  readonly context: Context;
  readonly db: Queryable;
  readonly masterKey: MasterKey;
  /** DATABASE_URL names several servers. */
  readonly isOfSeveral: boolean;
  /** Connections that this node opens at most. */
  readonly poolSize: number;
}

const OLDEST_MAJOR = 15;
const CLOCKS_MAY_DIFFER_MS = 2_000;
const CLOCKS_MUST_NOT_DIFFER_MS = 60_000;
const WAL_WARN_BYTES = 8 * 1024 ** 3;
const LEAST_DAYS_AHEAD = 3;

/** What can be told of an empty database, too. Rejects with StoreDown. */
export async function checkServer(question: DatabaseQuestion): Promise<Check[]> {
  const { context, db, isOfSeveral, poolSize } = question;
  const askedAt = context.clock.now();
  const facts = await readServerFacts(db);
  const answeredAt = context.clock.now();
  const safety = await readSafety(db, isOfSeveral);
  return [
    serverCheck(facts),
    ...safety.findings.map(({ level, setting, value, risk, remedy }) =>
      (level === 'unsafe' ? fail : warn)('database: safety', `${setting} is '${value}': ${risk}`, remedy),
    ),
    ...(safety.findings.length === 0 ? [ok('database: safety', 'what it acknowledges survives a crash')] : []),
    clockCheck(facts.clock - (askedAt + answeredAt) / 2),
    connectionCheck(facts, poolSize),
    walCheck(facts),
  ];
}

/** What is kept in it. Rejects with StoreDown, and where the tables are not there or are not ours. */
export async function checkKept({ context, db, masterKey }: DatabaseQuestion): Promise<Check[]> {
  return [await partitionCheck(db, context.clock.now()), await masterKeyCheck(db, masterKey)];
}

function serverCheck({ version, major, databaseBytes, standbys }: ServerFacts): Check {
  const name = 'database: server';
  if (major < OLDEST_MAJOR) return fail(name, `PostgreSQL ${version}`, `move to PostgreSQL ${OLDEST_MAJOR} or newer`);
  const followed = standbys === 0 ? '' : `, followed by ${standbys} standby server${standbys === 1 ? '' : 's'}`;
  return ok(name, `PostgreSQL ${version}, ${sizeText(databaseBytes)}${followed}`);
}

function clockCheck(aheadMs: number): Check {
  const name = 'clock';
  const apart = Math.abs(aheadMs);
  const says = `the database's clock is ${(apart / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ours`;
  const todo = 'run an NTP client (chrony, systemd-timesyncd) on both machines';
  if (apart > CLOCKS_MUST_NOT_DIFFER_MS) return fail(name, says, todo);
  if (apart > CLOCKS_MAY_DIFFER_MS) return warn(name, says, todo);
  return ok(name, 'the same as that of the database');
}

function connectionCheck({ connections, mostConnections }: ServerFacts, poolSize: number): Check {
  const name = 'database: connections';
  const says = `${connections} of ${mostConnections} in use`;
  const free = mostConnections - connections;
  if (free <= 0) return fail(name, says, 'raise max_connections, or lower database.pool_size');
  if (free < poolSize) {
    return warn(name, `${says}: not enough for one more node`, 'raise max_connections, or lower database.pool_size');
  }
  return ok(name, says);
}

function walCheck({ walBytes }: ServerFacts): Check {
  const name = 'database: write-ahead log';
  if (walBytes === null) return ok(name, 'its size is not shown to this user');
  if (walBytes < WAL_WARN_BYTES) return ok(name, sizeText(walBytes));
  return warn(name, sizeText(walBytes), 'look for a replication slot that nobody reads, or an archive that fails');
}

async function partitionCheck(db: Queryable, now: number): Promise<Check> {
  const name = 'database: partitions';
  const todo = 'look in the log for "partitions": the gateway makes them every hour and says what stops it';
  const ends = new Map<string, number>();
  for (const { table, toMs } of await listPartitions(db)) ends.set(table, Math.max(ends.get(table) ?? 0, toMs));
  if (ends.size === 0) return fail(name, 'there are none', todo);
  const days = Math.floor((Math.min(...ends.values()) - now) / DAY_MS);
  if (days < 1) return fail(name, 'there are none for tomorrow', todo);
  const says = `there are some for the next ${days} days`;
  return days < LEAST_DAYS_AHEAD ? warn(name, says, todo) : ok(name, says);
}

async function masterKeyCheck(db: Queryable, masterKey: MasterKey): Promise<Check> {
  const name = 'master key';
  const id = masterKeyId(masterKey);
  const { broken, of } = await countBrokenKeys(db, masterKey);
  if (broken > 0) {
    const todo = 'give the gateway the key under which they were sealed as TRUNKLINE_OTHER_MASTER_KEY';
    return fail(name, `${id} does not open ${broken} of the newest ${of} API keys`, todo);
  }
  const others = await countOtherSeals(db, sealHead(masterKey));
  if (others > 0) {
    const says = `${others} values are not sealed under ${id}`;
    return warn(name, says, 'run "trunkline key rotate-master", which may be done at any time');
  }
  if (bindsRows(masterKey)) return ok(name, `${id} opens what is sealed`);
  const says = `${id} is of an earlier release: what is sealed opens in any row, not only in its own`;
  return warn(name, says, 'replace it by one that binds (docs/operate.md, "Another master key")');
}
