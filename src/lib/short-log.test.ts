import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortLine } from './short-log.ts';

const TIME = '2026-11-26T08:07:09.123Z';
const line = (entry: object) => `${JSON.stringify({ time: TIME, ...entry })}\n`;

test('a line says when, how bad, what, and with which values', () => {
  const entry = {
    level: 'info',
    pid: 25328,
    version: 'postgres 18.4',
    runs: 'here',
    seat: null,
    msg: 'database started',
  };
  assert.equal(
    shortLine(line(entry), false),
    '08:07:09 info  database started  pid=25328 version="postgres 18.4" runs=here seat=null\n',
  );
});

test('of an error it shows the message, and where it comes from when it is one of ours', () => {
  const err = { type: 'Error', message: 'no route', stack: 'Error: no route\n    at connect (net.ts:1:2)' };
  assert.equal(
    shortLine(line({ level: 'error', err, msg: 'failed' }), false),
    '08:07:09 error failed  err="Error: no route"\n         at connect (net.ts:1:2)\n',
  );
  assert.equal(shortLine(line({ level: 'warn', err, msg: 'is down' }), false).split('\n').length, 2);
});

test('what a peer wrote moves no cursor', () => {
  const said = shortLine(line({ level: 'warn', said: '\u001b[2J\u009b1', name: 'a\u0007b', msg: 'x\u001b[0m' }), false);
  assert.doesNotMatch(said.trimEnd(), /\p{Cc}/u);
});

test('colours are given where they are wanted, and other lines are left alone', () => {
  assert.ok(shortLine(line({ level: 'warn', msg: 'x' }), true).endsWith('\u001b[33mwarn \u001b[0m x\n'));
  assert.equal(shortLine('no JSON\n', true), 'no JSON\n');
});
