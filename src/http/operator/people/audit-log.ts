/**
 * What is written into the audit log, and whether the log still is what was written.
 *
 * 1. An entry is durable before what it tells of is done; what cannot be written down is not done.
 * 2. An entry is never changed: how something ended is an entry of its own, which names the first.
 */
import type { Context } from '../../../context.ts';
import { type AuditEvent, ChainCheck, type ChainReport } from '../../../lib/audit-chain.ts';
import { iso } from '../../../lib/instant.ts';
import type { Database } from '../../../store/database.ts';
import { type AuditRow, appendAudit, readAudit, readAuditHead } from '../../../store/people/audit.ts';

export interface AuditLogOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
  readonly key: Buffer;
}

const PAGE = 500;

export class AuditLog {
  private readonly options: AuditLogOptions;

  constructor(options: AuditLogOptions) {
    this.options = options;
  }

  /** Rejects with StoreDown. Resolves with the place of the entry. */
  append(event: Omit<AuditEvent, 'at'>): Promise<number> {
    const { context, db, key } = this.options;
    return appendAudit(db, key, { ...event, at: context.clock.now() });
  }

  /** Whoever writes meanwhile does not disturb: the end is read when all before it has been. */
  async verify(): Promise<ChainReport> {
    const { db, key } = this.options;
    const { from } = await readAuditHead(db, key);
    const check = new ChainCheck(from);
    const add = (row: AuditRow) => check.add(row, { at: iso(row.at), actor: row.actor, account: row.account });
    for await (const row of this.entries(from.seq)) add(row);
    const head = await readAuditHead(db, key);
    // It was shortened meanwhile.
    if (head.from.seq > from.seq) return this.verify();
    for await (const row of this.entries(check.place.seq)) if (row.seq <= head.end.seq) add(row);
    if (!head.isProven) check.say(head.end.seq, 'the end that the log names was not written by a gateway');
    return check.end(head.end);
  }

  /** In their order, those behind `after`, a page at a time. */
  async *entries(after: number): AsyncGenerator<AuditRow> {
    let place = after;
    for (;;) {
      const rows = await readAudit(this.options.db, { after: place, limit: PAGE });
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) return;
      place = last.seq;
    }
  }
}
