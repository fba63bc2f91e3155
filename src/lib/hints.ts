/**
 * Hints that something has changed, for whoever watches: what kind of thing, and which one. Never what it has become: who is
 * hinted at something asks for it.
 *
 * 1. While nobody watches a hint costs a look at one field, and nothing is kept.
 * 2. Hints are gathered for `GATHER_MS`; of the same thing one is left.
 * 3. Memory is bounded: of one topic more than `MOST_OF_TOPIC` things become one hint without an id, which means all. It
 *    counts the changes that it stands for: a thing that changed again after the first hundred is counted again.
 */
import type { Clock } from './clock.ts';

export const HINT_TOPICS = [
  'messages',
  'calls',
  'callbacks',
  'sessions',
  'look_ups',
  'inbound',
  'carriers',
  'nodes',
  'accounts',
  'batches',
  'handsets',
  'verifications',
  'imports',
  'erasures',
  'audit',
] as const;

export type HintTopic = (typeof HINT_TOPICS)[number];

export interface Hint {
  readonly topic: HintTopic;
  /** As operators ask for it; null: more of them than are named (rule 3). */
  readonly id: string | null;
  /** Null: of no account, of several, or it is not known here. */
  readonly accountId: string | null;
  /** Of one without an id: for how many changes it stands (rule 3). Absent: it is not known. */
  readonly more?: number;
}

export const GATHER_MS = 250;
export const MOST_OF_TOPIC = 100;

interface Gathered {
  readonly things: Map<string, Hint>;
  /** Changes that came when there were more than `MOST_OF_TOPIC` things. */
  others: number;
}

type Taker = (hints: readonly Hint[]) => void;

export class Hints {
  private readonly clock: Pick<Clock, 'setTimer'>;
  private readonly takers = new Set<Taker>();
  private gathered = new Map<HintTopic, Gathered>();
  private isGathering = false;

  constructor(clock: Pick<Clock, 'setTimer'>) {
    this.clock = clock;
  }

  /** Whether there is any use in a hint. */
  get isWatched(): boolean {
    return this.takers.size > 0;
  }

  of(topic: HintTopic, id: string, accountId: string | null): void {
    if (this.takers.size === 0) return;
    let ofTopic = this.gathered.get(topic);
    if (!ofTopic) {
      ofTopic = { things: new Map(), others: 0 };
      this.gathered.set(topic, ofTopic);
    }
    if (ofTopic.things.size <= MOST_OF_TOPIC) ofTopic.things.set(id, { topic, id, accountId });
    else ofTopic.others += 1;
    if (this.isGathering) return;
    this.isGathering = true;
    this.clock.setTimer(() => this.tell(), GATHER_MS);
  }

  /** `take` is given what has been gathered, from now on until the end of it is called. */
  watch(take: Taker): () => void {
    this.takers.add(take);
    return () => {
      this.takers.delete(take);
    };
  }

  private tell(): void {
    this.isGathering = false;
    const hints = [...this.gathered].flatMap(([topic, { things, others }]) =>
      things.size > MOST_OF_TOPIC
        ? [{ topic, id: null, accountId: null, more: things.size + others }]
        : [...things.values()],
    );
    this.gathered = new Map();
    for (const take of this.takers) take(hints);
  }
}
