/**
 * What is counted of texts to masks.
 */
import { Counter, Histogram } from 'prom-client';
import type { Context } from '../../context.ts';

export interface RelayMetrics {
  readonly texts: Counter<'fate'>;
  readonly seconds: Histogram;
}

export function createRelayMetrics({ metrics }: Pick<Context, 'metrics'>): RelayMetrics {
  return {
    texts: new Counter({
      name: 'trunkline_texts_to_masks_total',
      help: 'Texts to masks, by what became of them: relayed, or why not.',
      labelNames: ['fate'],
      registers: [metrics],
    }),
    seconds: new Histogram({
      name: 'trunkline_relay_seconds',
      help: 'From the arrival of a text at a mask to the record of the message that relays it.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [metrics],
    }),
  };
}
