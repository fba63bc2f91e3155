/**
 * The figures of calls in /metrics.
 */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { PassedOver } from './transport/port-guard.ts';
import type { CallOver, FromVoice } from './voice/voice-messages.ts';

export interface CallMetrics {
  progress(stage: Extract<FromVoice, { type: 'progress' }>['stage'], afterMs: number): void;
  over(over: CallOver): void;
  /** Nobody was called, since what the call says could not be spoken. */
  unspoken(): void;
  packets(counts: Readonly<Record<string, number>>): void;
  byesFailed(trunk: string, count: number): void;
  /** `trunk`: null for who is no trunk. */
  passedOver(trunk: string | null, what: PassedOver, count: number): void;
}

interface Shared extends CallMetrics {
  readonly underWay: Array<() => number>;
}

/** There from the start, so that an alarm sees the first one. */
const UNSPOKEN = { cause: 'unspoken', trunk: 'none' };

/** Several carriers of one gateway count together. */
const shared = new WeakMap<Registry, Shared>();

/** `underWay`: how many calls this carrier has. */
export function countCalls(metrics: Registry, underWay: () => number): CallMetrics {
  const counted = shared.get(metrics) ?? createMetrics(metrics);
  shared.set(metrics, counted);
  counted.underWay.push(underWay);
  return counted;
}

function createMetrics(metrics: Registry): Shared {
  const registers = [metrics];
  const underWay: Array<() => number> = [];
  new Gauge({
    name: 'trunkline_calls_under_way',
    help: 'Calls that are being placed, ring or speak',
    registers,
    collect() {
      this.set(underWay.reduce((sum, count) => sum + count(), 0));
    },
  });
  const calls = new Counter({
    name: 'trunkline_calls_total',
    help: 'Calls that are over, by how they ended and the trunk that was used last',
    labelNames: ['cause', 'trunk'],
    registers,
  });
  calls.inc(UNSPOKEN, 0);
  const answered = new Counter({
    name: 'trunkline_calls_answered_total',
    help: 'Calls that were answered; with all calls the answer rate',
    labelNames: ['trunk'],
    registers,
  });
  const byes = new Counter({
    name: 'trunkline_byes_failed_total',
    help: 'BYEs that a trunk has refused or not answered, tries of one call included',
    labelNames: ['trunk'],
    registers,
  });
  const stages = new Histogram({
    name: 'trunkline_call_stage_seconds',
    help: 'From handing a call to the voice process to its INVITE, ringing, answer and first spoken packet',
    labelNames: ['stage'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60],
    registers,
  });
  const packets = new Counter({
    name: 'trunkline_rtp_packets_total',
    help: 'Packets of media sent, by how late they were',
    labelNames: ['late'],
    registers,
  });
  const passedOver = new Counter({
    name: 'trunkline_sip_passed_over_total',
    help: 'What was passed over at the SIP port: fields and messages that cannot be read, and who is no trunk',
    labelNames: ['trunk', 'what'],
    registers,
  });
  return {
    underWay,
    progress: (stage, afterMs) => stages.observe({ stage }, afterMs / 1_000),
    over: ({ end }) => {
      const trunk = end.trunk ?? 'none';
      calls.inc({ cause: end.cause, trunk });
      if (end.wasAnswered) answered.inc({ trunk });
    },
    byesFailed: (trunk, count) => byes.inc({ trunk }, count),
    unspoken: () => calls.inc(UNSPOKEN),
    packets: (counts) => {
      for (const [late, count] of Object.entries(counts)) if (count > 0) packets.inc({ late }, count);
    },
    passedOver: (trunk, what, count) => passedOver.inc({ trunk: trunk ?? 'none', what }, count),
  };
}
