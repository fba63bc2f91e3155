/**
 * The metrics of this process: prom-client's, but for the lag of the event loop, which is measured here.
 *
 * 1. The lag is sampled twice a second. A timer of 10 ms, as prom-client has it, costs an idle gateway a third of its
 *    CPU (0.3 % of a core). A loop that is blocked often or for long shows in two samples a second as well.
 * 2. The histogram holds whole intervals; the metrics show by how much they were too long. Names and units are
 *    prom-client's, which dashboards know.
 * 3. Each reading begins a new histogram.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

export const SAMPLE_EVERY_MS = 500;
/** The longest that a timer takes: prom-client's own histogram stays empty. */
const NEVER_MS = 2 ** 31 - 1;

interface Delay {
  readonly name: string;
  readonly help: string;
  /** Seconds. */
  of(histogram: IntervalHistogram): number;
}

const DELAYS: readonly Delay[] = [
  { name: 'min', help: 'The shortest delay of the event loop', of: ({ min }) => tooLong(min) },
  { name: 'max', help: 'The longest delay of the event loop', of: ({ max }) => tooLong(max) },
  { name: 'mean', help: 'The mean of the delays of the event loop', of: ({ mean }) => tooLong(mean) },
  { name: 'stddev', help: 'Their standard deviation', of: ({ stddev }) => stddev / 1e9 },
  { name: 'p50', help: 'Their 50th percentile', of: (histogram) => tooLong(histogram.percentile(50)) },
  { name: 'p90', help: 'Their 90th percentile', of: (histogram) => tooLong(histogram.percentile(90)) },
  { name: 'p99', help: 'Their 99th percentile', of: (histogram) => tooLong(histogram.percentile(99)) },
];

export function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: NEVER_MS });
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS });
  histogram.enable();
  for (const { name: delay, help, of } of DELAYS) {
    const name = `nodejs_eventloop_lag_${delay}_seconds`;
    register.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      // Of several processes of a gateway: how it is where it is worst.
      aggregator: delay === 'min' ? 'min' : 'max',
      registers: [register],
      collect() {
        this.set(histogram.count === 0 ? 0 : of(histogram));
        // They are collected in this order.
        if (delay === DELAYS.at(-1)?.name) histogram.reset();
      },
    });
  }
}

/** In seconds, of an interval in nanoseconds. A timer may come a millisecond early. */
function tooLong(interval: number): number {
  return Math.max(0, interval / 1e9 - SAMPLE_EVERY_MS / 1e3);
}
