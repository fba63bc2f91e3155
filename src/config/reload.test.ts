import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Config, loadConfig } from './config.ts';
import { takeSettings } from './reload.ts';

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
  const yaml = 'limits: { texts_per_day: 6 }\nhttp: { port: 9000 }\nlog: { level: warn }\n';
  assert.deepEqual(takeSettings(running, load(yaml)), {
    changed: ['limits.texts_per_day'],
    needsRestart: ['http.port', 'log.level'],
  });
  assert.deepEqual(takeSettings(running, load(yaml)), { changed: [], needsRestart: ['http.port', 'log.level'] });
  assert.deepEqual(takeSettings(running, load('limits: { texts_per_day: 6 }\n')), NOTHING, 'taken back');
  assert.equal(takeSettings(running, load('')).changed.join(), 'limits.texts_per_day');
  assert.equal(running.limits.admission.textsPerDay, 1000, 'the default');
});

const SMSC = (name: string, more = '') => `{ name: ${name}, kind: smpp, host: a.example, system_id: me${more} }`;

test('routes lead to carriers that run, and a list of them stays the one that all who send have', () => {
  const carriers = `carriers: [${SMSC('a')}, ${SMSC('b')}]\n`;
  const running = load(carriers);
  const { routes } = running;
  const route = 'routes: [{ channel: sms, carriers: [b] }]\n';
  assert.deepEqual(takeSettings(running, load(carriers + route)), { changed: ['routes'], needsRestart: [] });
  assert.deepEqual(routes, [{ channel: 'sms', carriers: ['b'] }]);
  const newOne = `carriers: [${SMSC('a')}, ${SMSC('b')}, ${SMSC('c')}]\nroutes: [{ channel: sms, carriers: [c, a] }]\n`;
  assert.deepEqual(takeSettings(running, load(newOne)), { changed: [], needsRestart: ['carriers', 'routes'] });
  assert.deepEqual(routes, [{ channel: 'sms', carriers: ['b'] }]);
});

test('the secret of a carrier that changes is told by the name of the list', () => {
  const running = load(`carriers: [${SMSC('a', `, password: "\${P}"`)}]\n`, { P: 'one' });
  const taken = takeSettings(running, load(`carriers: [${SMSC('a', `, password: "\${P}"`)}]\n`, { P: 'hidden' }));
  assert.deepEqual(taken, { changed: [], needsRestart: ['carriers'] });
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
