/**
 * The callbacks in this node's hands, and which of them may go next.
 *
 * 1. A message has one line. Only its front is sent; the others follow when the one before has been settled.
 * 2. What joins from memory follows right behind a number that is in hand or known to be settled; after a gap it is for
 *    the store to put it in line.
 * 3. Whatever is in hand has a lease. When the front of a line is let go, so is everything behind it.
 */
import type { CallbackRow } from '../../store/callbacks/callback-rows.ts';

interface Held {
  readonly row: CallbackRow;
  /** Monotonic milliseconds. */
  readonly leasedUntil: number;
}

const NONE: readonly CallbackRow[] = [];
const NOTHING_BEHIND = { next: null, left: NONE };

/** Messages whose newest settled number is remembered, twice over. */
const REMEMBERED = 20_000;

export class CallbackLines {
  private readonly held = new Map<string, Held>();
  /** What stands behind the front, for messages of which one is in hand. */
  private readonly lines = new Map<string, CallbackRow[]>();
  private settledNow = new Map<string, number>();
  private settledBefore = new Map<string, number>();

  get size(): number {
    return this.held.size;
  }

  /** What is in hand. */
  rows(): CallbackRow[] {
    return [...this.held.values()].map(({ row }) => row);
  }

  /** One that has just been recorded: to be sent now, put behind another, or left to the store. */
  join(row: CallbackRow, leasedUntil: number): 'front' | 'behind' | 'left' {
    const line = this.lines.get(row.messageId);
    if (line) {
      line.push(row);
      this.held.set(row.id, { row, leasedUntil });
      return 'behind';
    }
    if (row.seq > 1 && this.settledSeq(row.messageId) !== row.seq - 1) return 'left';
    this.claim(row, leasedUntil);
    return 'front';
  }

  /** One that the store says is at the front of its line. False when it is in hand already. */
  claim(row: CallbackRow, leasedUntil: number): boolean {
    const isNew = !this.held.has(row.id);
    this.held.set(row.id, { row, leasedUntil });
    if (!this.lines.has(row.messageId)) this.lines.set(row.messageId, []);
    return isNew;
  }

  has(row: CallbackRow): boolean {
    return this.held.has(row.id);
  }

  /** How much of its lease is left, milliseconds; 0 when it is no longer in hand. */
  leaseLeft(row: CallbackRow, now: number): number {
    const held = this.held.get(row.id);
    return held ? held.leasedUntil - now : 0;
  }

  /** It will not be sent again. Returns the one that follows it; or, when others have to be sent before, lets go. */
  settle(row: CallbackRow): { readonly next: CallbackRow | null; readonly left: readonly CallbackRow[] } {
    this.held.delete(row.id);
    this.remember(row);
    const line = this.lines.get(row.messageId);
    const next = line?.shift() ?? null;
    if (next?.seq === row.seq + 1) return { next, left: NONE };
    this.lines.delete(row.messageId);
    if (!next) return NOTHING_BEHIND;
    const left = [next, ...(line ?? [])];
    for (const each of left) this.held.delete(each.id);
    return { next: null, left };
  }

  /** Lets go of a front and of what stands behind it. */
  drop(row: CallbackRow): void {
    this.held.delete(row.id);
    for (const behind of this.lines.get(row.messageId) ?? []) this.held.delete(behind.id);
    this.lines.delete(row.messageId);
  }

  clear(): void {
    this.held.clear();
    this.lines.clear();
  }

  private settledSeq(messageId: string): number | undefined {
    return this.settledNow.get(messageId) ?? this.settledBefore.get(messageId);
  }

  private remember(row: CallbackRow): void {
    this.settledNow.set(row.messageId, row.seq);
    if (this.settledNow.size < REMEMBERED) return;
    this.settledBefore = this.settledNow;
    this.settledNow = new Map();
  }
}
