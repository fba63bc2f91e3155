/**
 * Checks at the start, and now and then afterwards, whether the database keeps what it acknowledges
 * (store/schema/safety.ts).
 *
 * 1. The gateway's own database is safe unless somebody has changed its configuration. Then the gateway does not start.
 * 2. An outside server that is not safe stops the start as well, unless `database.allow_unsafe` permits it. It is
 *    logged either way.
 * 3. A gateway that runs is never stopped for it. When another server takes over, or the server's configuration
 *    changes, the log, the metrics and /readyz say so.
 */
import { Gauge } from 'prom-client';
import type { Context } from '../context.ts';
import type { Service } from '../lib/service.ts';
import { Worker } from '../lib/worker.ts';
import { parseAddress } from '../store/connection/address.ts';
import type { Database } from '../store/database.ts';
import { type Finding, readSafety, type Safety } from '../store/schema/safety.ts';

export interface DatabaseSafetyOptions {
  readonly context: Context;
  readonly db: Database;
  readonly url: string;
  /** The gateway's own server, which it starts and stops. */
  readonly isOwn: boolean;
  readonly allowUnsafe: boolean;
}

export interface DatabaseSafety extends Service {
  /** What is not safe, as last seen; the names of the server's settings. */
  unsafeSettings(): string[];
}

const LOOK_EVERY_MS = 600_000;

export function createDatabaseSafety(options: DatabaseSafetyOptions): DatabaseSafety {
  const { context, db, url, isOwn, allowUnsafe } = options;
  const isOfSeveral = parseAddress(url).hosts.length > 1;
  let seen: Safety = { findings: [], settings: {} };
  new Gauge({
    name: 'trunkline_database_unsafe',
    help: '1 for each setting of the database server under which acknowledged messages can be lost.',
    // Of several processes of a gateway.
    aggregator: 'max',
    labelNames: ['setting'],
    registers: [context.metrics],
    collect() {
      this.reset();
      for (const { setting } of unsafe(seen)) this.set({ setting }, 1);
    },
  });

  async function look(): Promise<number> {
    const before = new Set(seen.findings.map(nameOf));
    seen = await readSafety(db, isOfSeveral);
    const news = seen.findings.filter((finding) => !before.has(nameOf(finding)));
    for (const finding of news) tell(context, finding);
    if (before.size > 0 && seen.findings.length === 0) context.log.info(seen.settings, 'the database is safe now');
    return LOOK_EVERY_MS;
  }

  const worker = new Worker({ context, name: 'database safety', work: look, longestSleepMs: LOOK_EVERY_MS });
  return {
    name: 'database safety',
    async start() {
      await look();
      context.log.info(seen.settings, 'the settings on which the safety of the data depends');
      const found = unsafe(seen);
      if (found.length > 0 && (isOwn || !allowUnsafe)) throw new Error(refusal(found, isOwn));
      await worker.start();
    },
    stop: () => worker.stop(),
    unsafeSettings: () => unsafe(seen).map(({ setting }) => setting),
  };
}

function unsafe({ findings }: Safety): Finding[] {
  return findings.filter(({ level }) => level === 'unsafe');
}

function nameOf({ setting, value }: Finding): string {
  return `${setting}=${value}`;
}

function tell({ log }: Context, { level, setting, value, risk, remedy }: Finding): void {
  const facts = { setting, value, risk, remedy };
  if (level === 'unsafe') log.error(facts, 'THE DATABASE IS NOT SAFE: acknowledged messages can be lost');
  else log.warn(facts, 'the database could be safer');
}

function refusal(found: readonly Finding[], isOwn: boolean): string {
  const lines = found.map(
    ({ setting, value, risk, remedy }) => `  ${setting} = ${value}: ${risk}. To mend it: ${remedy}`,
  );
  const end = isOwn
    ? "  This is the gateway's own database: somebody changed it by alter role or alter database."
    : '  To start all the same: database.allow_unsafe: true (TRUNKLINE_ALLOW_UNSAFE_DATABASE=true).';
  return ['the database does not keep what it acknowledges:', ...lines, end].join('\n');
}
