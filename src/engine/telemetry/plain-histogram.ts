/**
 * A histogram for what comes with every message.
 *
 * 1. It is counted in plain numbers, and becomes a metric when somebody asks for it: the package finds the count of a
 *    bucket by the text of its bound, which the runtime writes anew each time (310 ns for an observation, 50 so).
 */
import { Histogram, type HistogramConfiguration } from 'prom-client';

export interface PlainHistogramOptions extends HistogramConfiguration<string> {
  readonly labelNames: readonly string[];
  /** Upper bounds, rising. */
  readonly buckets: number[];
}

export class PlainHistogram extends Histogram<string> {
  private readonly options: PlainHistogramOptions;
  private readonly all = new Map<string, Series>();

  constructor(options: PlainHistogramOptions) {
    super(options);
    this.options = options;
  }

  /** Where what has these values of the labels is counted; it is asked for once. */
  of(...values: readonly string[]): Series {
    const key = values.join('\n');
    let series = this.all.get(key);
    if (!series) {
      const labels = Object.fromEntries(this.options.labelNames.map((name, index) => [name, values[index] ?? '']));
      series = new Series(labels, this.options.buckets);
      this.all.set(key, series);
    }
    return series;
  }

  /** What the package makes of it whatever it shows. */
  getForPromString() {
    const { name, help } = this.options;
    const values = [...this.all.values()].flatMap((series) => series.shownAs(name));
    return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values });
  }
}

export class Series {
  private readonly labels: Readonly<Record<string, string>>;
  private readonly bounds: readonly number[];
  /** One for each bound, and one for what is above all of them. */
  private readonly counts: number[];
  private sum = 0;

  constructor(labels: Readonly<Record<string, string>>, bounds: readonly number[]) {
    this.labels = labels;
    this.bounds = bounds;
    this.counts = [...bounds.map(() => 0), 0];
  }

  observe(value: number): void {
    const { bounds, counts } = this;
    let place = 0;
    while (place < bounds.length && value > (bounds[place] ?? 0)) place += 1;
    counts[place] = (counts[place] ?? 0) + 1;
    this.sum += value;
  }

  /** In the package's own form. */
  shownAs(name: string) {
    const { labels: sharedLabels, bounds, counts, sum } = this;
    let count = 0;
    const buckets = counts.map((here, place) => {
      count += here;
      return { metricName: `${name}_bucket`, labels: { le: bounds[place] ?? '+Inf' }, sharedLabels, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum },
      { metricName: `${name}_count`, labels: {}, sharedLabels, value: count },
    ];
  }
}
