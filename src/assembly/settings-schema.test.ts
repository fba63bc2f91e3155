import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { Value } from 'typebox/value';
import { parse } from 'yaml';
import { CARRIER_KINDS } from '../carriers/kinds.ts';
import { SettingsSchema } from '../config/schema.ts';
import { asJsonObject, type JsonObject } from '../lib/json.ts';
import type { SchemaNode } from '../lib/schema-errors.ts';
import { SOURCE_SCHEMAS } from '../sources/configured.ts';
import { settingsJsonSchema } from './settings-schema.ts';

const ajv = new Ajv({ strict: false });
const schema = settingsJsonSchema();
const fits = ajv.compile(schema);

const root = new URL('../../', import.meta.url);
const defaults = parse(readFileSync(new URL('trunkline.defaults.yaml', root), 'utf8')) as JsonObject;
const SECTIONS = Object.keys(SettingsSchema.properties);

/** Where it is wrong; empty: nowhere. */
function places(yaml: string): string[] {
  return fits(parse(yaml)) ? [] : [...new Set((fits.errors ?? []).map(({ instancePath }) => instancePath))];
}

/** Whole settings files of a page, without the indentation that a list gives them. */
function filesIn(page: string): string[] {
  return [...page.matchAll(/^( *)```yaml\n([\s\S]*?)^ *```/gm)]
    .map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .filter((block) => SECTIONS.includes(/^(\w+):/m.exec(block)?.[1] ?? ''));
}

test('the defaults and all settings that the documents show fit the schema', () => {
  assert.deepEqual(places(readFileSync(new URL('trunkline.defaults.yaml', root), 'utf8')), []);
  const pages = [
    'README.md',
    ...['docs', 'docs/carriers'].flatMap((folder) =>
      readdirSync(new URL(folder, root)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : [])),
    ),
  ];
  const found = pages.flatMap((page) =>
    filesIn(readFileSync(new URL(page, root), 'utf8')).map((yaml) => ({ page, yaml })),
  );
  assert.ok(found.length > 15, `${found.length} files`);
  for (const { page, yaml } of found) assert.deepEqual(places(yaml), [], `${page}\n${yaml}`);
});

const SMSC = 'name: smsc-1, kind: smpp, host: a.example, system_id: me';

test('a file says what differs, and an empty section is one', () => {
  for (const yaml of [
    '{}',
    'http:\nlog:\ncarriers:\n',
    'http: { port: 9000 }\n',
    `carriers: [{ ${SMSC} }]\n`,
    'opt_out: { languages: { nl: { help_words: [HULP] } } }\n',
    'carriers: [{ name: a, kind: rbm, agent_id: a, client_token_file: /b }]\n',
  ]) {
    assert.deepEqual(places(yaml), [], yaml);
  }
});

test('what is wrong is marked where it stands', () => {
  for (const [yaml, place] of [
    ['http: { prot: 80 }', '/http'],
    ['port: 80', ''],
    ['http: { port: 65536 }', '/http/port'],
    ['http: { tls: { certificate_file: a } }', '/http/tls'],
    [`carriers: [{ ${SMSC}, windw: 3 }]`, '/carriers/0'],
    [`carriers: [{ ${SMSC}, password: ${'p'.repeat(65)} }]`, '/carriers/0/password'],
    ['carriers: [{ name: a, kind: smpp, host: b }]', '/carriers/0'],
    ['carriers: [{ name: a, kind: fax }]', '/carriers/0/kind'],
    ['carriers: [{ name: a, kind: rbm, agent_id: a }]', '/carriers/0'],
    ['routes: [{ channel: sms }]', '/routes/0'],
    ['sources: [{ name: a, kind: camara, client_id: b }]', '/sources/0'],
  ] as const) {
    assert.ok(places(yaml).includes(place), `${yaml}: ${places(yaml).join() || 'accepted'}`);
  }
});

test('a text that names a variable fits wherever a text may stand', () => {
  const text = `"\${NAME}"`;
  for (const yaml of [
    `carriers: [{ ${SMSC}, password: ${text}, bind: ${text} }]`,
    `database: { url: ${text}, url_file: "/run/${text.slice(1)} }`,
    `log: { level: ${text} }`,
    `tracing: { endpoint: ${text}, headers: ["authorization: Bearer ${text.slice(1)}] }`,
    `sources: [{ name: a, kind: breaches, url: ${text}, api_key: ${text} }]`,
  ]) {
    assert.deepEqual(places(yaml), [], yaml);
  }
});

