/**
 * One stream of hints for the whole console, and who listens to which topic. Pure but for what it is given.
 *
 * 1. While the page is hidden there is no stream: a browser in the background costs nothing. When the page is back the
 *    stream begins with `anew`, and everybody fetches what may have been missed.
 * 2. Hints are given on at most once in `GATHER_MS`, together.
 * 3. While it is paused nothing is given on. When it goes on, everybody who would have been told fetches anew.
 * 4. A stream that the gateway closes for good (it is full, or the session has ended) is tried again after a while, once
 *    `ended` has been told.
 */
export type Topic =
  | 'messages'
  | 'calls'
  | 'callbacks'
  | 'sessions'
  | 'look_ups'
  | 'inbound'
  | 'carriers'
  | 'nodes'
  | 'accounts'
  | 'batches'
  | 'handsets'
  | 'verifications'
  | 'imports'
  | 'erasures'
  | 'audit';

export interface Hint {
  readonly topic: Topic;
  /** Null: many, or it is not known which: fetch the list. */
  readonly id: string | null;
  /** Absent: of no account, of several, or it is not known. */
  readonly customer_id?: string;
  /** Of one without an id: for about how many changes it stands. Absent: it is not known. */
  readonly more?: number;
}

/** `live`: hints come. `waiting`: the stream is being opened. `paused`, `hidden`: nothing is asked. */
export type LiveState = 'waiting' | 'live' | 'paused' | 'hidden';

export interface Source {
  onmessage: ((event: string, data: string) => void) | null;
  /** `isOver`: it does not come again by itself. */
  onerror: ((isOver: boolean) => void) | null;
  close(): void;
}

export interface HubOptions {
  readonly open: () => Source;
  readonly later: (run: () => void, ms: number) => void;
  /** The stream was closed for good. */
  readonly ended: () => void;
}

type Listener = (hints: readonly Hint[]) => void;

export const GATHER_MS = 500;
export const TRY_AGAIN_MS = 10_000;
export const MOST_OF_TOPIC = 200;

export class LiveHub {
  private readonly options: HubOptions;
  private readonly listeners = new Map<Listener, ReadonlySet<Topic>>();
  private readonly watchers = new Set<() => void>();
  private source: Source | null = null;
  private gathered: Hint[] = [];
  private isGathering = false;
  private isVisible = false;
  private isPaused = false;
  private isOpen = false;

  constructor(options: HubOptions) {
    this.options = options;
  }

  get state(): LiveState {
    if (this.isPaused) return 'paused';
    if (!this.isVisible) return 'hidden';
    return this.isOpen ? 'live' : 'waiting';
  }

  /** Tells whenever `state` changes. */
  watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  listen(topics: readonly Topic[], listener: Listener): () => void {
    this.listeners.set(listener, new Set(topics));
    return () => this.listeners.delete(listener);
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    if (isVisible) this.connect();
    else this.disconnect();
    this.changed();
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.changed();
    if (!isPaused) this.give();
  }

  private connect(): void {
    if (this.source !== null || !this.isVisible) return;
    const source = this.options.open();
    this.source = source;
    source.onmessage = (event, data) => this.take(event, data);
    source.onerror = (isOver) => {
      this.isOpen = false;
      this.changed();
      if (isOver && this.source === source) this.comeAgain();
    };
  }

  /** Rule 4. */
  private comeAgain(): void {
    this.disconnect();
    this.options.ended();
    this.options.later(() => this.connect(), TRY_AGAIN_MS);
  }

  private disconnect(): void {
    this.source?.close();
    this.source = null;
    this.isOpen = false;
  }

  private take(event: string, data: string): void {
    this.isOpen = true;
    this.changed();
    const { hints, topics } = JSON.parse(data) as { hints?: Hint[]; topics?: Topic[] };
    if (event === 'anew') this.gathered.push(...(topics ?? []).map((topic) => ({ topic, id: null })));
    else this.gathered.push(...(hints ?? []));
    this.gathered = together(this.gathered);
    if (this.isGathering) return;
    this.isGathering = true;
    this.options.later(() => {
      this.isGathering = false;
      this.give();
    }, GATHER_MS);
  }

  private give(): void {
    if (this.isPaused || !this.isVisible || this.gathered.length === 0) return;
    const hints = this.gathered;
    this.gathered = [];
    for (const [listener, topics] of [...this.listeners]) {
      const those = hints.filter(({ topic }) => topics.has(topic));
      if (those.length > 0) listener(those);
    }
  }

  private changed(): void {
    for (const watcher of this.watchers) watcher();
  }
}

/**
 * Of the same thing one; one without an id stands for all of its topic, and counts what it stands for. More than
 * `MOST_OF_TOPIC` things of a topic become one such: a pause may be long.
 */
export function together(hints: readonly Hint[]): Hint[] {
  const found = new Map<string, Hint>();
  const whole = wholeTopics(hints);
  for (const hint of hints) {
    const key = `${hint.topic} ${whole.has(hint.topic) ? null : hint.id}`;
    const before = found.get(key);
    found.set(key, whole.has(hint.topic) ? inTheWhole(before, hint) : hint);
  }
  return [...found.values()];
}

function wholeTopics(hints: readonly Hint[]): ReadonlySet<Topic> {
  const whole = new Set<Topic>();
  const named = new Map<Topic, number>();
  for (const { topic, id } of hints) {
    const count = (named.get(topic) ?? 0) + 1;
    named.set(topic, count);
    if (id === null || count > MOST_OF_TOPIC) whole.add(topic);
  }
  return whole;
}

/** As soon as one of them does not say for how many it stands, nobody knows. */
function inTheWhole(before: Hint | undefined, { topic, id, more }: Hint): Hint {
  const count = id === null ? more : 1;
  const sum = before ? before.more : 0;
  return { topic, id: null, ...(count === undefined || sum === undefined ? {} : { more: sum + count }) };
}
