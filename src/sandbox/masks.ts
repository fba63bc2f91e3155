/**
 * The masks that the sandbox comes with: numbers of several countries, taken where there are any from the ranges that
 * regulators keep for fiction, so that nobody's telephone is among them. Pure.
 */
export interface SandboxMask {
  /** Digits. */
  readonly number: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
}

/** Country, what the numbers begin with, how many there are. They end with 000, 001 … or 00, 01 … */
const RANGES: ReadonlyArray<readonly [country: string, prefix: string, digits: number, count: number]> = [
  ['DE', '49157990000', 2, 100],
  ['DE', '49157990001', 2, 100],
  // Ofcom, 07700 900000 to 900999: mobile numbers for drama.
  ['GB', '447700900', 3, 200],
  // NANPA, 555-0100 to 555-0199.
  ['US', '120255501', 2, 100],
  ['US', '121255501', 2, 100],
  ['CA', '161355501', 2, 100],
  // Arcep, 06 39 98 00 00 to 99 99.
  ['FR', '3363998', 4, 100],
  ['ES', '346009990', 2, 50],
  ['IT', '3933399900', 2, 50],
  ['NL', '316999900', 2, 50],
  ['AT', '43664999900', 2, 50],
];

export function sandboxMasks(): readonly SandboxMask[] {
  return RANGES.flatMap(([country, prefix, digits, count]) =>
    Array.from({ length: count }, (_, index) => ({ country, number: prefix + String(index).padStart(digits, '0') })),
  );
}
