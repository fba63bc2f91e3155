/**
 * What /metrics tells of carriers: which of them are up, what they answer, and what they report later.
 *
 * 1. Answers and reports come for every part of every message: they are counted in plain numbers, and become metrics
 *    when somebody asks for these.
 */
import { Counter, Gauge } from 'prom-client';
import type { Carrier, Outcome, ReportState } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';

export interface CarrierMetrics {
  /** What a carrier said to one part of a submit. */
  answered(carrier: string, outcome: Outcome): void;
  /** What it said later of a part, or of a call that is over. */
  reported(carrier: string, state: ReportState): void;
}

export function countCarriers({ metrics }: Context, carriers: readonly Carrier[]): CarrierMetrics {
  const registers = [metrics];
  // A seat says who may bind, and is kept while the carrier is gone: whether it is there is a figure of its own.
  new Gauge({
    name: 'trunkline_carrier_up',
    help: '1 while this node can send by the carrier; 0 while it is down or drained here',
    labelNames: ['carrier', 'channel'],
    registers,
    collect() {
      for (const { name, channel, state } of carriers.map(shown)) this.set({ carrier: name, channel }, state);
    },
  });
  const answers = new Tally();
  new Counter({
    name: 'trunkline_carrier_answers_total',
    help: 'Parts of messages that were submitted, by what the carrier answered',
    labelNames: ['carrier', 'answer'],
    registers,
    collect() {
      this.reset();
      for (const { carrier, what, count } of answers.all()) this.inc({ carrier, answer: what }, count);
    },
  });
  const reports = new Tally();
  new Counter({
    name: 'trunkline_carrier_reports_total',
    help: 'Receipts and other reports of carriers, by what they said',
    labelNames: ['carrier', 'state'],
    registers,
    collect() {
      this.reset();
      for (const { carrier, what, count } of reports.all()) this.inc({ carrier, state: what }, count);
    },
  });
  return {
    answered(carrier, outcome) {
      // That a call was taken is known once it is over; its report says how.
      if (outcome.kind !== 'ended') answers.add(carrier, 'why' in outcome ? outcome.why : outcome.kind);
    },
    reported: (carrier, state) => reports.add(carrier, state),
  };
}

function shown(carrier: Carrier) {
  return { name: carrier.name, channel: carrier.channel, state: carrier.state() === 'up' ? 1 : 0 };
}

class Tally {
  private readonly counts = new Map<string, Map<string, number>>();

  add(carrier: string, what: string): void {
    let of = this.counts.get(carrier);
    if (!of) {
      of = new Map();
      this.counts.set(carrier, of);
    }
    of.set(what, (of.get(what) ?? 0) + 1);
  }

  *all(): Generator<{ readonly carrier: string; readonly what: string; readonly count: number }> {
    for (const [carrier, of] of this.counts) {
      for (const [what, count] of of) yield { carrier, what, count };
    }
  }
}
