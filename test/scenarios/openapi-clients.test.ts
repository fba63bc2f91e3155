/**
 * openapi.yaml as linters and makers of clients read it, which is stricter than a validator: what stands beside a `$ref` is
 * dropped, and a description that is cut off at a comma leaves a key that nobody knows.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';
import { isCollection, parseDocument, visit } from 'yaml';
import type { JsonObject } from '../../src/lib/json.ts';
import { type Described, described, document, object, text } from '../support/openapi.ts';

const FILE = fileURLToPath(new URL('../../openapi.yaml', import.meta.url));

/** Examples of requests that are refused break their schemas on purpose; probes and documents are refused to nobody. */
const INTENDED = new Set(['no-invalid-media-type-examples', 'operation-4xx-response', 'tag-description']);

/** The linter asks for a 2xx of each operation; these lead a browser elsewhere and have none. */
const LEADS_ON = new Set(
  described
    .filter(({ responses }) => responses.some(({ status }) => status === '303'))
    .map(({ path, method }) => `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses`),
);

test("Redocly's linter finds nothing", async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lint({ ref: FILE, config });
  const told = problems
    .filter(({ severity, ruleId }) => severity === 'error' || !INTENDED.has(ruleId))
    .filter(
      ({ ruleId, location }) => !(ruleId === 'operation-2xx-response' && LEADS_ON.has(location[0]?.pointer ?? '')),
    )
    .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
  assert.deepEqual(told, []);
});

test('no bare text between braces has a sign that parsers of YAML 1.1 take for the beginning of a key', () => {
  const found: string[] = [];
  visit(parseDocument(text), {
    Scalar(_, { type, source = '' }, path) {
      const isInBraces = path.some((node) => isCollection(node) && node.flow === true);
      if (isInBraces && type === 'PLAIN' && source.includes('?')) found.push(source);
    },
  });
  assert.deepEqual(found, []);
});

test('nothing stands beside a $ref, where makers of clients do not look', () => {
  const found: string[] = [];
  walk(document, '#', (node, place) => {
    // OpenAPI 3.1 allows these two beside a reference; nothing depends on them.
    const beside = Object.keys(node).filter((name) => !['$ref', 'summary', 'description'].includes(name));
    if ('$ref' in node && !place.endsWith('/properties') && beside.length > 0) found.push(`${place}: ${beside}`);
  });
  assert.deepEqual(found, []);
});

test('every field that an example has, and every one that is required, is in a client', () => {
  const missing = new Set<string>();
  for (const operation of described) {
    for (const { schema, value, place } of shownBy(operation)) compare(schema, value, place, missing);
  }
  walk(document, '#', (node, place) => {
    if (!Array.isArray(node.required) || place.endsWith('/properties')) return;
    const { fields, isOpen } = asGenerated(node);
    for (const name of node.required) {
      const isKnown = typeof name !== 'string' || isOpen || fields.has(name) || place.includes('/allOf/');
      if (!isKnown) missing.add(`${place} requires ${name}`);
    }
  });
  assert.deepEqual([...missing], []);
});

interface Shown {
  readonly schema: unknown;
  readonly value: unknown;
  readonly place: string;
}

/** Answers only: a request may show a field that is ignored. */
function shownBy({ method, path, responses }: Described): Shown[] {
  return responses.flatMap(({ status, schema, examples }) =>
    examples.map(({ name, value }) => ({ schema, value, place: `${method} ${path} ${status} ${name}` })),
  );
}

interface Generated {
  readonly fields: ReadonlyMap<string, unknown>;
  /** Other fields than these are in the client, too. */
  readonly isOpen: boolean;
  readonly items: unknown;
}

/** What a maker of clients takes from a schema. */
function asGenerated(schema: unknown): Generated {
  const given = object(schema);
  if (typeof given.$ref === 'string') return asGenerated(resolve(given.$ref));
  const own = object(given.properties);
  const fields = new Map(Object.entries(own));
  const parts = [given.allOf, given.oneOf, given.anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const has = (name: string) => name in given;
  let isOpen = has('additionalProperties')
    ? given.additionalProperties !== false
    : !has('properties') && parts.length === 0;
  let items = given.items;
  for (const part of parts) {
    const read = asGenerated(part);
    for (const [name, field] of read.fields) fields.set(name, field);
    isOpen ||= read.isOpen;
    items ??= read.items;
  }
  return { fields, isOpen, items };
}

function compare(schema: unknown, value: unknown, place: string, missing: Set<string>): void {
  const { fields, isOpen, items } = asGenerated(schema);
  if (Array.isArray(value)) {
    for (const each of value) compare(items, each, `${place}[]`, missing);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      if (fields.has(name)) compare(fields.get(name), each, `${place}.${name}`, missing);
      else if (!isOpen) missing.add(`${place}.${name}`);
    }
  }
}

function resolve(reference: string): unknown {
  let found: unknown = document;
  for (const name of reference.slice(2).split('/')) found = object(found)[name];
  assert.ok(found, `${reference} leads somewhere`);
  return found;
}

/** Everything but what stands in examples, which is anybody's. */
function walk(value: unknown, place: string, visit: (node: JsonObject, place: string) => void): void {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) walk(each, `${place}/${index}`, visit);
    return;
  }
  const node = object(value);
  if (Object.keys(node).length > 0) visit(node, place);
  for (const [name, each] of Object.entries(node)) {
    if (!['example', 'examples', 'enum', 'const', 'default'].includes(name) || place.endsWith('/properties')) {
      walk(each, `${place}/${name}`, visit);
    }
  }
}
