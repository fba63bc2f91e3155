/**
 * Figures as words: counts, shares, rates. Pure.
 */
const COUNTS = new Intl.NumberFormat('en-GB');

/** `12,345` */
export function countText(count: number): string {
  return COUNTS.format(count);
}

const AMOUNTS = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 });

/** `1,234.000056`: what is counted in millionths, such as a cost, without what adding up leaves behind them. */
export function amountText(amount: number): string {
  return AMOUNTS.format(amount);
}

/** `98.2 %`; rounded down, so that only all is 100 %. A dash where there is nothing to be a share of. */
export function shareText(part: number, whole: number): string {
  if (whole <= 0) return '–';
  const tenths = Math.floor((Math.min(part, whole) / whole) * 1_000) / 10;
  return `${tenths} %`;
}

/** A second, `0.3`, `12`, `1,200`. */
export function rateText(perSecond: number): string {
  if (perSecond >= 10) return countText(Math.round(perSecond));
  return String(Math.round(perSecond * 10) / 10);
}

/** Without the step that is not over: its figures would look like a fall. */
export function overSteps<Point extends { readonly at: string }>(
  points: readonly Point[],
  { stepMs, now }: { readonly stepMs: number; readonly now: number },
): readonly Point[] {
  const last = points.at(-1);
  return last && points.length > 2 && Date.parse(last.at) + stepMs > now ? points.slice(0, -1) : points;
}
