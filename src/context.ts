/**
 * What every part of the gateway is given instead of reaching for it: time, ids, randomness, the log, the metrics.
 * A test hands in its own and thereby owns the clock and repeats the dice.
 */
import { randomBytes } from 'node:crypto';
import { Registry } from 'prom-client';
import { type Clock, systemClock } from './lib/clock.ts';
import { Hints } from './lib/hints.ts';
import { createIds, type Ids } from './lib/ids.ts';
import { createLog, type Log } from './lib/log.ts';
import type { Traces } from './lib/traces.ts';
import { Traffic } from './lib/traffic.ts';

export interface Context {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Bytes from the system's secure source. */
  readonly randomBytes: (size: number) => Buffer;
  readonly log: Log;
  readonly metrics: Registry;
  /** Null unless they are wanted. */
  readonly traces: Traces | null;
  /** What has changed, for whoever watches. */
  readonly hints: Hints;
  /** What passes through this node. */
  readonly traffic: Traffic;
}

export function createContext(options: { logLevel: string } & Partial<Context>): Context {
  const clock = options.clock ?? systemClock();
  const bytes = options.randomBytes ?? pooledRandomBytes();
  return {
    clock,
    randomBytes: bytes,
    ids: options.ids ?? createIds(() => clock.now(), bytes),
    log: options.log ?? createLog(options.logLevel, undefined, options.traces),
    metrics: options.metrics ?? new Registry(),
    traces: options.traces ?? null,
    hints: options.hints ?? new Hints(clock),
    traffic: options.traffic ?? new Traffic(),
  };
}

/** One call into the system's source serves some hundred ids: asking it for 8 bytes costs as much as for 4096. */
function pooledRandomBytes(): (size: number) => Buffer {
  const POOL_BYTES = 4096;
  let pool = randomBytes(POOL_BYTES);
  let used = 0;
  return (size) => {
    if (size > POOL_BYTES / 4) return randomBytes(size);
    if (used + size > POOL_BYTES) {
      pool = randomBytes(POOL_BYTES);
      used = 0;
    }
    used += size;
    return pool.subarray(used - size, used);
  };
}
