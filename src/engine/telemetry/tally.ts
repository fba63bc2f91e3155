/**
 * A counter with one or two labels for what comes with every message.
 *
 * 1. It is counted in plain numbers, and becomes a metric when somebody asks for it: a look-up by labels makes 240 bytes
 *    each time.
 */
import { Counter, type Registry } from 'prom-client';

export interface TallyOptions<LabelNames> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: LabelNames;
}

type One = readonly [string];
type Two = readonly [string, string];

/** Returns what counts one more, by the values of the labels. */
export function tally(metrics: Registry, options: TallyOptions<One>): (value: string) => void;
export function tally(metrics: Registry, options: TallyOptions<Two>): (first: string, second: string) => void;
export function tally(metrics: Registry, options: TallyOptions<One | Two>): (first: string, second?: string) => void {
  const counts = new Map<string, Map<string, number>>();
  const [firstName, secondName] = options.labelNames;
  new Counter({
    ...options,
    registers: [metrics],
    collect() {
      this.reset();
      for (const [first, ofFirst] of counts) {
        for (const [second, count] of ofFirst) {
          this.inc({ [firstName]: first, ...(secondName === undefined ? {} : { [secondName]: second }) }, count);
        }
      }
    },
  });
  return (first, second = '') => {
    let ofFirst = counts.get(first);
    if (!ofFirst) {
      ofFirst = new Map();
      counts.set(first, ofFirst);
    }
    ofFirst.set(second, (ofFirst.get(second) ?? 0) + 1);
  };
}
