/**
 * What is wrong with a value, in words for the person who wrote it: the setting or field, and what is allowed. Pure.
 *
 * 1. A problem never repeats the value: it may be a secret.
 */
import type { TSchema } from 'typebox';
import { type SchemaError, type SchemaNode, schemaErrors, unescaped } from './schema-errors.ts';

export type Path = ReadonlyArray<string | number>;

export interface Problem {
  readonly path: Path;
  readonly text: string;
  /** The problem is the name itself, not its value. */
  readonly isUnknownName: boolean;
  readonly isMissing?: true;
}

/** Of a value, found by something else than its schema. */
export function valueProblem(path: Path, text: string): Problem {
  return { path, text, isUnknownName: false };
}

/** Every problem of `value`, one for each place, with paths that begin with `prefix`. `what`: what a name stands for. */
export function problemsOf(schema: TSchema, value: unknown, prefix: Path = [], what = 'setting'): Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of schemaErrors(schema, value)) {
    if (problems.has(error.pointer)) continue;
    const inside = insideOf(error, value, prefix, what);
    for (const problem of inside) problems.set(pathText(problem.path), problem);
    if (inside.length === 0) problems.set(error.pointer, describe(error, prefix, what));
  }
  return [...problems.values()];
}

/** What is wrong inside of fields that may be null as a whole: the field itself is named, not all of them. */
function insideOf({ kind, pointer, schema }: SchemaError, whole: unknown, prefix: Path, what: string): Problem[] {
  if (kind !== 'choice') return [];
  const path = stepsOf(pointer);
  const value = path.reduce<unknown>((at, step) => (at as Readonly<Record<string | number, unknown>>)[step], whole);
  const isFields = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fields = schema.anyOf?.find(({ type }) => type === 'object');
  return fields && isFields ? problemsOf(fields, value, [...prefix, ...path], what) : [];
}

/** `carriers[0].port` */
export function pathText(path: Path): string {
  return path.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');
}

/** The name among `known` that was probably meant, if one is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase().replaceAll('-', '_');
  const furthest = wanted.length <= 4 ? 1 : 2;
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    // Somebody else's name may be as long as a body is.
    if (Math.abs(candidate.length - wanted.length) > furthest) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance <= furthest && (!best || distance < best.distance)) best = { name: candidate, distance };
  }
  return best?.name;
}

function describe({ kind, pointer, schema }: SchemaError, prefix: Path, what: string): Problem {
  const path = [...prefix, ...stepsOf(pointer)];
  if (kind === 'unknown_name') {
    return { path, isUnknownName: true, text: unknownName(String(path.at(-1)), schema, what) };
  }
  if (kind === 'missing') {
    return { path, isUnknownName: false, isMissing: true, text: `is missing; allowed: ${allowedBy(schema)}` };
  }
  return { path, isUnknownName: false, text: `allowed: ${allowedBy(schema)}` };
}

function unknownName(name: string, schema: SchemaNode, what: string): string {
  const [pattern] = Object.keys(schema.patternProperties ?? {});
  if (pattern !== undefined) return `there is no such ${what}; allowed: names of the form ${pattern}`;
  const known = Object.keys(schema.properties ?? {});
  return `there is no such ${what}${didYouMean(name, known)}; allowed: ${known.join(', ')}`;
}

export function didYouMean(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? '' : ` (did you mean ${meant}?)`;
}

/** What a schema allows, as the end of "allowed: …". */
export function allowedBy(schema: SchemaNode): string {
  if (typeof schema.allowed === 'string') return schema.allowed;
  if ('const' in schema) return String(schema.const);
  if (schema.anyOf) return schema.anyOf.map(allowedBy).join(', ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return 'true, false';
    case 'array':
      return `a list${sizes(schema.minItems, schema.maxItems, 'entries')}, each ${allowedBy(schema.items ?? {})}`;
    case 'object':
      return settingsByName(Object.keys(schema.properties ?? {}));
    case 'string':
      return `text${sizes(schema.minLength, schema.maxLength, 'characters')}${
        schema.pattern === undefined ? '' : ` of the form ${schema.pattern}`
      }`;
    default:
      return schema.type === 'null' ? 'null' : 'anything';
  }
}

function settingsByName(names: readonly string[]): string {
  return `settings by name${names.length > 0 ? ` (${names.join(', ')})` : ''}`;
}

function numbers(schema: SchemaNode): string {
  const what = schema.type === 'integer' ? 'a whole number' : 'a number';
  if (schema.minimum === undefined || schema.maximum === undefined) return what;
  return `${what} from ${schema.minimum} to ${schema.maximum}`;
}

function sizes(least: number | undefined, most: number | undefined, what: string): string {
  if (least !== undefined && most !== undefined) return ` of ${least} to ${most} ${what}`;
  if (most !== undefined) return ` of up to ${most} ${what}`;
  return least === undefined ? '' : ` of at least ${least} ${what}`;
}

/** RFC 6901 to steps; an index of a list is a number. */
function stepsOf(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map(unescaped)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** Letters added, left out, replaced, or swapped with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
