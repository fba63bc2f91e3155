/**
 * Times and lengths of time in words. Pure: the zone and the present are given.
 */
const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** `0.25 s`, `12 s`, `3 min 5 s`, `2 h`, `4 d 6 h`: two units at most. */
export function lengthText(ms: number): string {
  if (ms < 1_000) return ms < 10 ? `${Math.round(ms)} ms` : `${Math.round(ms / 10) / 100} s`;
  const at = UNITS.findIndex(([, size]) => ms >= size);
  const [unit, size] = UNITS[at] ?? UNITS[3];
  const next = UNITS[at + 1];
  if (unit === 's') return `${Math.round(ms / 100) / 10} s`;
  const whole = Math.floor(ms / size);
  const rest = next === undefined ? 0 : Math.floor((ms % size) / next[1]);
  return rest === 0 || next === undefined ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${next[0]}`;
}

/**
 * `just now`, `12 s ago`, `in 3 min`. What was is as old as it is in full; what is to come is told to the nearest, so that
 * two hours are not one as soon as they have begun.
 */
export function relativeText(at: number, now: number): string {
  const ms = Math.abs(now - at);
  if (ms < 1_500) return 'just now';
  const [unit, size] = UNITS.find(([, each]) => ms >= each) ?? UNITS[3];
  return at > now ? `in ${Math.round(ms / size)} ${unit}` : `${Math.floor(ms / size)} ${unit} ago`;
}

const SAME_DAY: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};
const OTHER_DAY: Intl.DateTimeFormatOptions = { ...SAME_DAY, day: 'numeric', month: 'short' };
const OTHER_YEAR: Intl.DateTimeFormatOptions = { ...OTHER_DAY, year: 'numeric' };

/** As short as it is clear: the day is left out today, the year this year. `zone` absent: the reader's. */
export function localText(at: number, now: number, zone?: string): string {
  const day = (time: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
      time,
    );
  const isSameYear = day(at).slice(0, 4) === day(now).slice(0, 4);
  const options = day(at) === day(now) ? SAME_DAY : isSameYear ? OTHER_DAY : OTHER_YEAR;
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).format(at);
}

/** `2026-01-01 12:00:00.000 UTC`. */
export function utcText(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').replace('Z', ' UTC');
}

/** When the words of `relativeText` change next, in ms from now; never more often than once a second. */
export function changesIn(at: number, now: number): number {
  const ms = Math.abs(now - at);
  return ms < 60_000 ? 1_000 : ms < 3_600_000 ? 30_000 : 600_000;
}

/** The axis of a chart over so many days says days; it says times below that. */
export function saysDays(days: number): boolean {
  return days > 3;
}

/** At the axis of a chart that spans so many days: the time of the day, or the day. */
export function axisText(at: number, days: number, zone?: string): string {
  const options: Intl.DateTimeFormatOptions = saysDays(days)
    ? { day: 'numeric', month: 'short' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).format(at);
}

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' };

/** `1 Jan 2026`: a day that begins at an instant in UTC is the same one for every reader. */
export function dayText(at: number): string {
  return new Intl.DateTimeFormat('en-GB', DAY).format(at);
}
