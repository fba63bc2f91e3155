import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Greeting, greetingText } from './greeting.ts';

const GREETING: Greeting = {
  version: '1.2.3',
  url: 'http://127.0.0.1:8080',
  operatorsUrl: 'http://127.0.0.1:8090',
  link: `http://127.0.0.1:8090/operator/v1/session/link?key=${'a'.repeat(43)}`,
  sandbox: { customerId: 'ME', apiKey: 'a2V5', isOpen: true, envFile: 'data/sandbox.env' },
  missing: [],
};
const MISSING = [{ missing: 'an account', command: 'npx trunkline account create --help' }];

test('a start with simulated carriers fits on one screen, and says how to get in and what to try', () => {
  const text = greetingText(GREETING);
  const lines = text.trimEnd().split('\n');
  assert.ok(lines.length <= 20, `${lines.length} lines`);
  assert.equal(lines[0], 'Trunkline 1.2.3 is ready at http://127.0.0.1:8080');
  assert.match(text, /^ {2}Console +http:\/\/127\.0\.0\.1:8090\/operator\/v1\/session\/link\?key=a+$/m);
  assert.match(text, /^ {2}Customer ID +ME\n {2}API key +a2V5$/m);
  assert.match(text, /^ {2}\. data\/sandbox\.env$/m);
  for (const line of lines.filter((each) => !/^ {2}(Console|API key) /.test(each))) assert.ok(line.length <= 80, line);
});

test('with real carriers it says what is missing, and names no account of the sandbox', () => {
  const text = greetingText({ ...GREETING, sandbox: null, missing: MISSING });
  assert.match(text, /\nStill missing:\n\n {2}an account {2}npx trunkline account create --help\n$/);
  assert.doesNotMatch(text, /simulated|sandbox/);
  assert.doesNotMatch(greetingText({ ...GREETING, sandbox: null }), /missing/);
});

test('what there is not, it does not promise', () => {
  const closed = greetingText({ ...GREETING, link: null, sandbox: { ...GREETING.sandbox, isOpen: false } as never });
  assert.match(closed, /Console +http:\/\/127\.0\.0\.1:8090\/console\n/);
  assert.match(closed, /is closed; "trunkline account activate" opens it/);
  assert.doesNotMatch(closed, /API key|sandbox\.env/);
});
