import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'yaml';
import { formerKey, testKey } from '../../test/support/master-keys.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { SettingsSchema } from './schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-config-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const root = new URL('../..', import.meta.url);
const path = join(folder, 'trunkline.yaml');

function load(yaml: string, env: Record<string, string> = {}): Config {
  writeFileSync(path, yaml);
  return loadConfig({ TRUNKLINE_CONFIG: path, ...env });
}

function problems(yaml: string, env: Record<string, string> = {}): string[] {
  return refused(() => load(yaml, env)).map((problem) => problem.replace(`${path}:`, ''));
}

function refused(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    for (const problem of error.problems) assert.ok(error.message.includes(problem));
    return [...error.problems];
  }
  return assert.fail('it was accepted');
}

const OPERATORS = { host: '127.0.0.1', port: 8090 };

test('without a file and variables the defaults hold', () => {
  const config = loadConfig({});
  assert.deepEqual(config.http, {
    host: '127.0.0.1',
    port: 8080,
    tls: null,
    trustedProxies: [],
    tellsUnknownIds: true,
    operators: OPERATORS,
  });
  assert.equal(config.dataDirectory, resolve('data'));
  assert.equal(config.database.url, null);
  assert.deepEqual(config.carriers, []);
  assert.equal(config.engine.leaseMs, 10_000);
  assert.ok(config.optOut.keywords.stopWords.includes('STOP'));
});

test('the file changes what it names, the environment goes before the file', () => {
  const config = load('http:\n  port: 9000\n  host: 0.0.0.0\nopt_out:\n  texts: { help: Ask us }\nlog:\n', {
    PORT: '9001',
    TRUNKLINE_DATA: folder,
    DATABASE_URL: 'postgres://me:secret@db.example:5432/trunkline',
  });
  assert.deepEqual(config.http, {
    host: '0.0.0.0',
    port: 9001,
    tls: null,
    trustedProxies: [],
    tellsUnknownIds: true,
    operators: OPERATORS,
  });
  assert.equal(config.optOut.texts.help, 'Ask us');
  assert.match(config.optOut.texts.stopped, /START/);
  assert.equal(config.logLevel, 'info');
  assert.equal(config.dataDirectory, folder);
  assert.match(config.database.url ?? '', /db\.example/);
});

test('what a file says of a language goes over what is said of it, and other languages stay', () => {
  const { words, languages } = load(
    'opt_out: { languages: { de: { texts: { help: Ja? } }, nl: { help_words: [HULP] } } }',
  ).optOut;
  assert.equal(languages.de?.help, 'Ja?');
  assert.match(languages.de?.stopped ?? '', /Werbung/);
  assert.deepEqual(
    words.map(({ language }) => language),
    ['de', 'fr', 'es', 'pt', 'it', 'nl', null],
  );
});

test('what is wrong with a variable of OpenTelemetry is told beside all else, and a right one goes before the file', () => {
  const told = problems('http: { port: x }\n', { OTEL_TRACES_SAMPLER: 'b3' });
  assert.deepEqual(
    told.map((each) => each.split(': ')[0]),
    ['OTEL_TRACES_SAMPLER', '1:15 http.port'],
  );
  const { tracing } = load('tracing: { endpoint: "http://file/v1/traces" }\n', {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://all:4318',
  });
  assert.equal(tracing?.endpoint, 'http://all:4318/v1/traces');
});

test('lists replace, and an empty variable counts as none', () => {
  const config = load('opt_out:\n  stop_words: [NEIN]\n', { PORT: '', HOST: '' });
  assert.deepEqual(config.optOut.keywords.stopWords, ['NEIN']);
  assert.deepEqual(config.http, {
    host: '127.0.0.1',
    port: 8080,
    tls: null,
    trustedProxies: [],
    tellsUnknownIds: true,
    operators: OPERATORS,
  });
});

test('--config names the file, too; nothing else is taken', () => {
  writeFileSync(path, 'http: { port: 9002 }\n');
  assert.equal(loadConfig({}, ['--config', path]).http.port, 9002);
  assert.match(refused(() => loadConfig({}, ['--confg', path])).join(), /^command line: .*--confg.*--config FILE/);
  assert.match(refused(() => loadConfig({}, ['extra'])).join(), /^command line: .*extra/);
});

test('an unknown setting is named with its place and what was probably meant', () => {
  assert.deepEqual(problems('http:\n  host: ::1\n  prot: 80\n'), [
    '3:3 http.prot: there is no such setting (did you mean port?); allowed: host, port, tls, trusted_proxies, tell_unknown_customers, operators',
  ]);
  assert.match(problems('# first\nport: 80\n').join(), /^2:1 port: there is no such setting; .* \(http\.port\?\)$/);
});

