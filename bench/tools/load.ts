/**
 * The load: requests over kept-alive connections, either as fast as answers come (closed) or at a rate (open), in which
 * case a latency counts from the moment at which the request was due and not from when a connection was free for it.
 *
 * 1. Every request names other numbers: a prefix and eight digits, counted up.
 * 2. In a closed loop `inFlight` bounds how many may be under way that the bench has not reported as done.
 * 3. It stays on one processor. Each answer wakes it, and the system likes to wake it where the answer was written, in
 *    place of whoever wrote it: a gateway on two processors waited an eighth to a fifth of the time for its own while
 *    the other had nothing to do. Callers are on other machines.
 */
import { HttpConnection } from '../lib/http-connection.ts';
import { monotonicMs, stayOnLastProcessor } from '../lib/system.ts';
import { serve } from '../lib/tool.ts';

export interface LoadPlan {
  readonly port: number;
  readonly connections: number;
  /** Requests a second; 0: as fast as answers come. */
  readonly rate: number;
  /** The request as it goes out, with eight zeros wherever a number is counted up. */
  readonly request: string;
  /** Where counting begins. */
  readonly first?: number;
  /** How far it goes with each request; 1 unless said. */
  readonly step?: number;
  /** At most so many more than have been reported done; 0: no bound. */
  readonly inFlight?: number;
  /** Keep the instant at which each recipient's request left. */
  readonly keepsStarts?: boolean;
}

/** Since the call before. */
export interface LoadWindow {
  readonly sent: number;
  /** Answered 2xx. */
  readonly taken: number;
  readonly refused: number;
  /** Monotonic milliseconds that passed. */
  readonly tookMs: number;
  /** Requests that were due and found no free connection. */
  readonly waiting: number;
  readonly latenciesMs: Float64Array;
  readonly statuses: Readonly<Record<number, number>>;
}

export type LoadHandlers = typeof handlers;

const DIGITS = '00000000';
const TICK_MS = 2;

class Load {
  private readonly plan: LoadPlan;
  private readonly template: Buffer;
  private readonly digitsAt: readonly number[];
  private readonly free: HttpConnection[] = [];
  private readonly all: HttpConnection[] = [];
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  /** Open loop: requests that are due by the plan so far, and those begun. */
  private begun = 0;
  private number: number;
  private taken = 0;
  private done = 0;
  private isStopped = false;
  private idle: () => void = () => {};
  /** By the eight digits: monotonic milliseconds of the system. */
  readonly starts = new Map<string, number>();

  private windowAt = performance.now();
  private window = { sent: 0, taken: 0, refused: 0 };
  private latencies: number[] = [];
  private statuses: Record<number, number> = {};

  constructor(plan: LoadPlan) {
    this.plan = plan;
    this.template = Buffer.from(plan.request, 'latin1');
    this.digitsAt = [...plan.request.matchAll(new RegExp(DIGITS, 'g'))].map(({ index }) => index);
    this.number = plan.first ?? 0;
    for (let count = 0; count < plan.connections; count += 1) this.all.push(new HttpConnection(plan.port));
    this.free.push(...this.all);
    this.timer = setInterval(() => this.pump(), TICK_MS);
    this.pump();
  }

  /** So many of the requests taken have come to their end (rule 2). */
  report(done: number): void {
    this.done = done;
    this.pump();
  }

  mark(): LoadWindow {
    const now = performance.now();
    const result = {
      ...this.window,
      tookMs: now - this.windowAt,
      waiting: this.plan.rate === 0 ? 0 : Math.max(0, this.due() - this.begun),
      latenciesMs: Float64Array.from(this.latencies),
      statuses: this.statuses,
    };
    this.windowAt = now;
    this.window = { sent: 0, taken: 0, refused: 0 };
    this.latencies = [];
    this.statuses = {};
    return result;
  }

  /** Resolves when what is under way has been answered. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    if (this.free.length < this.all.length) {
      await new Promise<void>((resolve) => {
        this.idle = resolve;
      });
    }
    for (const connection of this.all) connection.close();
  }

  get takenInAll(): number {
    return this.taken;
  }

  /** The first request is due at the start and each other one a period after the one before, as `dueAt` counts. */
  private due(): number {
    const { rate } = this.plan;
    return rate === 0 ? Number.POSITIVE_INFINITY : Math.floor(((performance.now() - this.startedAt) * rate) / 1000) + 1;
  }

  private pump(): void {
    if (this.isStopped) return;
    const { inFlight = 0, rate } = this.plan;
    const due = this.due();
    while (this.begun < due) {
      const underWay = this.taken - this.done + (this.all.length - this.free.length);
      if (inFlight > 0 && underWay >= inFlight) return;
      const connection = this.free.pop();
      if (!connection) return;
      const dueAt = rate === 0 ? performance.now() : this.startedAt + (this.begun * 1000) / rate;
      this.begun += 1;
      this.window.sent += 1;
      connection.send(this.nextRequest(), (status) => this.answered(connection, status, dueAt));
    }
  }

  private answered(connection: HttpConnection, status: number, dueAt: number): void {
    this.latencies.push(performance.now() - dueAt);
    if (status >= 200 && status < 300) {
      this.taken += 1;
      this.window.taken += 1;
    } else {
      this.window.refused += 1;
    }
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    this.free.push(connection);
    if (!this.isStopped) this.pump();
    else if (this.free.length === this.all.length) this.idle();
  }

  private nextRequest(): Uint8Array {
    const bytes = Buffer.from(this.template);
    if (this.plan.keepsStarts) this.starts.set(String(this.number).padStart(DIGITS.length, '0'), monotonicMs());
    for (const digitsAt of this.digitsAt) {
      let rest = this.number;
      for (let at = digitsAt + DIGITS.length - 1; rest > 0; at -= 1) {
        bytes[at] = 0x30 + (rest % 10);
        rest = Math.floor(rest / 10);
      }
    }
    this.number = (this.number + (this.plan.step ?? 1)) % 100_000_000;
    return bytes;
  }
}

const loads = new Map<string, Load>();

function load(name: string): Load {
  const found = loads.get(name);
  if (!found) throw new Error(`no load is called ${name}`);
  return found;
}

const handlers = {
  start({ name, plan }: { readonly name: string; readonly plan: LoadPlan }): void {
    loads.set(name, new Load(plan));
  },
  mark: (name: string): LoadWindow => load(name).mark(),
  report({ name, done }: { readonly name: string; readonly done: number }): number {
    load(name).report(done);
    return load(name).takenInAll;
  },
  starts: (name: string): Map<string, number> => load(name).starts,
  async stop(name: string): Promise<number> {
    const stopping = load(name);
    await stopping.stop();
    return stopping.takenInAll;
  },
};

stayOnLastProcessor();
serve(handlers);
