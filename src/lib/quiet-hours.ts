/**
 * Quiet hours: whether an instant lies in them where somebody is, and when they end. Pure.
 *
 * 1. They are said in the local time of the recipient. Where a recipient may be in several zones, the zone that the
 *    account names counts; where it names none, there is quiet as long as any of the zones has it. Where nothing is known
 *    of a number's zone, it is the account's, or UTC.
 * 2. They begin on each day, or on those that are named, and may end on the next one: `21:00` to `08:00` of `fri` ends on
 *    Saturday morning.
 * 3. When clocks are put back, a time comes twice: quiet begins at the first and ends at the second. When they are put
 *    forward over a time, it is the moment at which they are.
 * 4. Zones that leave no moment outside of quiet hours for a week would keep a message for ever: the first one counts.
 */
import { DAY_MS, MINUTE_MS } from './durations.ts';

/** In the order of the runtime, which begins with Sunday. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface QuietHours {
  /** `21:00`: from then on. */
  readonly from: string;
  /** `08:00`: nothing is quiet from then on; not the same as `from`. */
  readonly to: string;
  /** On which they begin; absent: on all. */
  readonly days?: readonly Weekday[];
  /** IANA's name (rule 1). */
  readonly timeZone?: string;
}

export const TIME_OF_DAY = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
/** Rule 4. */
const WEEK_MS = 7 * DAY_MS;

/** When quiet ends, or null where there is none. `zones`: in which the recipient may be, by IANA's names. */
export function quietUntil(hours: QuietHours, zones: readonly string[], at: number): number | null {
  const counting = countingZones(hours, zones);
  let until = at;
  while (until - at <= WEEK_MS) {
    const end = lastEnd(hours, counting, until);
    if (end === null) return until === at ? null : until;
    until = end;
  }
  return lastEnd(hours, counting.slice(0, 1), at);
}

/** Whether the runtime knows the zone. */
export function isTimeZone(name: string): boolean {
  return formatOf(name) !== null;
}

/** Rule 1. */
function countingZones({ timeZone }: QuietHours, zones: readonly string[]): readonly string[] {
  const known = zones.filter(isTimeZone);
  if (known.length === 1) return known;
  if (timeZone !== undefined) return [timeZone];
  return known.length > 0 ? known : ['UTC'];
}

function lastEnd(hours: QuietHours, zones: readonly string[], at: number): number | null {
  const ends = zones.map((zone) => endIn(zone, hours, at)).filter((end) => end !== null);
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Of the quiet hours that began on this day there or on the day before. */
function endIn(zone: string, { from, to, days }: QuietHours, at: number): number | null {
  const today = Math.floor((at + offsetAt(zone, at)) / DAY_MS);
  const [begins, ends] = [timeOfDay(from), timeOfDay(to)];
  for (const day of [today - 1, today]) {
    if (days && !days.includes(weekdayOf(day))) continue;
    const start = instantsOf(zone, day * DAY_MS + begins).first;
    const end = instantsOf(zone, (ends < begins ? day + 1 : day) * DAY_MS + ends).last;
    if (start <= at && at < end) return end;
  }
  return null;
}

function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}

function weekdayOf(day: number): Weekday {
  return WEEKDAYS[new Date(day * DAY_MS).getUTCDay()] ?? 'sun';
}

/** When clocks there show this, in milliseconds as if it were UTC (rule 3). */
function instantsOf(zone: string, wall: number): { readonly first: number; readonly last: number } {
  const before = wall - offsetAt(zone, wall - DAY_MS);
  const after = wall - offsetAt(zone, wall + DAY_MS);
  const showing = [before, after].filter((at) => at + offsetAt(zone, at) === wall);
  if (showing.length > 0) return { first: Math.min(...showing), last: Math.max(...showing) };
  const skipped = changeBetween(zone, Math.min(before, after), Math.max(before, after));
  return { first: skipped, last: skipped };
}

/** The first full minute from which on clocks have the offset that they have at the end. */
function changeBetween(zone: string, start: number, end: number): number {
  let [low, high] = [Math.floor(start / MINUTE_MS), Math.ceil(end / MINUTE_MS)];
  const after = offsetAt(zone, high * MINUTE_MS);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle * MINUTE_MS) === after) high = middle;
    else low = middle;
  }
  return high * MINUTE_MS;
}

/** No zone changes its offset but at a quarter of an hour. */
const SLOT_MS = 15 * MINUTE_MS;
const MOST_KEPT = 10_000;
const offsets = new Map<string, number>();

/** Milliseconds east of UTC. */
function offsetAt(zone: string, at: number): number {
  const slot = Math.floor(at / SLOT_MS);
  const key = `${zone} ${slot}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= MOST_KEPT) offsets.clear();
  const offset = readOffset(zone, slot * SLOT_MS);
  offsets.set(key, offset);
  return offset;
}

function readOffset(zone: string, at: number): number {
  const parts = formatOf(zone)?.formatToParts(at) ?? [];
  const of = (name: string) => Number(parts.find(({ type }) => type === name)?.value ?? 0);
  if (parts.length === 0) return 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - at;
}

const MOST_FORMATS = 1_000;
const formats = new Map<string, Intl.DateTimeFormat | null>();

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = makeFormat(zone);
  // The runtime knows a few hundred, in any case of letters. Names that somebody made up push nothing out for good.
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(zone, made);
  return made;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    const numeric = 'numeric';
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
  } catch {
    return null;
  }
}
