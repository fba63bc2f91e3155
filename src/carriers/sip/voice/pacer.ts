/**
 * The beat of all calls: each gets its turn every 20 ms, by one timer for all of them.
 *
 * 1. Turns are at fixed instants, counted from the first one: a late turn does not make the next one late, and nothing
 *    drifts.
 * 2. Calls are spread over four phases of 5 ms, so that many of them do not all send in the same instant.
 * 3. After a hold-up each missed turn is made up for, so that no packet is left out; after a long one
 *    (`LONGEST_DEBT_MS`) the beat starts anew from now on.
 */
import type { Clock, Timer } from '../../../lib/clock.ts';
import { FRAME_MS } from './script.ts';

export interface Paced {
  /** `lateMs`: how long after its instant. */
  turn(lateMs: number): void;
}

const PHASES = 4;
const STEP_MS = FRAME_MS / PHASES;
const LONGEST_DEBT_MS = 500;
/** Timers count whole milliseconds and may fire that much too early. */
const EARLY_MS = 0.5;

export class Pacer {
  private readonly clock: Clock;
  private readonly phases: ReadonlyArray<Set<Paced>> = Array.from({ length: PHASES }, () => new Set<Paced>());
  private timer: Timer | null = null;
  private isRunning = false;
  private startedAt = 0;
  /** How many steps have been taken since. */
  private steps = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Its first turn comes within 20 ms. */
  add(member: Paced): void {
    let least = this.phases[0];
    for (const phase of this.phases) if (least === undefined || phase.size < least.size) least = phase;
    least?.add(member);
    if (this.timer !== null || this.isRunning) return;
    this.startedAt = this.clock.monotonic();
    this.steps = 0;
    this.arm();
  }

  remove(member: Paced): void {
    for (const phase of this.phases) phase.delete(member);
    if (this.timer === null || this.hasMembers()) return;
    this.clock.clearTimer(this.timer);
    this.timer = null;
  }

  private hasMembers(): boolean {
    return this.phases.some(({ size }) => size > 0);
  }

  private arm(): void {
    const dueAt = this.startedAt + this.steps * STEP_MS;
    this.timer = this.clock.setTimer(() => this.run(), Math.max(0, dueAt - this.clock.monotonic()));
  }

  private run(): void {
    this.timer = null;
    this.isRunning = true;
    this.takeTurns();
    this.isRunning = false;
    if (this.hasMembers()) this.arm();
  }

  private takeTurns(): void {
    const debtMs = this.clock.monotonic() - (this.startedAt + this.steps * STEP_MS);
    if (debtMs > LONGEST_DEBT_MS) {
      this.startedAt = this.clock.monotonic();
      this.steps = 0;
    }
    for (;;) {
      const dueAt = this.startedAt + this.steps * STEP_MS;
      const lateMs = this.clock.monotonic() - dueAt;
      if (lateMs < -EARLY_MS) break;
      const phase = this.phases[this.steps % PHASES];
      this.steps += 1;
      // A member may leave in its turn, and so may others.
      for (const member of phase ?? []) member.turn(Math.max(0, lateMs));
    }
  }
}
