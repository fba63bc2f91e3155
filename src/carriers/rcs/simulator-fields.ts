/**
 * Reads JSON field by field as Google's APIs do, for the simulated RBM. Pure.
 *
 * 1. A field that an object does not have is refused, wherever it is. A field that is null is absent.
 * 2. What is wrong is thrown as `BadMessage`, in words that begin with the path of the field.
 * 3. Characters are code points.
 */
import { parseInstant } from '../../lib/instant.ts';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';

/** What RBM answers 400 INVALID_ARGUMENT for. */
export class BadMessage extends Error {
  override readonly name = 'BadMessage';
}

export interface At {
  readonly place: string;
  readonly values: JsonObject;
}

/** Rule 1: `names` are all that it may have. */
export function objectAt(value: unknown, place: string, names: readonly string[]): At {
  const values = asJsonObject(value);
  if (!values) throw new BadMessage(`${place} is no object`);
  for (const name of Object.keys(values)) {
    if (!names.includes(name)) throw new BadMessage(`${place} has no field of the name ${name.slice(0, 40)}`);
  }
  return { place, values };
}

export function objectIn({ place, values }: At, name: string, names: readonly string[]): At {
  return objectAt(values[name], `${place}.${name}`, names);
}

export function has({ values }: At, name: string): boolean {
  return Object.hasOwn(values, name) && values[name] !== null;
}

/** The one of these fields that is there; two, or none, are refused. */
export function oneOf<T extends string>(at: At, names: readonly T[]): T {
  const [first, ...others] = names.filter((name) => has(at, name));
  if (first !== undefined && others.length === 0) return first;
  throw new BadMessage(`${at.place} has one of ${names.join(', ')}`);
}

export function textIn(at: At, name: string, most: number, least = 1): string {
  const value = at.values[name];
  if (typeof value === 'string' && charactersOf(value, most) <= most && value.length >= least) return value;
  throw new BadMessage(`${at.place}.${name} has ${least} to ${most} characters`);
}

/** As many as matter. */
function charactersOf(text: string, most: number): number {
  return text.length > most * 2 ? text.length : [...text].length;
}

export function optionalTextIn(at: At, name: string, most: number): string | undefined {
  return has(at, name) ? textIn(at, name, most) : undefined;
}

export function urlIn(at: At, name: string, most: number): string {
  const url = textIn(at, name, most);
  if (/^https?:\/\/[^/\s]/.test(url) && URL.canParse(url)) return url;
  throw new BadMessage(`${at.place}.${name} is an http or https URL`);
}

export function wordIn<T extends string>(at: At, name: string, words: readonly T[]): T {
  const word = words.find((each) => each === at.values[name]);
  if (word !== undefined) return word;
  throw new BadMessage(`${at.place}.${name} is ${words.join(' or ')}`);
}

export function numberIn(at: At, name: string, most: number): number {
  const value = at.values[name];
  if (typeof value === 'number' && Math.abs(value) <= most) return value;
  throw new BadMessage(`${at.place}.${name} is a number from -${most} to ${most}`);
}

/** Epoch milliseconds. */
export function timeIn(at: At, name: string): number {
  const time = parseInstant(at.values[name], 'is_refused');
  if (time !== null) return time;
  throw new BadMessage(`${at.place}.${name} is a time (RFC 3339)`);
}

export function listIn(at: At, name: string, { least, most }: { readonly least: number; readonly most: number }) {
  const list = has(at, name) ? at.values[name] : [];
  if (Array.isArray(list) && list.length >= least && list.length <= most) {
    return list.map((value: unknown, index) => ({ value, place: `${at.place}.${name}[${index}]` }));
  }
  throw new BadMessage(`${at.place}.${name} is a list of ${least} to ${most}`);
}