test('a wrong value is named with its place and what is allowed, and not repeated', () => {
  assert.deepEqual(problems('http:\n  port: 65536\nlog: { level: loud }\n'), [
    '2:9 http.port: allowed: a whole number from 0 to 65535',
    '3:15 log.level: allowed: trace, debug, info, warn, error, fatal, silent',
  ]);
  assert.deepEqual(problems('engine: 5\n'), [
    '1:9 engine: allowed: settings by name (lease_ms, heartbeat_ms, gather_ms)',
  ]);
  assert.match(problems('database:\n  url: 17\n').join(), /^2:8 database\.url: allowed: null or an address/);
});

test('what YAML itself refuses is named with its place', () => {
  assert.match(problems('http:\n  port: 1\n  port: 2\n').join(), /^3:3 .*unique/);
  assert.match(problems('http: [1\n').join(), /^\d:\d /);
  assert.match(problems('- a list\n').join(), /^1:1 must hold settings by name/);
});

test('a file that cannot be read is named with the variable', () => {
  const missing = join(folder, 'missing.yaml');
  assert.deepEqual(
    refused(() => loadConfig({ TRUNKLINE_CONFIG: missing })),
    [`TRUNKLINE_CONFIG: the file ${missing} cannot be read (ENOENT)`],
  );
});

test('a wrong variable is named, an unknown TRUNKLINE_ variable is refused', () => {
  assert.deepEqual(problems('', { PORT: 'http' }), ['PORT: allowed: a whole number from 0 to 65535']);
  assert.match(problems('', { TRUNKLINE_DTA: 'x' }).join(), /^TRUNKLINE_DTA: .*did you mean TRUNKLINE_DATA/);
  assert.doesNotThrow(() => load('', { TRUNKLINE_TEST_DATABASE: 'x', OTHER_VARIABLE: 'y' }));
  assert.match(problems('', { DATABASE_URL: 'mysql://secret@x' }).join(), /^DATABASE_URL: must look like postgres:/);
});

