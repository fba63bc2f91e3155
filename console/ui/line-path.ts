/**
 * The line of a few figures as the path of an SVG. Pure.
 */
export interface LineBox {
  readonly width: number;
  readonly height: number;
}

/** '' for less than two figures. A value that is not known leaves a hole. From 0 up, unless `isFromLowest`. */
export function linePath(
  values: ReadonlyArray<number | null>,
  { width, height }: LineBox,
  isFromLowest = false,
): string {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return '';
  const lowest = isFromLowest ? Math.min(...known) : Math.min(0, ...known);
  const span = Math.max(...known) - lowest || 1;
  const step = width / (values.length - 1);
  let isOpen = false;
  return values
    .map((value, at) => {
      if (value === null) {
        isOpen = false;
        return '';
      }
      const command = isOpen ? 'L' : 'M';
      isOpen = true;
      return `${command}${round(at * step)} ${round(height - ((value - lowest) / span) * height)}`;
    })
    .join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
