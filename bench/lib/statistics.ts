/** Medians and percentiles, and how figures are written. Pure. */

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value that this share (0 to 1) of the values does not exceed; NaN without values. */
export function percentile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  if (sorted.length === 0) return Number.NaN;
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;
}

export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Of times in milliseconds. */
export function spread(values: ArrayLike<number>): Spread {
  return {
    count: values.length,
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
    max: percentile(values, 1),
  };
}

/** `12,345`, `12.3` or `0.12`: three digits are enough. `never` for what takes for ever. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'none' : 'never';
  const size = Math.abs(value);
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
