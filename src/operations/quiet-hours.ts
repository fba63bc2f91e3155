/**
 * Quiet hours as they are set: the body of the setting, and what it must be as a whole. For operators and for accounts.
 *
 * 1. They are changed field by field, like every setting that is an object; what they come to is checked afterwards.
 * 2. Quiet for the whole day, or for none of it, is refused: it would be another setting.
 */
import { Type } from 'typebox';
import { isTimeZone, type QuietHours, TIME_OF_DAY, WEEKDAYS } from '../lib/quiet-hours.ts';
import { oneOf, strict } from '../lib/schemas.ts';

const time = Type.String({ pattern: TIME_OF_DAY.source, allowed: 'a time of the day such as 21:00' });
const days = Type.Array(oneOf(WEEKDAYS), { minItems: 1, maxItems: WEEKDAYS.length });

function orNull<Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** In the names of bodies: `time_zone`. */
export const QuietHoursBody = Type.Object(
  { from: orNull(time), to: orNull(time), days: orNull(days), time_zone: orNull(Type.String({ maxLength: 64 })) },
  strict,
);

export interface QuietHoursProblem {
  /** `from`, as a body has it. */
  readonly name: string;
  readonly allowed: string;
}

/** What is wrong with the setting as it would be (rules 1 and 2); null: nothing. */
export function problemOfQuietHours(hours: Partial<QuietHours> | undefined): QuietHoursProblem | null {
  if (hours === undefined) return null;
  const { from, to, timeZone } = hours;
  if (from === undefined) return { name: 'from', allowed: 'a time of the day such as 21:00' };
  if (to === undefined) return { name: 'to', allowed: 'a time of the day such as 08:00' };
  if (from === to) return { name: 'to', allowed: 'another time of the day than from' };
  if (timeZone === undefined || isTimeZone(timeZone)) return null;
  return { name: 'time_zone', allowed: 'the name of a time zone such as Europe/Berlin' };
}
