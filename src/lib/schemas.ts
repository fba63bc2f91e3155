/**
 * What the schemas of settings and of requests have in common.
 */
import { Type } from '@sinclair/typebox';

/** Of an object that may have no property but those of its schema. */
export const strict = { additionalProperties: false };

/** One of these texts. */
export function oneOf<const T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));
}
