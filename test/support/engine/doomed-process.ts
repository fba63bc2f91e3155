/**
 * A process that dies at a step of its work: before a statement, a transaction or its COMMIT, or after it. */
import { type Database, StoreDown, type Transaction } from '../../../src/store/database.ts';
import { TextingCarrier } from '../masking/rig.ts';

export type When = 'before' | 'after';

const DEAD = 'this process is dead';
const READS = /^\s*select\b/;

/** Its store and its carrier go with it. */
export class DoomedProcess {
  readonly db: Database;
  readonly carrier: TextingCarrier;
  isDead = false;
  private steps = Number.POSITIVE_INFINITY;
  private when: When = 'before';
  private countsAll = true;
  private underWay = 0;

  constructor(db: Database) {
    this.db = {
      query: (...args) =>
        this.live(() => db.query(...args), new StoreDown(DEAD), this.countsAll || !READS.test(args[0])),
      transaction: (work) => this.live(() => db.transaction((tx) => work(this.within(tx)))),
      listen: (channel, heard) => db.listen(channel, heard),
      isUp: () => !this.isDead && db.isUp(),
      close: () => db.close(),
    };
    const carrier = new TextingCarrier();
    const submit = carrier.submit.bind(carrier);
    carrier.submit = (...given) => {
      // What a dead one would have been given never left.
      if (!this.isDead) submit(...given);
    };
    this.carrier = carrier;
  }

  /** Its death rolls back what has not been committed. */
  private within(tx: Transaction): Transaction {
    return {
      query: (...args) => this.live(() => tx.query(...args), new Error('it died in a transaction'), this.countsAll),
      // The dead send no COMMIT behind a statement that they did not send.
      commitBehind: () => {
        if (!this.isDead) tx.commitBehind();
      },
    };
  }

  /**
   * It dies at the `step`-th statement or transaction from now on. `what`: `writes` alone, when nothing else makes a
   * difference: after a statement that reads, or one inside of a transaction, nothing stands that did not stand before.
   */
  doom(step: number, when: When, what: 'all' | 'writes' = 'all'): void {
    this.steps = step;
    this.when = when;
    this.countsAll = what === 'all';
  }

  /** It asks for nothing at the moment. */
  get isAtRest(): boolean {
    return this.underWay === 0;
  }

  private async live<T>(work: () => Promise<T>, death: Error = new StoreDown(DEAD), isStep = true): Promise<T> {
    this.underWay += 1;
    try {
      return await this.step(work, death, isStep);
    } finally {
      this.underWay -= 1;
    }
  }

  private async step<T>(work: () => Promise<T>, death: Error, isStep: boolean): Promise<T> {
    if (this.isDead) throw death;
    if (isStep) this.steps -= 1;
    const isLast = isStep && this.steps === 0;
    if (isLast && this.when === 'before') this.isDead = true;
    if (this.isDead) throw death;
    let result: T;
    try {
      result = await work();
    } catch (error) {
      throw this.isDead ? death : error;
    }
    if (isLast) this.isDead = true;
    // What was under way when it died is done, and nobody hears of it.
    if (this.isDead) throw death;
    return result;
  }
}
