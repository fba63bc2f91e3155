/** What is wrong with a value, as a list of places. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { stepsOf } from '../../test/support/steps.ts';
import { pathText, problemsOf } from './problems.ts';
import { schemaErrors } from './schema-errors.ts';
import { strict } from './schemas.ts';

function places(schema: TSchema, value: unknown): string[] {
  return schemaErrors(schema, value).map(({ kind, pointer }) => `${kind} ${pointer}`);
}

test('all that is wrong is told, also where much is', () => {
  const names = Array.from({ length: 40 }, (_, index) => `setting_${index}`);
  const schema = Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])), strict);
  const wrong = Object.fromEntries(names.map((name) => [name, 'x']));
  assert.deepEqual(
    places(schema, wrong),
    names.map((name) => `value /${name}`),
  );
});

test('a name too many and a name too few have places of their own, with what is special in them escaped', () => {
  const schema = Type.Object({ 'a/b': Type.String(), '~c': Type.Optional(Type.String()) }, strict);
  assert.deepEqual(places(schema, { 'd/e~': 1, f: 1 }), ['missing /a~1b', 'unknown_name /d~1e~0', 'unknown_name /f']);
  const table = Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.Integer(), strict);
  assert.deepEqual(places(table, { de: 1, fr: 'x', german: 1, french: 1 }).toSorted(), [
    'unknown_name /french',
    'unknown_name /german',
    'value /fr',
  ]);
});

test('of a choice that nothing fits one thing is told', () => {
  const word = Type.Union([Type.Literal('on'), Type.Literal('off')]);
  const schema = Type.Object({ word, list: Type.Array(word) });
  assert.deepEqual(places(schema, { word: 'up', list: ['on', 3] }), ['choice /word', 'choice /list/1']);
});

test('of a section that may be null its settings are told, when it is one', () => {
  const section = Type.Object({ host: Type.String(), port: Type.Integer() }, strict);
  const schema = Type.Object({ tls: Type.Union([Type.Null(), section], { allowed: 'null, or host and port' }) });
  const told = (tls: unknown) => problemsOf(schema, { tls }).map(({ path, text }) => `${pathText(path)}: ${text}`);
  assert.deepEqual(told(3), ['tls: allowed: null, or host and port']);
  assert.deepEqual(told({ host: 'a', port: 'b', prot: 1 }), [
    'tls.prot: there is no such setting (did you mean port?); allowed: host, port',
    'tls.port: allowed: a whole number',
  ]);
});

test('what is wrong with a list comes before what is wrong in it', () => {
  const schema = Type.Object({ list: Type.Array(Type.Integer(), { maxItems: 1 }) });
  assert.deepEqual(places(schema, { list: ['x', 'y'] }), ['value /list', 'value /list/0', 'value /list/1']);
});

test('a body full of unknown names costs no more than what is told of it', () => {
  const schema = Type.Object({ a: Type.Optional(Type.String()) }, strict);
  const body = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`name_${index}`, 1]));
  const steps = stepsOf(() => assert.equal(problemsOf(schema, body).length, 1_000));
  assert.ok(steps < 5_000_000, `${steps} steps`);
});
