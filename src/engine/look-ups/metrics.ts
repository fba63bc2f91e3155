/**
 * What the metrics say about sources and add-ons.
 */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { AddOn, Finding } from '../../sources/source.ts';

export interface SourceMetrics {
  answered(source: string, addOn: AddOn, said: Finding['kind'], tookMs: number): void;
  cached(source: string, addOn: AddOn): void;
  spent(source: string, addOn: AddOn, cost: number): void;
  addOn(addOn: string, code: number): void;
}

export function createSourceMetrics(registry: Registry): SourceMetrics {
  const seconds = new Histogram({
    name: 'trunkline_source_seconds',
    help: 'How long a source took to answer one question.',
    labelNames: ['source', 'add_on'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const answers = new Counter({
    name: 'trunkline_source_answers_total',
    help: 'Answers of sources by what they said; cached: given again from memory.',
    labelNames: ['source', 'add_on', 'said'],
    registers: [registry],
  });
  const codes = new Counter({
    name: 'trunkline_add_ons_total',
    help: 'Add-ons answered, by code.',
    labelNames: ['add_on', 'code'],
    registers: [registry],
  });
  const cost = new Counter({
    name: 'trunkline_source_cost_total',
    help: 'What answers of sources have cost, in the currency of their settings.',
    labelNames: ['source', 'add_on'],
    registers: [registry],
  });
  return {
    answered(source, addOn, said, tookMs) {
      seconds.observe({ source, add_on: addOn }, tookMs / 1000);
      answers.inc({ source, add_on: addOn, said });
    },
    cached: (source, addOn) => answers.inc({ source, add_on: addOn, said: 'cached' }),
    spent: (source, addOn, spent) => cost.inc({ source, add_on: addOn }, spent),
    addOn: (addOn, code) => codes.inc({ add_on: addOn, code: String(code) }),
  };
}
