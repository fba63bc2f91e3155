/**
 * Which field a refusal is about: the gateway names it by its whole path, and says what is allowed. Pure.
 */
export interface Problem {
  /** As fields are named: `message.rcs.parameters.cards.2.title`. */
  readonly path: string;
  readonly words: string;
}

const INVALID = /^Invalid value for parameter ([\w.[\]]+): allowed is (.+)$/s;
const MISSING = /^Missing parameter: ([\w.[\]]+)$/;

export function problemOf(error: unknown): Problem | null {
  const text = error instanceof Error ? error.message : '';
  const invalid = INVALID.exec(text);
  if (invalid) return { path: pathOf(invalid[1]), words: `Allowed is ${invalid[2]}.` };
  const missing = MISSING.exec(text);
  return missing ? { path: pathOf(missing[1]), words: 'This is missing.' } : null;
}

function pathOf(name = ''): string {
  return name.replaceAll(/\[(\d+)\]/g, '.$1');
}
