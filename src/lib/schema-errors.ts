/**
 * What the library of schemas finds wrong with a value, as one list of places: which value, and the schema that it breaks.
 * Pure.
 *
 * 1. A name too many and a name too few are each a place of their own.
 * 2. Of a choice that nothing fits the choice is told, not what each of its schemas wants.
 * 3. What is wrong with a list or a section comes before what is wrong in it.
 */
import type { TSchema } from 'typebox';
import { Settings } from 'typebox/system';
import { Errors } from 'typebox/value';

/** A schema as what it is, JSON Schema, with our own words: `allowed` and `secret`. */
export interface SchemaNode extends TSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  /** Of a list; a tuple, which has several, is looked into by nobody. */
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** In words, where what the schema says is not for people. */
  readonly allowed?: string;
  /** `lines`: it may have several. */
  readonly secret?: 'line' | 'lines';
  /** The library's own, on what says no more than them. */
  readonly '~kind'?: string;
  readonly '~unsafe'?: unknown;
}

export interface SchemaError {
  readonly kind: 'unknown_name' | 'missing' | 'choice' | 'value';
  /** RFC 6901. */
  readonly pointer: string;
  /** Of an unknown name that of its section; else of the value. */
  readonly schema: SchemaNode;
  /** In the library's words. */
  readonly message: string;
}

type Found = ReturnType<typeof Errors>[number];

/** More of one value are not told. */
const MOST_ERRORS = 1_000;

export function schemaErrors(schema: TSchema, value: unknown): SchemaError[] {
  // The library stops at eight unless it is told otherwise, and takes no setting by the call.
  Settings.Set({ maxErrors: MOST_ERRORS });
  const errors: SchemaError[] = [];
  for (const found of Errors(schema, value)) {
    for (const error of toErrors(schema, found)) {
      const inside = `${error.pointer}/`;
      const first = errors.findIndex(({ pointer }) => pointer.startsWith(inside));
      if (first < 0) errors.push(error);
      else errors.splice(first, 0, error);
    }
  }
  return errors;
}

function toErrors(root: SchemaNode, found: Found): SchemaError[] {
  const { keyword, instancePath: pointer, schemaPath, message } = found;
  const steps = schemaPath.split('/').slice(1).map(unescaped);
  // Rule 2.
  if (steps.includes('anyOf')) return [];
  if (keyword === 'boolean') {
    return [{ kind: 'unknown_name', pointer, schema: schemaAt(root, steps.slice(0, -1)), message: 'Unknown name' }];
  }
  const schema = schemaAt(root, steps);
  switch (keyword) {
    // Each of the names has been told.
    case 'additionalProperties':
      return [];
    case 'required':
      return found.params.requiredProperties.map((name) => ({
        kind: 'missing',
        pointer: `${pointer}/${escaped(name)}`,
        schema: schema.properties?.[name] ?? {},
        message,
      }));
    case 'anyOf':
      return [{ kind: 'choice', pointer, schema, message }];
    default:
      return [{ kind: 'value', pointer, schema, message }];
  }
}

function schemaAt(root: SchemaNode, steps: readonly string[]): SchemaNode {
  let at: unknown = root;
  for (const step of steps) at = (at as Readonly<Record<string, unknown>> | undefined)?.[step];
  return (at ?? {}) as SchemaNode;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}
