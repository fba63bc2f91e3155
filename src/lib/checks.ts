/**
 * What a diagnosis is made of: one line for each thing that it checked.
 *
 * 1. `fail`: the gateway cannot do its work, or will lose something. `warn`: it works, and somebody should see to it.
 * 2. A line that is not `ok` says what to do about it.
 */

export interface Check {
  /** What was looked at, such as `database: connections` or `carrier smsc-1`. */
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly says: string;
  /** What to do; null where there is nothing to do. */
  readonly todo: string | null;
}

export function ok(name: string, says: string): Check {
  return { name, state: 'ok', says, todo: null };
}

export function warn(name: string, says: string, todo: string): Check {
  return { name, state: 'warn', says, todo };
}

export function fail(name: string, says: string, todo: string): Check {
  return { name, state: 'fail', says, todo };
}

/** 1536 is `1.5 kB`. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
