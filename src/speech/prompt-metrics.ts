/**
 * Figures of speech for Prometheus.
 *
 * 1. Every result of every voice is there from the start, at 0: an alarm sees the first one that is not `spoken`.
 */
import { Counter, Histogram, type Registry } from 'prom-client';

/** `late`: it was given up, since it had not been spoken in time. */
export const PROMPT_RESULTS = ['spoken', 'failed', 'late'] as const;
export type PromptResult = (typeof PROMPT_RESULTS)[number];

export interface PromptMetrics {
  spoken(engine: string, seconds: number): void;
  unspoken(engine: string, result: Exclude<PromptResult, 'spoken'>): void;
}

export function createPromptMetrics(registry: Registry, engines: readonly string[]): PromptMetrics {
  const registers = [registry];
  const prompts = new Counter({
    name: 'trunkline_prompts_total',
    help: 'Messages of calls by the voice that was asked to speak them, and whether it did',
    labelNames: ['engine', 'result'],
    registers,
  });
  for (const engine of engines) for (const result of PROMPT_RESULTS) prompts.inc({ engine, result }, 0);
  const durations = new Histogram({
    name: 'trunkline_prompt_seconds',
    help: 'Time from a text to its sound',
    buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers,
  });
  return {
    spoken: (engine, seconds) => {
      prompts.inc({ engine, result: 'spoken' });
      durations.observe(seconds);
    },
    unspoken: (engine, result) => prompts.inc({ engine, result }),
  };
}
