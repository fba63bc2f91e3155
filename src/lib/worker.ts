/**
 * A background job: does its work again and again, with a sleep between. It knows nothing of what the work is; the chapter
 * "What runs later" of ARCHITECTURE.md lists all jobs.
 *
 * 1. The normal path never waits for a job: jobs are for timers, for what a node left behind and for what came due while
 *    nobody was there.
 * 2. It sleeps until the next thing that it knows of. Other nodes write rows, too, and wall time may jump: so it either
 *    wakes before long by itself, or is woken by something that does (engine/due/poll.ts).
 * 3. Work that fails is tried again before long, for as long as that takes. A failure that goes on is logged once a minute.
 */
import type { Context } from '../context.ts';
import type { Timer } from './clock.ts';
import type { Service } from './service.ts';

export interface WorkerOptions {
  readonly context: Context;
  readonly name: string;
  /** Does a batch; resolves with the milliseconds until the next one, 0 when there may be more now. */
  readonly work: () => Promise<number>;
  /** The longest that it sleeps; default one second. `Infinity`: until it is woken, or as long as its work says. */
  readonly longestSleepMs?: number;
}

const USUAL_LONGEST_SLEEP_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 500;
const LOG_AGAIN_AFTER_MS = 60_000;

export class Worker implements Service {
  readonly name: string;
  private readonly options: WorkerOptions;
  private timer: Timer | null = null;
  private wakeAt = Number.POSITIVE_INFINITY;
  private running: Promise<void> | null = null;
  private isStopped = true;
  private isWoken = false;
  private nextDelay: number;
  private readonly longestSleepMs: number;
  /** Rule 3: what has been logged of the failure that goes on. */
  private logged: { readonly what: string; readonly at: number } | null = null;

  constructor(options: WorkerOptions) {
    this.options = options;
    this.name = options.name;
    this.longestSleepMs = options.longestSleepMs ?? USUAL_LONGEST_SLEEP_MS;
    this.nextDelay = this.longestSleepMs;
  }

  async start(): Promise<void> {
    this.isStopped = false;
    this.wakeIn(0);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) this.options.context.clock.clearTimer(this.timer);
    this.timer = null;
    await this.running;
  }

  /** Something is due at this wall time. */
  dueAt(at: number): void {
    const delay = at - this.options.context.clock.now();
    if (delay < this.longestSleepMs) this.wakeIn(delay);
  }

  /** Works at once. */
  wake(): void {
    this.wakeIn(0);
  }

  private wakeIn(delayMs: number): void {
    if (this.isStopped) return;
    if (this.running) {
      if (delayMs <= 0) this.isWoken = true;
      else this.nextDelay = Math.min(this.nextDelay, delayMs);
      return;
    }
    if (delayMs === Number.POSITIVE_INFINITY) return;
    const { clock } = this.options.context;
    const at = clock.monotonic() + Math.max(0, delayMs);
    if (this.timer && this.wakeAt <= at) return;
    if (this.timer) clock.clearTimer(this.timer);
    this.wakeAt = at;
    this.timer = clock.setTimer(() => this.run(), Math.max(0, delayMs));
  }

  private run(): void {
    this.timer = null;
    if (this.isStopped || this.running) return;
    this.isWoken = false;
    this.nextDelay = this.longestSleepMs;
    this.running = this.options
      .work()
      .then(
        (delayMs) => {
          this.logged = null;
          return delayMs;
        },
        (error) => {
          this.logOnce(error);
          return PAUSE_AFTER_FAILURE_MS;
        },
      )
      .then((delayMs) => {
        this.running = null;
        this.wakeIn(this.isWoken ? 0 : Math.min(delayMs, this.nextDelay));
      });
  }

  private logOnce(error: unknown): void {
    const { clock, log } = this.options.context;
    const [what, at] = [String(error), clock.monotonic()];
    if (this.logged?.what === what && at < this.logged.at + LOG_AGAIN_AFTER_MS) return;
    this.logged = { what, at };
    log.warn({ err: error }, `${this.name} failed, and tries again`);
  }
}
