/**
 * The metrics of carriers: which of them are up, what they answer, and what they report later.
 */
import { Gauge } from 'prom-client';
import type { Carrier, Outcome, ReportState } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { tally } from '../telemetry/tally.ts';
import { nameOfAnswer } from '../telemetry/traffic-names.ts';

export interface CarrierMetrics {
  /** What a carrier said to one part of a submit. */
  answered(carrier: string, outcome: Outcome): void;
  /** What it said later of a part, or of a call that is over. */
  reported(carrier: string, state: ReportState): void;
}

export function countCarriers({ metrics, traffic }: Context, carriers: readonly Carrier[]): CarrierMetrics {
  // A seat says who may bind, and is kept while the carrier is gone: whether it is there is a figure of its own.
  new Gauge({
    name: 'trunkline_carrier_up',
    help: '1 while this node can send by the carrier; 0 while it is down or drained here',
    // Of several processes of a gateway.
    aggregator: 'max',
    labelNames: ['carrier', 'channel'],
    registers: [metrics],
    collect() {
      // They come and go.
      this.reset();
      for (const carrier of carriers) {
        this.set({ carrier: carrier.name, channel: carrier.channel }, carrier.state() === 'up' ? 1 : 0);
      }
    },
  });
  const answers = tally(metrics, {
    name: 'trunkline_carrier_answers_total',
    help: 'Parts of messages that were submitted, by what the carrier answered',
    labelNames: ['carrier', 'answer'],
  });
  const reports = tally(metrics, {
    name: 'trunkline_carrier_reports_total',
    help: 'Receipts and other reports of carriers, by what they said',
    labelNames: ['carrier', 'state'],
  });
  return {
    answered(carrier, outcome) {
      // That a call was taken is known once it is over; its report says how.
      if (outcome.kind === 'ended') return;
      const answer = 'why' in outcome ? outcome.why : outcome.kind;
      answers(carrier, answer);
      traffic.countWithReason(carrier, nameOfAnswer(answer), 'reason' in outcome ? outcome.reason : null);
    },
    reported: reports,
  };
}
