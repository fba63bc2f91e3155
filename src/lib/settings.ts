/**
 * Settings from a configuration file against their schema: defaults filled in, every mistake named with its place and
 * what is allowed.
 */
import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/** Throws an Error that lists what is wrong, each as `place: what is allowed`. No value given stands in it. */
export function parseSettings<Schema extends TSchema>(schema: Schema, input: unknown): Static<Schema> {
  const filled = Value.Default(schema, Value.Clone(input));
  if (Value.Check(schema, filled)) return filled;
  const problems = [...Value.Errors(schema, filled)].map((error) => describeProblem(error));
  throw new Error([...new Set(problems)].join('; ') || 'the settings are not valid');
}

interface Problem {
  readonly path: string;
  readonly message: string;
  readonly schema: TSchema;
}

function describeProblem(problem: Problem): string {
  const place = problem.path.slice(1).replaceAll('/', '.') || 'settings';
  const { anyOf, minimum, maximum, pattern } = problem.schema;
  if (/^Unexpected property/.test(problem.message)) return `${place}: there is no such setting`;
  if (/^Expected required property/.test(problem.message)) return `${place}: is needed`;
  const choices: unknown[] = Array.isArray(anyOf) ? anyOf.map((choice: { const?: unknown }) => choice.const) : [];
  if (choices.length > 0 && !choices.includes(undefined)) return `${place}: allowed are ${choices.join(', ')}`;
  if (minimum !== undefined && maximum !== undefined) {
    return `${place}: allowed are ${problem.schema.type === 'integer' ? 'whole ' : ''}numbers from ${minimum} to ${maximum}`;
  }
  if (pattern !== undefined) return `${place}: must be text of the form ${pattern}`;
  return `${place}: ${problem.message.charAt(0).toLowerCase()}${problem.message.slice(1)}`;
}
