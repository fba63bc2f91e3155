/**
 * Settings from a configuration file against their schema: defaults filled in, every mistake named with its place and
 * what is allowed.
 */
import type { Static, TSchema } from 'typebox';
import { Check, Clone, Default } from 'typebox/value';
import { type SchemaError, schemaErrors } from './schema-errors.ts';

/** Throws an Error that lists what is wrong, each as `place: what is allowed`. No value given stands in it. */
export function parseSettings<Schema extends TSchema>(schema: Schema, input: unknown): Static<Schema> {
  const filled = Default(schema, Clone(input));
  if (Check(schema, filled)) return filled;
  const problems = schemaErrors(schema, filled).map((error) => describeProblem(error));
  throw new Error([...new Set(problems)].join('; ') || 'the settings are not valid');
}

function describeProblem({ kind, pointer, schema, message }: SchemaError): string {
  const place = pointer.slice(1).replaceAll('/', '.') || 'settings';
  const { anyOf, minimum, maximum, pattern } = schema;
  if (kind === 'unknown_name') return `${place}: there is no such setting`;
  if (kind === 'missing') return `${place}: is needed`;
  const choices = (anyOf ?? []).map((choice) => choice.const);
  if (choices.length > 0 && !choices.includes(undefined)) return `${place}: allowed are ${choices.join(', ')}`;
  if (minimum !== undefined && maximum !== undefined) {
    return `${place}: allowed are ${schema.type === 'integer' ? 'whole ' : ''}numbers from ${minimum} to ${maximum}`;
  }
  if (pattern !== undefined) return `${place}: must be text of the form ${pattern}`;
  return `${place}: ${message}`;
}