test('secrets of the environment are checked, and stand in no error', () => {
  const wrong = {
    TRUNKLINE_MASTER_KEY: 'c2VjcmV0LXNlY3JldA==',
    TRUNKLINE_OPERATOR_TOKEN: 'secret',
    TRUNKLINE_SANDBOX_CUSTOMER_ID: 'secret secret',
    TRUNKLINE_SANDBOX_API_KEY: 'secret_secret',
  };
  const text = problems('', wrong);
  assert.deepEqual(text.map((problem) => problem.split(':')[0]).sort(), Object.keys(wrong).sort());
  assert.doesNotMatch(text.join(), /secret[ _-]secret|c2Vj/);
  const config = load('', { TRUNKLINE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') });
  assert.deepEqual(config.secrets.masterKey, formerKey(7));
  const bound = load('', { TRUNKLINE_MASTER_KEY: `bound:${Buffer.alloc(32, 7).toString('base64')}` });
  assert.deepEqual(bound.secrets.masterKey, testKey(7));
});

const SMPP = 'carriers:\n  - name: smsc-1\n    kind: smpp\n    host: smsc.example\n    system_id: me\n';

test('carriers are read by kind, with the defaults of the kind', () => {
  const [carrier] = load(SMPP).carriers;
  assert.equal(carrier?.kind, 'smpp');
  assert.equal(carrier?.kind === 'smpp' && carrier.settings.port, 2775);
});

test('what is wrong with a carrier is named with its place', () => {
  assert.match(problems(`${SMPP}    windw: 3\n`).join(), /^6:5 carriers\[0\]\.windw: .*did you mean window/);
  assert.deepEqual(problems(`${SMPP}    window: 0\n`), [
    '6:13 carriers[0].window: allowed: a whole number from 1 to 500',
  ]);
  assert.deepEqual(problems(SMPP.replace('    system_id: me\n', '')), [
    '2:5 carriers[0].system_id: is missing; allowed: text of up to 64 characters',
  ]);
  assert.match(
    problems(SMPP.replace('kind: smpp', 'kind: fax')).join(),
    /^3:11 carriers\[0\]\.kind: allowed: smpp, rbm, sip$/,
  );
  assert.match(problems(SMPP.replace('smsc-1', 'SMSC 1')).join(), /^2:11 carriers\[0\]\.name: allowed: a name of/);
  const twice = `${SMPP}  - { name: smsc-1, kind: smpp, host: x, system_id: y }\n`;
  assert.match(problems(twice).join(), /^6:13 carriers\[1\]\.name: another carrier has the name smsc-1/);
  const former = `${SMPP}  - { name: smsc-2, kind: smpp, host: x, system_id: y, formerly: [gone, smsc-1] }\n`;
  assert.match(
    problems(former).join(),
    /^6:\d+ carriers\[1\]\.formerly\[1\]: smsc-1 is a carrier; allowed: names that/,
  );
  const both = `${SMPP}    formerly: [gone]\n  - { name: smsc-2, kind: smpp, host: x, system_id: y, formerly: [gone] }\n`;
  assert.match(
    problems(both).join(),
    /^7:\d+ carriers\[1\]\.formerly\[0\]: gone stands there before; allowed: names that nothing else/,
  );
  assert.match(
    problems(`${SMPP}    formerly: [A]\n`).join(),
    /carriers\[0\]\.formerly\[0\]: allowed: a name of 1 to 40/,
  );
  assert.match(
    problems(`${SMPP}    data_coding: { text: 8 }\n`).join(),
    /^2:5 carriers\[0\]: data_coding: text and ucs2/,
  );
});

test('an RBM agent needs credentials that can be used', () => {
  const agent = 'carriers:\n  - name: agent\n    kind: rbm\n    agent_id: a@rbm.goog\n    client_token: 12345678\n';
  assert.match(problems(agent).join(), /carriers\[0\]\.client_token: allowed/);
  const quoted = agent.replace('12345678', '"12345678"');
  assert.match(problems(quoted).join(), /^2:5 carriers\[0\]: service_account or service_account_file: one of them/);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { client_email: 'a@b.example', private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
  const file = join(folder, 'key.json');
  writeFileSync(file, JSON.stringify(key));
  assert.equal(load(`${quoted}    service_account_file: ${file}\n`).carriers[0]?.kind, 'rbm');
});

test('routes name carriers that there are, on their channel', () => {
  const route = `${SMPP}routes:\n  - channel: sms\n    prefixes: ["49"]\n    message_types: [OTP]\n    carriers: [smsc-1]\n`;
  assert.deepEqual(load(route).routes, [
    { channel: 'sms', prefixes: ['49'], messageTypes: ['OTP'], carriers: ['smsc-1'] },
  ]);
  assert.match(
    problems(route.replace('[smsc-1]', '[smcs-1]')).join(),
    /^10:16 routes\[0\]\.carriers\[0\]: .*did you mean smsc-1/,
  );
  assert.match(problems(route.replace('channel: sms', 'channel: rcs')).join(), /smsc-1 is not on the channel rcs/);
  assert.match(
    problems(route.replace('"49"', '49')).join(),
    /^8:16 routes\[0\]\.prefixes\[0\]: allowed: digits in quotes/,
  );
  assert.match(problems('routes:\n  - { channel: sms, carriers: [x] }\n').join(), /none, since no carrier/);
});

test('settings that only make sense together are checked together', () => {
  assert.match(
    problems('engine: { heartbeat_ms: 6000 }\n').join(),
    /^1:25 engine\.heartbeat_ms: .*half of engine\.lease_ms/,
  );
  assert.match(problems('callbacks: { timeout_ms: 40000 }\n').join(), /callbacks\.lease_ms: allowed: more than/);
  assert.match(problems('callbacks:\n  allowed_networks: [10.0.0.0]\n').join(), /^2:22 .*allowed: a network such as/);
  assert.match(problems('opt_out:\n  help_words: [stop]\n').join(), /^2:16 .*stands in opt_out\.stop_words as well/);
  const words = (language: string, lists: string) =>
    problems(`opt_out:\n  languages: { ${language}: ${lists} }\n`).join();
  assert.match(
    words('nl', '{ help_words: [Stopp] }'),
    /nl\.help_words\[0\]: .*opt_out\.languages\.de\.stop_words as well/,
  );
  assert.match(words('Dutch', '{ help_words: [hulp] }'), /opt_out\.languages\.Dutch: there is no such setting/);
  assert.match(words('nl', '{ words: [hulp] }'), /nl\.words: there is no such setting.*stop_words/);
});

interface Leaf {
  readonly name: string;
  readonly value: unknown;
}

const named = new Set(schemaNames(SettingsSchema, ''));

/** Settings by full name; a list is one setting, and so is what the schema has under names that a file may choose. */
function leaves(value: unknown, name: string): Leaf[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || named.has(name)) return [{ name, value }];
  return Object.entries(value).flatMap(([key, each]) => leaves(each, name === '' ? key : `${name}.${key}`));
}

function schemaNames(schema: { properties?: Record<string, object> }, name: string): string[] {
  if (!schema.properties) return [name];
  return Object.entries(schema.properties).flatMap(([key, each]) =>
    schemaNames(each, name === '' ? key : `${name}.${key}`),
  );
}

test('the schema, the defaults and docs/configuration.md know the same settings and defaults', () => {
  const defaults = leaves(parse(readFileSync(new URL('trunkline.defaults.yaml', root), 'utf8')), '');
  assert.deepEqual(
    defaults.map(({ name }) => name),
    schemaNames(SettingsSchema, ''),
  );
  const page = readFileSync(new URL('docs/configuration.md', root), 'utf8');
  const [settings = '', routes = ''] = page.split('\n## Routes');
  assert.deepEqual(
    tableOf(settings),
    defaults.map(({ name, value }) => [name, defaultText(value)]),
  );
  assert.deepEqual(
    tableOf(routes).map(([name]) => name),
    Object.keys(SettingsSchema.properties.routes.items.properties),
  );
});

function tableOf(markdown: string): Array<[string, string]> {
  const rows = markdown.matchAll(/^\| `([a-z_.]+)` \| (.*?) \| .+ \|$/gm);
  return [...rows].map(([, name = '', value = '']) => [name, value]);
}

function defaultText(value: unknown): string {
  if (value === '') return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? '`[]`' : value.map((each) => `\`${each}\``).join(' ');
  if (typeof value === 'object' && value !== null) return defaultText(Object.keys(value));
  return typeof value === 'string' && value.includes(' ') ? value : `\`${value}\``;
}

test('a certificate needs its key, and both are paths', () => {
  const both = 'http: { tls: { certificate_file: /etc/tls.crt, key_file: /etc/tls.key } }';
  assert.deepEqual(load(both).http.tls, { certificateFile: '/etc/tls.crt', keyFile: '/etc/tls.key' });
  const said = (tls: string) => problems(`http: { tls: ${tls} }`).join();
  assert.match(said('yes'), /http\.tls.*certificate_file/);
  assert.match(said('{ certificate_file: /etc/tls.crt }'), /http\.tls\.key_file: is missing/);
  assert.match(said('{ certificate: a, key: b }'), /http\.tls.*certificate_file/);
  assert.match(
    problems('http: { trusted_proxies: [10.0.0.0] }').join(),
    /http\.trusted_proxies\[0\]: allowed: a network/,
  );
});

test('the address of operators is set apart from that of callers, or said to be the same', () => {
  const operators = (env: Record<string, string>) => loadConfig(env).http.operators;
  assert.deepEqual(operators({ TRUNKLINE_OPERATORS_PORT: '9100' }), { host: '127.0.0.1', port: 9100 });
  assert.deepEqual(operators({ TRUNKLINE_OPERATORS_HOST: '::', PORT: '1' }), { host: '::', port: 8090 });
  assert.deepEqual(operators({ TRUNKLINE_OPERATORS_PORT: 'same' }), { host: '127.0.0.1', port: 'same' });
  assert.throws(
    () => loadConfig({ TRUNKLINE_OPERATORS_PORT: 'none' }),
    /TRUNKLINE_OPERATORS_PORT: allowed: a whole number from 0 to 65535, or same/,
  );
  assert.throws(
    () => loadConfig({ TRUNKLINE_OPERATORS_PORT: '8080' }),
    /TRUNKLINE_OPERATORS_PORT: allowed: another port than http\.port, or same/,
  );
});

test('an alias without its anchor, and what is nested too deep to be read, are told like other problems', () => {
  assert.match(problems('http: *nothing\n').join(), /Unresolved alias|alias/i);
  assert.match(problems('? a\n: *b\n').join(), /alias/i);
  for (const text of ['['.repeat(20_000), `http: ${'{a: '.repeat(20_000)}`, '- '.repeat(20_000).concat('a')]) {
    assert.match(problems(text).join(), /nested more than 100 deep/);
  }
  const indented = Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
  assert.match(problems(indented).join(), /nested more than 100 deep/);
});

test('a password that is no YAML without quotes is not told', () => {
  for (const password of [
    '*hunter2',
    '!hunter2',
    '!x!hunter2',
    '|hunter2',
    '>hunter2',
    '"a\\hunter2"',
    'a\n]hunter2',
  ]) {
    const told = problems(`carriers:\n  - password: ${password}\n`);
    assert.ok(told.length > 0, password);
    assert.doesNotMatch(told.join(), /unter/, password);
  }
});
