/**
 * The values of a form: in the address, as a body, and with one more or one less in a list. Pure.
 */
import type { FormField, FormGroup, Item, Values } from './form-field.ts';

/** How many there are of a list, by the names of the values. */
export function lengthOf(values: Values, list: string): number {
  const places = Object.keys(values).flatMap((path) => {
    const place = placeIn(path, list);
    return place === null || values[path] === '' ? [] : [place.index + 1];
  });
  return Math.max(0, ...places);
}

/** `values`: of the new one, by their names within it. */
export function withItem(values: Values, list: string, { values: own, at }: { values: Values; at: number }): Values {
  const added = Object.entries(own).map(([name, value]) => [`${list}.${at}.${name}`, value]);
  return { ...values, ...Object.fromEntries(added) };
}

/** Those behind it move up. */
export function withoutItem(values: Values, { list, index }: Item): Values {
  const kept = Object.entries(values).flatMap(([path, value]) => {
    const place = placeIn(path, list);
    if (place === null || place.index < index) return [[path, value]];
    return place.index === index ? [] : [[`${list}.${place.index - 1}.${place.rest}`, value]];
  });
  return Object.fromEntries(kept);
}

function placeIn(path: string, list: string): { readonly index: number; readonly rest: string } | null {
  if (!path.startsWith(`${list}.`)) return null;
  const [index = '', ...rest] = path.slice(list.length + 1).split('.');
  return /^\d{1,3}$/.test(index) ? { index: Number(index), rest: rest.join('.') } : null;
}

export function fieldsOf(groups: readonly FormGroup[]): readonly FormField[] {
  return groups.flatMap(({ fields }) => fields);
}

/** What stands in a field; a choice that has no word for none stands at its first. */
export function fieldValue({ path, kind, options = [] }: FormField, values: Values): string {
  const value = values[path] ?? '';
  if (value !== '' || kind !== 'choice' || options.some((option) => option.value === '')) return value;
  return options[0]?.value ?? '';
}

/** What stands in the fields that there are; what is empty is left out. */
export function shownValues(groups: readonly FormGroup[], values: Values): Values {
  const shown = fieldsOf(groups).map((field) => [field.path, fieldValue(field, values)] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== ''));
}

type Json = { [name: string]: unknown };

/** The body that the fields make (form-field.ts, rule 2). */
export function bodyOf(groups: readonly FormGroup[], values: Values): Json {
  const body: Json = {};
  for (const field of fieldsOf(groups)) {
    const value = fieldValue(field, values);
    if (value !== '') put(body, field.path.split('.'), jsonOf(field, value));
  }
  return closed(body) as Json;
}

/** What is no number stays what it is: the gateway says what is wrong with it, and where. */
function jsonOf({ kind, isNumber }: FormField, value: string): unknown {
  switch (isNumber ? 'number' : kind) {
    case 'number':
      return /^[+-]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
    case 'object':
      return {};
    case 'pairs':
      return pairsOf(value);
    default:
      return value;
  }
}

function pairsOf(text: string): Json {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.split('=');
      return [name.trim(), rest.join('=').trim()];
    }),
  );
}

function put(target: Json, [name = '', ...rest]: readonly string[], value: unknown): void {
  const before = target[name];
  if (rest.length === 0) {
    target[name] = isObject(value) && isObject(before) ? { ...value, ...before } : value;
    return;
  }
  const next = isObject(before) ? before : {};
  target[name] = next;
  put(next, rest, value);
}

/** Objects whose names are all places become lists, without holes. */
function closed(value: unknown): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  if (entries.length > 0 && entries.every(([name]) => /^\d{1,3}$/.test(name))) {
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, each]) => closed(each));
  }
  return Object.fromEntries(entries.map(([name, each]) => [name, closed(each)]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
