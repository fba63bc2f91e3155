/**
 * An instant as the browser's field for local times takes it, and back. Pure.
 */

/** `2026-01-01T13:00` in the reader's zone; '' for what is no time. */
export function toField(instant: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return '';
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The instant in UTC; '' for what is no time. */
export function fromField(value: string): string {
  const time = new Date(value);
  return value === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString().replace(':00.000Z', ':00Z');
}
