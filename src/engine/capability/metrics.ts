/**
 * What the metrics say about questions what recipients can be sent.
 */
import { Counter, type Registry } from 'prom-client';
import { CAPABILITY } from './codes.ts';

export type AnsweredFrom = 'memory' | 'store' | 'carrier';

export interface CapabilityMetrics {
  answered(from: AnsweredFrom, code: number): void;
  skipped(): void;
}

const NAMES: Readonly<Record<number, string>> = {
  [CAPABILITY.supported]: 'supported',
  [CAPABILITY.notSupported]: 'not_supported',
  [CAPABILITY.notCovered]: 'not_covered',
  [CAPABILITY.failed]: 'failed',
};

export function countCapabilities(registry: Registry): CapabilityMetrics {
  const answers = new Counter({
    name: 'trunkline_capability_answers_total',
    help: 'Questions what a recipient can be sent, by where the answer came from and what it said.',
    labelNames: ['from', 'answer'],
    registers: [registry],
  });
  const skipped = new Counter({
    name: 'trunkline_channels_skipped_total',
    help: 'Channels that were skipped, since it was known that the recipient cannot be sent the message there.',
    registers: [registry],
  });
  return {
    answered: (from, code) => answers.inc({ from, answer: NAMES[code] ?? 'other' }),
    skipped: () => skipped.inc(),
  };
}
