import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Config, loadConfig } from './config.ts';
import { changesSources, takeSettings } from './reload.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-reload-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, 'trunkline.yaml');

function load(yaml: string, env: Record<string, string> = {}): Config {
  writeFileSync(path, yaml);
  return loadConfig({ TRUNKLINE_CONFIG: path, ...env });
}

const NOTHING = { changed: [], needsRestart: [] };

test('settings that have not changed change nothing', () => {
  const running = load('limits: { texts_per_day: 5 }\n');
  assert.deepEqual(takeSettings(running, load('limits:\n  texts_per_day: 5 # as before\n')), NOTHING);
});

test('limits, words, texts and days are in force at once, where those who use them have them', () => {
  const running = load('');
  const { limits, optOut, masking, retention } = running;
  const { admission } = limits;
  const taken = takeSettings(
    running,
    load(`
limits: { texts_per_day: 7, requests_per_second: 3, allowed_countries: [DE] }
opt_out: { help_words: [HULP], texts: { help: Ask us }, languages: { nl: { stop_words: [STOPPEN] } } }
masking: { texts: { unknown: Nobody }, rest_s: 60 }
retention: { messages_days: 30, journal_days: 1 }
`),
  );
  assert.deepEqual(taken, {
    changed: [
      'limits.requests_per_second',
      'limits.allowed_countries',
      'limits.texts_per_day',
      'masking.texts.unknown',
      'opt_out.help_words',
      'opt_out.languages.nl',
      'opt_out.texts.help',
      'retention.messages_days',
    ].sort((a, b) => taken.changed.indexOf(a) - taken.changed.indexOf(b)),
    needsRestart: ['masking.rest_s', 'retention.journal_days'],
  });
  assert.deepEqual([admission.textsPerDay, limits.requestsPerSecond, limits.allowedCountries], [7, 3, ['DE']]);
  assert.equal(optOut.texts.help, 'Ask us');
  assert.ok(optOut.words.some(({ language }) => language === 'nl'));
  assert.deepEqual(optOut.keywords.helpWords, ['HULP']);
  assert.equal(masking.texts.unknown, 'Nobody');
  assert.equal(masking.restMs, 86_400_000, 'as it was');
  assert.equal(retention.messagesDays, 30);
});

test('what waits for a start is told each time, what was taken once', () => {
  const running = load('limits: { texts_per_day: 5 }\n');
  const yaml = 'limits: { texts_per_day: 6 }\nhttp: { port: 9000, host: 0.0.0.0 }\n';
  assert.deepEqual(takeSettings(running, load(yaml)), {
    changed: ['limits.texts_per_day'],
    needsRestart: ['http.host', 'http.port'],
  });
  assert.deepEqual(takeSettings(running, load(yaml)), { changed: [], needsRestart: ['http.host', 'http.port'] });
  assert.deepEqual(takeSettings(running, load('limits: { texts_per_day: 6 }\n')), NOTHING, 'taken back');
  assert.equal(takeSettings(running, load('')).changed.join(), 'limits.texts_per_day');
  assert.equal(running.limits.admission.textsPerDay, 1000, 'the default');
});

const SMSC = (name: string, more = '') => `{ name: ${name}, kind: smpp, host: a.example, system_id: me${more} }`;

test('carriers come, go and change, and routes lead to those of now, in the list that all who send have', () => {
  const running = load(`carriers: [${SMSC('a')}, ${SMSC('b')}]\n`);
  const { routes } = running;
  const other = `carriers: [${SMSC('b', ', window: 5')}, ${SMSC('c')}]\nroutes: [{ channel: sms, carriers: [c, b] }]\n`;
  const taken = takeSettings(running, load(other));
  assert.deepEqual(taken, { changed: ['carriers.a', 'carriers.b', 'carriers.c', 'routes'], needsRestart: [] });
  assert.deepEqual(routes, [{ channel: 'sms', carriers: ['c', 'b'] }]);
  assert.deepEqual(
    running.carriers.map(({ name }) => name),
    ['b', 'c'],
  );
  assert.deepEqual(takeSettings(running, load(other)), NOTHING);
});

