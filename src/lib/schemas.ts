/**
 * What the schemas of settings and of requests have in common.
 */
import { type TOptional, type TSchema, type TString, Type } from 'typebox';

/** Of an object that may have no property but those of its schema. */
export const strict = { additionalProperties: false };

/** One of these texts. */
export function oneOf<const T extends string>(values: readonly T[]) {
  return Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));
}

type SecretSetting<Name extends string, Schema extends TSchema> = { readonly [Each in Name]: Schema } & {
  readonly [Each in `${Name}_file`]: TOptional<TString>;
};

/**
 * A setting that is a secret, and beside it the one that names a file that holds it instead. Whoever reads settings
 * finds the secret under its own name, wherever it stood (src/config/references.ts). `lines`: it may have several.
 */
export function secretSetting<const Name extends string, Schema extends TSchema>(
  name: Name,
  schema: Schema,
  form: 'line' | 'lines' = 'line',
): SecretSetting<Name, Schema> {
  const file = Type.Optional(Type.String({ minLength: 1, description: `Path of a file that holds ${name} instead.` }));
  // The library's own properties cannot be listed: a spread would lose them, and with them what is optional.
  const copy = Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema));
  return { [name]: Object.assign(copy, { secret: form }), [`${name}_file`]: file } as SecretSetting<Name, Schema>;
}
