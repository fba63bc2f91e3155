/**
 * The lines of the stream: what each look at the gateway adds to them. Pure.
 *
 * 1. An event is a thing that stands otherwise than when it was last seen. What stands as before is none.
 * 2. Memory and page are bounded: `MOST_LINES` lines, and how `MOST_MARKS` things stood.
 * 3. More than `MOST_EVENTS` events of a topic in a round are one line, which counts them and shows a few, the failed ones
 *    first. It grows where it stands while such rounds follow each other, for `GROWS_FOR_MS` at most: a thousand events a
 *    second move nothing under their reader.
 */
import type { Seen } from './events.ts';
import type { StreamTopic } from './topics.ts';

export const MOST_LINES = 300;
export const MOST_MARKS = 2_000;
export const MOST_EVENTS = 10;
export const MOST_SHOWN = 3;
export const GROWS_FOR_MS = 60_000;
/** With which the stream begins. */
export const MOST_AT_FIRST = 30;

export interface Line {
  /** Of a newer line it is higher. */
  readonly n: number;
  readonly at: string;
  readonly event:
    | { readonly kind: 'one'; readonly seen: Seen }
    /** Rule 3. */
    | {
        readonly kind: 'many';
        readonly topic: StreamTopic;
        readonly count: number;
        /** There were more than were counted. */
        readonly isMore: boolean;
        readonly since: number;
        readonly until: number;
        readonly some: readonly Seen[];
        readonly isGrowing: boolean;
      };
}

type Many = Extract<Line['event'], { kind: 'many' }>;

export interface Log {
  readonly lines: readonly Line[];
  readonly marks: ReadonlyMap<string, string>;
  /** Of the next line. */
  readonly next: number;
}

export interface Round {
  readonly now: number;
  readonly looks: readonly Look[];
}

/** At one topic. */
export interface Look {
  readonly topic: StreamTopic;
  readonly rows: readonly Seen[];
  /** How many changes there were, as far as hints say; null: they do not. */
  readonly hinted: number | null;
  /** The list goes on behind `rows`. */
  readonly isMore: boolean;
}

export const NO_LOG: Log = { lines: [], marks: new Map(), next: 0 };

/** What is there when the stream begins is how it came about, but for what has no time. */
export function begin({ looks }: Round): Log {
  const rows = looks.flatMap((look) => look.rows);
  const first = rows
    .flatMap((seen) => {
      const at = seen.at ?? seen.since;
      return at === null ? [] : [{ seen, at }];
    })
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, MOST_AT_FIRST);
  return {
    lines: numbered(
      first.map(({ seen, at }) => ({ at, event: { kind: 'one', seen } })),
      0,
    ),
    marks: marksWith(new Map(), rows),
    next: first.length,
  };
}

export function fold(log: Log, { now, looks }: Round): Log {
  const fresh: Array<Omit<Line, 'n'>> = [];
  const grown = new Map<number, Many>();
  for (const look of looks) {
    const news = look.rows.filter((seen) => log.marks.get(keyOf(seen)) !== seen.mark);
    const count = Math.max(look.hinted ?? 0, news.length);
    if (count <= MOST_EVENTS) {
      for (const seen of news) fresh.push({ at: seen.at ?? new Date(now).toISOString(), event: { kind: 'one', seen } });
      continue;
    }
    const isMore = look.hinted === null && look.isMore && news.length === look.rows.length;
    const before = log.lines.find((line) => growingOf(line, look.topic, now) !== null);
    const many = grownBy(before ? growingOf(before, look.topic, now) : null, { look, news, count, isMore }, now);
    if (before) grown.set(before.n, many);
    else fresh.push({ at: new Date(now).toISOString(), event: many });
  }
  fresh.sort((a, b) => b.at.localeCompare(a.at));
  const kept = log.lines.map((line) => ({ ...line, event: grown.get(line.n) ?? ended(line.event) }));
  return {
    lines: [...numbered(fresh, log.next), ...kept].slice(0, MOST_LINES),
    marks: marksWith(
      log.marks,
      looks.flatMap(({ rows }) => rows),
    ),
    next: log.next + fresh.length,
  };
}

/** How many lines there are that a reader of the lines before `next` has not seen. */
export function newSince({ lines }: Log, next: number): number {
  return lines.filter(({ n }) => n >= next).length;
}

/** `about 1,240 changes of messages`, in `12 s`. */
export function manyText({ count, isMore }: Pick<Many, 'count' | 'isMore'>, name: string): string {
  const words = count.toLocaleString('en-GB');
  return isMore ? `More than ${words} changes of ${name}` : `About ${words} changes of ${name}`;
}

function growingOf({ event }: Line, topic: StreamTopic, now: number): Many | null {
  return event.kind === 'many' && event.isGrowing && event.topic === topic && now - event.since < GROWS_FOR_MS
    ? event
    : null;
}

interface Growth {
  readonly look: Look;
  readonly news: readonly Seen[];
  readonly count: number;
  readonly isMore: boolean;
}

/** Rule 3. */
function grownBy(before: Many | null, { look, news, count, isMore }: Growth, now: number): Many {
  const failed = (seen: Seen) => (seen.status.tone === 'bad' ? 0 : 1);
  const isNews = new Set(news.map(keyOf));
  const older = (before?.some ?? []).filter((seen) => !isNews.has(keyOf(seen)));
  const some = [...news, ...older].toSorted((a, b) => failed(a) - failed(b));
  return {
    kind: 'many',
    topic: look.topic,
    count: (before?.count ?? 0) + count,
    isMore: isMore || (before?.isMore ?? false),
    since: before?.since ?? now,
    until: now,
    some: some.slice(0, MOST_SHOWN),
    isGrowing: true,
  };
}

function ended(event: Line['event']): Line['event'] {
  return event.kind === 'many' && event.isGrowing ? { ...event, isGrowing: false } : event;
}

/** Newest first; the newest has the highest number. */
function numbered(lines: ReadonlyArray<Omit<Line, 'n'>>, next: number): Line[] {
  return lines.map((line, index) => ({ ...line, n: next + lines.length - 1 - index }));
}

/** Those that were seen last are kept. */
function marksWith(before: ReadonlyMap<string, string>, rows: readonly Seen[]): ReadonlyMap<string, string> {
  const marks = new Map(before);
  for (const seen of rows) {
    marks.delete(keyOf(seen));
    marks.set(keyOf(seen), seen.mark);
  }
  const over = marks.size - MOST_MARKS;
  for (const key of [...marks.keys()].slice(0, Math.max(0, over))) marks.delete(key);
  return marks;
}

function keyOf({ topic, id }: Seen): string {
  return `${topic} ${id}`;
}