const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 1, 7, 60, 1.5, 1e12],
  ...['', 'x', 'x y', '49', 'DE', 'x'.repeat(1001), 'https://x.example/a', 'a: b', '/a'],
  ...[[], ['x'], ['DE', '49'], [7], [1.5, -1], {}, { x: 1 }, { de: {} }],
];

interface Place {
  readonly path: readonly string[];
  readonly schema: SchemaNode;
}

/** Every setting, also those inside of others. */
function settingsIn(schemaOf: SchemaNode, path: readonly string[] = []): Place[] {
  const sections: readonly SchemaNode[] = [schemaOf, ...(schemaOf.anyOf ?? [])];
  return sections.flatMap(({ properties }) =>
    Object.entries<SchemaNode>(properties ?? {}).flatMap(([name, own]) => [
      { path: [...path, name], schema: own },
      ...settingsIn(own, [...path, name]),
    ]),
  );
}

/** Words that a place takes, in single texts and in lists. */
function wordsOf({ schema: own }: Place): unknown[] {
  const words = (each: SchemaNode | undefined): unknown[] =>
    [...(each?.anyOf ?? []), each].flatMap((one) => (one && 'const' in one ? [one.const] : []));
  return [...words(own), ...words(own.items).map((word) => [word])];
}

/** `value` with something else at the place; of a section, what it says goes over what stands there. */
function changed(value: JsonObject, [name = '', ...rest]: readonly string[], to: unknown): JsonObject {
  const inner = asJsonObject(value[name]);
  if (rest.length > 0) return { ...value, [name]: changed(inner ?? {}, rest, to) };
  const section = asJsonObject(to);
  return { ...value, [name]: inner && section ? { ...inner, ...section } : to };
}

test('the schema accepts what the gateway accepts of every setting, and refuses what it refuses', () => {
  let compared = 0;
  for (const place of settingsIn(SettingsSchema)) {
    for (const value of [...VALUES, ...wordsOf(place)]) {
      // Those of carriers and sources are checked by kind, below. An empty section is tried above.
      if (value === null || ['carriers', 'sources'].includes(place.path.join())) continue;
      const accepted = Value.Check(SettingsSchema, changed(defaults, place.path, value));
      const isFitting = fits(changed({}, place.path, value));
      assert.equal(isFitting, accepted, `${place.path.join('.')}: ${JSON.stringify(value)}`);
      compared += 1;
    }
  }
  assert.ok(compared > 2_000, String(compared));
});

const PEM = 'a key';
const LEAST: Readonly<Record<string, JsonObject>> = {
  smpp: { host: 'a', system_id: 'b' },
  rbm: { agent_id: 'a', client_token: 'long enough' },
  sip: { trunks: [{ name: 'a', host: 'b' }] },
  camara: { api_root: 'https://a.example', token_url: 'https://a.example', client_id: 'b', private_key: PEM },
};

test('the same holds for every setting of every kind of carrier and source', () => {
  const kinds = [
    ...Object.entries(CARRIER_KINDS).map(([kind, { schema: own }]) => ({ list: 'carriers', kind, own })),
    ...Object.entries(SOURCE_SCHEMAS).map(([kind, own]) => ({ list: 'sources', kind, own })),
  ];
  let compared = 0;
  for (const { list, kind, own } of kinds) {
    for (const place of settingsIn(own)) {
      for (const value of [...VALUES, ...wordsOf(place)]) {
        const section = changed(LEAST[kind] ?? {}, place.path, value);
        const accepted = Value.Check(own, Value.Default(own, structuredClone(section)));
        const isFitting = fits({ [list]: [{ name: 'a', kind, ...section }] });
        assert.equal(isFitting, accepted, `${kind} ${place.path.join('.')}: ${JSON.stringify(value)}`);
        compared += 1;
      }
    }
  }
  assert.ok(compared > 3_000, String(compared));
});

test('hovering over a setting tells what the defaults say of it', () => {
  const { http, limits } = (schema as { properties: Record<string, { properties: Record<string, JsonObject> }> })
    .properties;
  assert.match(String(http?.properties.host?.description), /^Address and port to listen on; port 0 takes a free one\./);
  assert.equal(http?.properties.port?.default, 8080);
  assert.match(String(limits?.properties.per_number_per_minute?.description), /^Messages and calls to one number\.$/);
});
