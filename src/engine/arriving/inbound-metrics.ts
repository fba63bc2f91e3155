/**
 * What is counted of what people send.
 */
import { Counter, Histogram } from 'prom-client';
import type { Channel } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { InboundKind } from '../../store/messages/inbound-texts.ts';

export interface InboundMetrics {
  /** `seconds`: since it arrived. */
  recorded(channel: Channel, kind: InboundKind, seconds: number): void;
}

export function countInbound({ metrics }: Pick<Context, 'metrics'>): InboundMetrics {
  const pieces = new Counter({
    name: 'trunkline_inbound_total',
    help: 'What people sent, by channel and kind: text, tap, file, location. Not texts to masks.',
    labelNames: ['channel', 'kind'],
    registers: [metrics],
  });
  const seconds = new Histogram({
    name: 'trunkline_inbound_seconds',
    help: 'From the arrival of what somebody sent to its record, with what is told of it.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [metrics],
  });
  return {
    recorded(channel, kind, took) {
      pieces.inc({ channel, kind });
      seconds.observe(took);
    },
  };
}
