/**
 * The metrics of all processes of a gateway as one text, and the supervisor's own.
 *
 * 1. What counts up is the sum over all processes, and goes on rising when one has died: what it had counted when it was
 *    last asked stays in the sum. A gauge says what the processes that answer say, put together as its definition says
 *    (`aggregator`; a sum where it says nothing).
 */
import { AggregatorRegistry, Counter, Gauge } from 'prom-client';
import type { Context } from '../../context.ts';
import { sharedFigures } from '../../http/watching/figures.ts';

/** What a registry gives as JSON; prom-client types it without its values. */
export type Figures = Awaited<ReturnType<Context['metrics']['getMetricsAsJSON']>>;

export interface GroupFiguresOptions {
  /** By number of the process. */
  readonly ask: () => Promise<ReadonlyArray<readonly [number, Figures]>>;
  readonly running: () => number;
  readonly wanted: () => number;
}

export class GroupFigures {
  /** Made once a second at most. Resolves with the text of /metrics. */
  readonly text: () => Promise<string>;
  private readonly context: Context;
  private readonly options: GroupFiguresOptions;
  private readonly last = new Map<number, Figures>();
  /** Of processes that are gone. */
  private retired: Figures[] = [];
  private readonly starts: Counter;

  constructor(context: Context, options: GroupFiguresOptions) {
    this.context = context;
    this.options = options;
    const { clock, metrics } = context;
    this.text = sharedFigures(clock, () => this.make());
    const registers = [metrics];
    new Gauge({
      name: 'trunkline_processes',
      help: 'Processes of this gateway that do their work',
      registers,
      collect() {
        this.set(options.running());
      },
    });
    new Gauge({
      name: 'trunkline_processes_wanted',
      help: 'Processes that this gateway should have',
      registers,
      collect() {
        this.set(options.wanted());
      },
    });
    this.starts = new Counter({
      name: 'trunkline_processes_started_again_total',
      help: 'Processes of this gateway that ended by themselves and were started again',
      registers,
    });
  }

  startedAgain(): void {
    this.starts.inc();
  }

  /** Rule 1. */
  ended(number: number): void {
    const counted = (this.last.get(number) ?? []).filter(({ type }) => `${type}` !== 'gauge');
    this.last.delete(number);
    this.retired.push(counted);
  }

  private async make(): Promise<string> {
    const own = await this.context.metrics.getMetricsAsJSON();
    const retired = await AggregatorRegistry.aggregate(this.retired.splice(0)).getMetricsAsJSON();
    this.retired.unshift(retired);
    const answers = await this.options.ask();
    for (const [number, figures] of answers) this.last.set(number, figures);
    const given = answers.map(([, figures]) => figures);
    return AggregatorRegistry.aggregate([...given, own, ...this.retired]).metrics();
  }
}
