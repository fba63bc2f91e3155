/**
 * What a form has changed. Who sends all of its fields sets back what somebody else changed while it was open. Pure.
 */
type Values = Readonly<Record<string, unknown>>;

/** Of `after` what is not as in `before`. Lists are sets: their order says nothing. */
export function changesOf<Change extends object>(before: Values, after: Values): Change {
  const changed = Object.entries(after).filter(([name, value]) => textOf(value) !== textOf(before[name]));
  return Object.fromEntries(changed) as Change;
}

function textOf(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
}
