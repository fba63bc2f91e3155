/**
 * Figures of speech for Prometheus.
 */
import { Counter, Histogram, type Registry } from 'prom-client';

export interface PromptMetrics {
  spoken(engine: string, seconds: number): void;
  failed(engine: string): void;
}

export function createPromptMetrics(registry: Registry): PromptMetrics {
  const registers = [registry];
  const prompts = new Counter({
    name: 'trunkline_prompts_total',
    help: 'Messages of calls by the voice that was asked to speak them, and whether it did',
    labelNames: ['engine', 'result'],
    registers,
  });
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
    failed: (engine) => prompts.inc({ engine, result: 'failed' }),
  };
}
