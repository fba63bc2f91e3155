import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { EXAMPLES } from './examples.ts';
import type { FormGroup, Values } from './form-field.ts';
import { OPERATIONS, type Operation, operationNamed } from './operations.ts';
import { composedFrom, requestOf, sandboxBodyOf, searchOf } from './request.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const API = parse(readFileSync('openapi.yaml', 'utf8'));

function schemaOf({ path }: Operation): Schema {
  return API.paths[path].post.requestBody.content['application/json'].schema;
}

/** The path of each value that a request may have; a place in a list is `n`. */
function pathsOf(schema: Schema, at = ''): readonly string[] {
  if (schema.$ref) return pathsOf(API.components.schemas[schema.$ref.split('/').at(-1) ?? ''], at);
  const branches = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((each) => pathsOf(each, at));
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    pathsOf(each, at === '' ? name : `${at}.${name}`),
  );
  const items = schema.items ? pathsOf(schema.items, `${at}.n`) : [];
  const all = [...branches, ...inside, ...items];
  return all.length === 0 ? [at] : all;
}

/** Every form there is: each choice at each of its options, each list with one of it. */
function everyField(operation: Operation): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const look = (values: Values, depth: number) => {
    const groups = operation.groups(values);
    const paths = groups.flatMap(({ fields }) => fields.map(({ path }) => path));
    const shape = JSON.stringify([paths, groups.map(({ additions }) => additions)]);
    if (seen.has(shape) || depth > 3) return;
    seen.add(shape);
    for (const path of paths) found.add(path.replaceAll(/\.\d+(?=\.|$)/g, '.n'));
    for (const next of stepsFrom(groups, values)) look(next, depth + 1);
  };
  const seeds = EXAMPLES.filter(({ operation: name }) => name === operation.name).map(({ values }) => values);
  for (const values of [...seeds, operation.begun]) look(values, 0);
  return found;
}

function stepsFrom(groups: readonly FormGroup[], values: Values): readonly Values[] {
  const fields = groups.flatMap((group) => group.fields);
  return [
    ...fields.flatMap(({ path, options = [] }) => options.map(({ value }) => ({ ...values, [path]: value }))),
    ...fields.filter(({ kind }) => kind === 'object').map(({ path }) => ({ ...values, [path]: 'yes' })),
    ...fields
      .filter(({ path }) => path.endsWith('default.parameters.text'))
      .map(({ path }) => ({ ...values, [path]: 'a' })),
    ...groups.flatMap(({ additions = [] }) =>
      additions.map(({ list, values: own }) => ({
        ...values,
        ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`${list}.0.${name}`, value])),
      })),
    ),
  ];
}

/** Said by a button, by another field, or by nobody. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'dry_run',
  'is_primary',
  'omnichannel recipient.phone_number',
  'omnichannel message.default.template',
]);

test('every field of openapi.yaml stands in a form, and no other', () => {
  for (const operation of OPERATIONS.filter(({ method }) => method === 'POST')) {
    const isElsewhere = (path: string) => ELSEWHERE.has(path) || ELSEWHERE.has(`${operation.name} ${path}`);
    const documented = new Set(pathsOf(schemaOf(operation)).filter((path) => !isElsewhere(path)));
    const shown = everyField(operation);
    assert.deepEqual([...documented].filter((path) => !shown.has(path)).sort(), [], `${operation.name} lacks these`);
    const known = (path: string) => documented.has(path) || [...documented].some((each) => each.startsWith(`${path}.`));
    assert.deepEqual([...shown].filter((path) => !known(path)).sort(), [], `nobody knows these of ${operation.name}`);
  }
});

test('an address holds a request and gives it back', () => {
  for (const { operation: name, values } of EXAMPLES) {
    const composed = { operation: operationNamed(name), values };
    const search = searchOf(composed);
    assert.deepEqual(requestOf(composedFrom(search)), requestOf(composed));
  }
  assert.equal(composedFrom({}).operation.name, 'omnichannel');
  assert.deepEqual(composedFrom({ operation: 'phoneid' }).values, operationNamed('phoneid').begun);
});

test('a form makes the body that the API takes, with numbers as numbers', () => {
  const call = {
    operation: operationNamed('verify_call'),
    values: { phone_number: '4915112345678', extension_type: '1' },
  };
  assert.deepEqual(requestOf(call), {
    method: 'POST',
    path: '/v1/verify/call',
    body: { phone_number: '4915112345678', extension_type: 1 },
  });
  const lookUp = {
    operation: operationNamed('phoneid'),
    values: { phone_number: '49', 'addons.contact_match': 'yes', 'addons.contact_match.first_name': 'Anna' },
  };
  assert.deepEqual(requestOf(lookUp).body, { phone_number: '49', addons: { contact_match: { first_name: 'Anna' } } });
  const [fallback] = EXAMPLES.filter(({ label }) => label === 'Fallback');
  assert.deepEqual(requestOf({ operation: operationNamed('omnichannel'), values: fallback?.values ?? {} }).body, {
    phone_number: '4915112345902',
    message_type: 'ARN',
    channels: [{ channel: 'rcs', fallback_time: 5 }, { channel: 'sms' }],
    message: { default: { parameters: { text: 'Your order is ready.' } } },
  });
});

test('what the form does not show is not sent', () => {
  const values = {
    phone_number: '49',
    'channels.0.channel': 'sms',
    'message.rcs.template': 'text',
    'message.rcs.parameters.text': 'a',
  };
  const { body } = requestOf({ operation: operationNamed('omnichannel'), values });
  assert.deepEqual(body, { phone_number: '49', message_type: 'ARN', channels: [{ channel: 'sms' }] });
});

test('a template of the account has its values as they are written', () => {
  const values = {
    'message.rcs.template': 'order_shipped',
    'message.rcs.parameters': '1=1017\n\nname = Zoë = you',
  };
  const { message } = sandboxBodyOf({ operation: operationNamed('omnichannel'), values });
  assert.deepEqual(message, { rcs: { template: 'order_shipped', parameters: { '1': '1017', name: 'Zoë = you' } } });
});

test('what stands in a path is put there', () => {
  const operation = operationNamed('capability');
  assert.deepEqual(requestOf({ operation, values: { phone_number: '+49 1' } }), {
    method: 'GET',
    path: '/capability/rcs/%2B49%201',
    body: null,
  });
  const path = requestOf({ operation, values: { phone_number: '49', agent_id: 'a@b' } }).path;
  assert.equal(path, '/capability/rcs/49/a%40b');
});
