/**
 * What is written into the audit log, and whether the log still is what was written.
 *
 * 1. An entry is durable before what it tells of is done; what cannot be written down is not done.
 * 2. An entry is never changed: how something ended is an entry of its own, which names the first.
 */
import type { Context } from '../../../context.ts';
import { type AuditEvent, ChainCheck, type ChainReport, type Link, NO_LINK } from '../../../lib/audit-chain.ts';
import { iso } from '../../../lib/instant.ts';
import type { Database } from '../../../store/database.ts';
import {
  type AuditFilter,
  type AuditPage,
  type AuditRow,
  appendAudit,
  readAudit,
  readAuditHead,
  readChosenAudit,
} from '../../../store/people/audit.ts';

export interface AuditLogOptions {
  readonly context: Pick<Context, 'clock' | 'hints'>;
  readonly db: Database;
  readonly key: Buffer;
}

/** What was found up to a place. */
export interface ChainPart extends ChainReport {
  /** The place of the newest entry that was let go, and of the last one that the log has: between them it is verified. */
  readonly begin: number;
  readonly end: number;
  /** Where it is gone on; null: all of it has been gone over. */
  readonly next: Link | null;
}

const PAGE = 500;

interface Place {
  readonly after: number;
  readonly limit: number;
}

export class AuditLog {
  private readonly options: AuditLogOptions;

  constructor(options: AuditLogOptions) {
    this.options = options;
  }

  /** Rejects with StoreDown. Resolves with the place of the entry. */
  async append(event: Omit<AuditEvent, 'at'>): Promise<number> {
    const { context, db, key } = this.options;
    const seq = await appendAudit(db, key, { ...event, at: context.clock.now() });
    context.hints.of('audit', String(seq), event.account ?? null);
    return seq;
  }

  /**
   * So many entries behind a place, or all of them. Whoever writes meanwhile does not disturb: the end is read when all
   * before it has been.
   */
  async verify(
    step: { readonly after?: Link | undefined; readonly limit?: number | undefined } = {},
  ): Promise<ChainPart> {
    const { db, key } = this.options;
    const { after = NO_LINK, limit = Number.POSITIVE_INFINITY } = step;
    const { from } = await readAuditHead(db, key);
    // What was let go meanwhile was proven by who let it go.
    const check = new ChainCheck(after.seq > from.seq ? after : from);
    const add = (row: AuditRow) => check.add(row, { at: iso(row.at), actor: row.actor, account: row.account });
    let left = limit;
    for await (const row of this.entries(check.place.seq)) {
      left -= 1;
      if (left < 0) break;
      add(row);
    }
    const head = await readAuditHead(db, key);
    const place = { begin: head.from.seq, end: head.end.seq };
    // It was shortened meanwhile.
    if (head.from.seq > Math.max(from.seq, after.seq)) return this.verify(step);
    if (left < 0) return { ...check.report(), ...place, next: check.place };
    for await (const row of this.entries(check.place.seq)) if (row.seq <= head.end.seq) add(row);
    if (!head.isProven) check.say(head.end.seq, 'the end that the log names was not written by a gateway');
    return { ...check.end(head.end), ...place, next: null };
  }

  /** In their order, those behind `after`, a page at a time; with a filter only what it lets through. */
  async *entries(after: number, filter: AuditFilter | null = null): AsyncGenerator<AuditRow> {
    const { db } = this.options;
    let place: number | null = after;
    while (place !== null) {
      const page: Place = { after: place, limit: PAGE };
      const { rows, lookedTo }: AuditPage = await (filter === null
        ? wholePage(db, page)
        : readChosenAudit(db, filter, page));
      yield* rows;
      place = rows.length < PAGE ? lookedTo : (rows.at(-1)?.seq ?? null);
    }
  }
}

async function wholePage(db: Database, page: Place): Promise<AuditPage> {
  return { rows: await readAudit(db, page), lookedTo: null };
}
