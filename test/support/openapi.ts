/** openapi.yaml as tests read it: its operations with their examples, and whether a value fits one of its schemas. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { described as describedBy } from '../../src/http/docs/described.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';

export interface Example {
  readonly name: string;
  readonly value: unknown;
}

export interface Described {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly operation: JsonObject;
  readonly requests: readonly Example[];
  /** By HTTP status. */
  readonly responses: ReadonlyArray<{
    readonly status: string;
    readonly schema: unknown;
    readonly examples: Example[];
    /** Names of headers that every such answer has. */
    readonly headers: readonly string[];
  }>;
}

export const text = readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8');
export const document = await describedBy(text);
export const described = describeOperations();
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, 'openapi.yaml');

export function assertFits(schema: unknown, value: unknown, place: string): void {
  const fits = compiled(object(schema));
  assert.ok(fits(value), `${place}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(value)}`);
}

export function assertHeaders(
  { headers }: Pick<Described['responses'][number], 'headers'>,
  given: Readonly<Record<string, unknown>>,
  place: string,
): void {
  for (const name of headers) assert.ok(given[name] !== undefined, `${place}: the header ${name} is missing`);
}

/** By its text: to compile a schema takes ten times as long as what a test asks to hold against it. */
const known = new Map<string, ValidateFunction>();

function compiled(given: JsonObject): ValidateFunction {
  const text = JSON.stringify(given);
  const before = known.get(text);
  if (before) return before;
  const made = ajv.compile(typeof given.$ref === 'string' ? { $ref: `openapi.yaml${given.$ref}` } : absolute(text));
  known.set(text, made);
  return made;
}

function absolute(schema: string): JsonObject {
  return JSON.parse(schema.replaceAll('"#/', '"openapi.yaml#/'));
}

function describeOperations(): Described[] {
  return Object.entries(object(document.paths)).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'delete', 'patch'] as const)
      .filter((method) => method in object(item))
      .map((method) => {
        const operation = object(object(item)[method]);
        return {
          method: method.toUpperCase() as Described['method'],
          path,
          operation,
          requests: examplesOf(operation.requestBody),
          responses: Object.entries(object(operation.responses)).map(([status, response]) => ({
            status,
            schema: Object.values(object(resolve(response).content)).map((media) => object(media).schema)[0],
            examples: examplesOf(response),
            headers: Object.entries(object(resolve(response).headers)).flatMap(([name, header]) =>
              object(resolve(header)).required === true ? [name.toLowerCase()] : [],
            ),
          })),
        };
      }),
  );
}

export function examplesOf(holder: unknown): Example[] {
  return Object.values(object(resolve(holder).content)).flatMap((media) =>
    Object.entries(object(object(media).examples)).map(([name, each]) => ({ name, value: object(each).value })),
  );
}

export function example(path: string, name: string): unknown {
  const requests = described.filter((each) => each.path === path).flatMap((each) => each.requests);
  return requests.find((each) => each.name === name)?.value;
}

function resolve(value: unknown): JsonObject {
  const given = object(value);
  if (typeof given.$ref !== 'string') return given;
  let found: unknown = document;
  for (const name of given.$ref.slice(2).split('/')) found = object(found)[name];
  return object(found);
}

export function object(value: unknown): JsonObject {
  return asJsonObject(value) ?? {};
}