test('simulated carriers do not become real ones while they run, nor is there none where there was one', () => {
  const real = `carriers: [${SMSC('a')}]\n`;
  const simulated = `carriers: [${SMSC('a', ', simulated: true')}]\n`;
  for (const [before, after] of [
    ['', real],
    ['', simulated],
    [simulated, real],
    [real, simulated],
    [real, ''],
  ] as const) {
    const running = load(before);
    assert.deepEqual(takeSettings(running, load(after)), { changed: [], needsRestart: ['carriers.a'] });
    assert.equal(running.carriers.length, load(before).carriers.length);
  }
});

test('routes to carriers that only the next start has wait for it, too', () => {
  const running = load(`carriers: [${SMSC('a')}]\n`);
  const next = `carriers: [${SMSC('s', ', simulated: true')}]\nroutes: [{ channel: sms, carriers: [s] }]\n`;
  assert.deepEqual(takeSettings(running, load(next)), {
    changed: [],
    needsRestart: ['carriers.a', 'carriers.s', 'routes'],
  });
  assert.deepEqual(running.routes, []);
});

test('sources, and how they are asked, are in force at once, where those who ask have them', () => {
  const smsc = `carriers: [${SMSC('a')}]\n`;
  const source = (name: string, more = '') => `{ name: ${name}, kind: breaches, api_key: k${more} }`;
  const running = load(`${smsc}sources: [${source('one')}, ${source('two')}]\n`);
  const { phoneId } = running;
  const other = `${smsc}sources: [${source('two', ', cost: 2')}, ${source('three')}]
phone_id: { source_within_ms: 700, ttl_s: { porting_status: 5 }, order: [{ add_on: breached_data, sources: [three] }] }
retention: { journal_days: 1 }
`;
  const taken = takeSettings(running, load(other));
  assert.deepEqual([...taken.changed].sort(), [
    'phone_id.order',
    'phone_id.source_within_ms',
    'phone_id.ttl_s.porting_status',
    'sources.one',
    'sources.three',
    'sources.two',
  ]);
  assert.deepEqual(taken.needsRestart, ['retention.journal_days']);
  assert.ok(changesSources(taken.changed));
  assert.deepEqual([phoneId.sources.map(({ name }) => name), phoneId.sourceWithinMs], [['two', 'three'], 700]);
  assert.deepEqual([phoneId.order.breached_data, phoneId.ttlSeconds.porting_status], [['three'], 5]);
  const turned = other.replace(/sources: \[(\{.*\}), (\{.*\})\]/, 'sources: [$2, $1]');
  assert.deepEqual(takeSettings(running, load(turned)).changed, ['sources'], 'their order');
  assert.deepEqual(takeSettings(running, load(turned)).changed, []);
});

test('simulated sources stay simulated, and others are not replaced by them', () => {
  const running = load('');
  const taken = takeSettings(running, load('sources: [{ name: one, kind: breaches, api_key: k }]\n'));
  assert.deepEqual(taken, { changed: [], needsRestart: ['sources.one'] });
  assert.deepEqual(running.phoneId.sources, []);
});

test('the level of the log is told, and taken', () => {
  const running = load('');
  assert.deepEqual(takeSettings(running, load('log: { level: warn }\n')).changed, ['log.level']);
  assert.equal(running.logLevel, 'warn');
});

test('the secret of a carrier that changes is told by the name of the carrier', () => {
  const running = load(`carriers: [${SMSC('a', `, password: "\${P}"`)}]\n`, { P: 'one' });
  const taken = takeSettings(running, load(`carriers: [${SMSC('a', `, password: "\${P}"`)}]\n`, { P: 'hidden' }));
  assert.deepEqual(taken, { changed: ['carriers.a'], needsRestart: [] });
});

test('a secret of the environment whose file holds another one is told by its variable', () => {
  const file = join(folder, 'operator-token');
  const env = { TRUNKLINE_OPERATOR_TOKEN_FILE: file };
  writeFileSync(file, 'a'.repeat(24));
  const running = load('', env);
  assert.deepEqual(takeSettings(running, load('', env)), NOTHING);
  writeFileSync(file, 'b'.repeat(24));
  assert.deepEqual(takeSettings(running, load('', env)), { changed: [], needsRestart: ['TRUNKLINE_OPERATOR_TOKEN'] });
});
