/**
 * The metrics of carriers: which of them are up, what they answer, and what they report later.
 *
 * 1. Answers and reports come for every part of every message: they are counted in plain numbers, and become metrics
 *    when somebody asks for these.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Carrier, Outcome, ReportState } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { NAME } from '../telemetry/traffic-names.ts';

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
    label: 'answer',
  });
  const reports = tally(metrics, {
    name: 'trunkline_carrier_reports_total',
    help: 'Receipts and other reports of carriers, by what they said',
    label: 'state',
  });
  return {
    answered(carrier, outcome) {
      // That a call was taken is known once it is over; its report says how.
      if (outcome.kind === 'ended') return;
      const answer = 'why' in outcome ? outcome.why : outcome.kind;
      answers(carrier, answer);
      traffic.countWithReason(carrier, `${NAME.answer} ${answer}`, 'reason' in outcome ? outcome.reason : null);
    },
    reported: reports,
  };
}

/** Rule 1. Returns what counts one more. */
function tally(metrics: Registry, { label, ...of }: { readonly name: string; readonly help: string; label: string }) {
  const counts = new Map<string, Map<string, number>>();
  new Counter({
    ...of,
    labelNames: ['carrier', label],
    registers: [metrics],
    collect() {
      this.reset();
      for (const [carrier, ofCarrier] of counts) {
        for (const [what, count] of ofCarrier) this.inc({ carrier, [label]: what }, count);
      }
    },
  });
  return (carrier: string, what: string): void => {
    const ofCarrier = counts.get(carrier) ?? new Map<string, number>();
    if (ofCarrier.size === 0) counts.set(carrier, ofCarrier);
    ofCarrier.set(what, (ofCarrier.get(what) ?? 0) + 1);
  };
}
