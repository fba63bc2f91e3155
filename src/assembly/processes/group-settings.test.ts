/** What the processes of a gateway run with, read once for all of them. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { type Config, ConfigError, loadConfig } from '../../config/config.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { readMasterKey } from '../../lib/sealed.ts';
import { GroupSettings } from './group-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-group-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const pem = join(folder, 'key.pem');
writeFileSync(pem, privateKey);
const account = join(folder, 'account.json');
writeFileSync(account, JSON.stringify({ client_email: 'me@rbm.example', private_key: privateKey }));
const masterKey = readMasterKey(`bound:${Buffer.alloc(32, 1).toString('base64')}`);

/** Of each kind what has settings of its own. */
const EVERYTHING = `
carriers:
  - { name: sms, kind: smpp, host: smsc.example, system_id: me, password: secret }
  - { name: rcs, kind: rbm, agent_id: me@rbm.goog, client_token: token-of-rbm, service_account_file: ${account} }
  - { name: voice, kind: sip, trunks: [{ name: one, host: sip.example, caller_id: "498912345" }] }
routes: [{ channel: sms, prefixes: ["49"], carriers: [sms] }]
sources:
  - { name: a, kind: camara, api_root: "https://a.example", token_url: "https://a.example/t", client_id: me, private_key_file: ${pem} }
  - { name: b, kind: enum, servers: ["192.0.2.10:5353"], suffix: e164enum.example }
  - { name: c, kind: http, url: "https://c.example/{e164}", porting_status: { mccmnc: data.mccmnc } }
  - { name: d, kind: breaches, api_key: k }
tracing: { endpoint: "http://collector.example/v1/traces", headers: ["a: b"] }
opt_out: { languages: { nl: { stop_words: [STOPPEN] } } }
`;

function load(yaml: string): Config {
  const path = join(folder, 'trunkline.yaml');
  writeFileSync(path, yaml);
  return loadConfig({ TRUNKLINE_CONFIG: path });
}

function settingsOf(config: Config, read: () => Config) {
  assert.ok(masterKey);
  const lines: string[] = [];
  const context = createContext({
    log: createLog('info', { write: (line) => void lines.push(line) }),
    logLevel: 'info',
  });
  const secrets = { masterKey, operatorToken: 'token', sandboxCustomerId: '', sandboxApiKey: '', nodeId: 'node' };
  return { settings: new GroupSettings({ context, config, secrets, read }), context, lines };
}

test('all settings and secrets reach a process as they are', () => {
  const { settings } = settingsOf(load(EVERYTHING), () => load(''));
  const { current } = settings;
  assert.equal(current.config.phoneId.sources.length, 4);
  assert.deepEqual(deserialize(serialize(current)), current);
});

test('what is taken at a reload is what runs from then on; what waits for a start stays as it is', () => {
  const file = `${EVERYTHING}http: { port: 1234 }\nlog: { level: warn }\n`;
  const { settings, context } = settingsOf(load(EVERYTHING), () => load(file.replace('host: smsc.', 'host: other.')));
  const { told, next } = settings.reload();
  assert.deepEqual(told, { kind: 'taken', changed: ['carriers.sms', 'log.level'], needsRestart: ['http.port'] });
  assert.equal(next?.http.port, 1234);
  const { config } = settings.current;
  assert.deepEqual([config.http.port, config.logLevel, context.log.level], [8080, 'warn', 'warn']);
  const [sms] = config.carriers;
  assert.equal(sms?.kind === 'smpp' && sms.settings.host, 'other.example');
});

test('settings that cannot be used are told once, and change nothing', () => {
  const { settings, lines } = settingsOf(load(EVERYTHING), () => {
    throw new ConfigError(['a.yaml:1:1 no']);
  });
  const before = structuredClone(settings.current.config);
  assert.deepEqual(settings.reload(), { told: { kind: 'refused', problems: ['a.yaml:1:1 no'] }, next: null });
  assert.deepEqual(settings.current.config, before);
  assert.equal(lines.length, 1);
});
