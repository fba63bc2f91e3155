/**
 * What /metrics tells of callbacks.
 */
import { Gauge, Histogram } from 'prom-client';
import type { SendResult } from '../../callbacks/send.ts';
import type { Context } from '../../context.ts';
import { WHOLE } from '../../lib/traffic.ts';
import { tally } from '../telemetry/tally.ts';
import { NAME } from '../telemetry/traffic-names.ts';

export interface CallbackMetrics {
  /** One try has ended, `afterMs` after the event. */
  tried(result: SendResult['kind'], triesBefore: number, afterMs: number): void;
  gaveUp(): void;
}

/** `pending` counts what is owed in the store; null when it cannot be asked. */
export function countCallbacks(
  { metrics, traffic }: Context,
  read: { readonly inHand: () => number; readonly pending: () => Promise<number | null> },
): CallbackMetrics {
  const registers = [metrics];
  const tried = tally(metrics, {
    name: 'trunkline_callback_tries_total',
    help: 'Tries of callbacks, by what came of them',
    labelNames: ['result'],
  });
  const lateness = new Histogram({
    name: 'trunkline_callback_first_try_seconds',
    help: 'From the event to the end of the first try of its callback',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    registers,
  }).labels();
  new Gauge({
    name: 'trunkline_callbacks_in_hand',
    help: 'Callbacks that this node is sending or holds in memory',
    registers,
    collect() {
      this.set(read.inHand());
    },
  });
  new Gauge({
    name: 'trunkline_callbacks_pending',
    help: 'Callbacks that wait in the store, counted up to 100000: not those that a node has had in hand ever since the event',
    // Of several processes of a gateway.
    aggregator: 'max',
    registers,
    async collect() {
      const pending = await read.pending();
      this.set(pending ?? Number.NaN);
    },
  });
  return {
    tried(result, triesBefore, afterMs) {
      tried(result);
      traffic.count(WHOLE, result === 'delivered' ? NAME.callbackDelivered : NAME.callbackFailed);
      if (triesBefore === 0) lateness.observe(afterMs / 1000);
    },
    gaveUp: () => traffic.count(WHOLE, NAME.callbackGivenUp),
  };
}
