/**
 * How many messages a step of a batch makes. Pure.
 *
 * 1. The first step, and each before which somebody else gave this node something to send, makes `LEAST`: so few that
 *    whoever sends meanwhile hardly waits for the transaction.
 * 2. While nobody else sends, each makes twice as many as the one before, up to `MOST`: what a step costs whatever it
 *    holds is shared by more. In turns on two processors a message of a batch took 75 % of the CPU time with steps of 250
 *    that it took with steps of 40, 81 % for the gateway and 60 % for PostgreSQL.
 * 3. Others are those that the worker has not counted as its own (`gives`).
 */

export const LEAST = 40;
/** Whole slices (store/batches/slices.ts). */
export const MOST = 240;
const GROWTH = 2;

export class StepSize {
  private readonly timesGiven: () => number;
  private own = 0;
  private others = Number.NaN;
  private size = LEAST;

  /** `timesGiven`: by whomever, the worker itself among them. */
  constructor(timesGiven: () => number) {
    this.timesGiven = timesGiven;
  }

  /** The worker gives something itself. */
  gives(): void {
    this.own += 1;
  }

  /** Of the step that begins. */
  next(): number {
    const others = this.timesGiven() - this.own;
    this.size = others === this.others ? Math.min(MOST, this.size * GROWTH) : LEAST;
    this.others = others;
    return this.size;
  }
}
