/**
 * What a process knows of the batches that it holds (holds.ts): of which all rows are over, or have a time of their own.
 * Nothing is left to lift of such a batch, and who holds it removes it.
 *
 * 1. A batch is known from before its COMMIT on. It is done when a change of each of its rows has committed after which
 *    that is no longer held. Nothing makes a row held again.
 * 2. What is not known costs time, and nothing else: a batch that is not removed is lifted at its time. So one whose time
 *    has come is forgotten.
 */

/** The key of a batch. */
export interface Batch {
  /** Epoch milliseconds. */
  readonly until: number;
  readonly id: string;
  readonly bucket: number;
}

interface Known {
  readonly batch: Batch;
  /** How many of its rows are held. */
  left: number;
}

export class HeldRows {
  /** By row; the oldest first. */
  private readonly known = new Map<string, Known>();
  private done: Batch[] = [];

  /** How many rows are held, as far as this process knows. */
  get size(): number {
    return this.known.size;
  }

  /**
   * In the transaction that writes the batch. Rows that are written once more were in a try of which it is not known
   * whether it stands, perhaps under the same key with others: neither batch is ever done.
   */
  begin(batch: Batch, rows: ReadonlyArray<{ readonly id: string }>): void {
    const isAgain = rows.some(({ id }) => this.known.has(id));
    const known: Known = { batch, left: isAgain ? Number.POSITIVE_INFINITY : rows.length };
    for (const { id } of rows) this.known.set(id, known);
  }

  /** The row is no longer held. */
  over(id: string): void {
    const known = this.known.get(id);
    if (!known) return;
    this.known.delete(id);
    known.left -= 1;
    if (known.left === 0) this.done.push(known.batch);
  }

  /** The batches that are done; each is named once. */
  takeDone(now: number): readonly Batch[] {
    for (const [id, { batch }] of this.known) {
      if (batch.until > now) break;
      this.known.delete(id);
    }
    const { done } = this;
    this.done = [];
    return done.filter(({ until }) => until > now);
  }
}
