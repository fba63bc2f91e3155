import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { formerKey } from '../../test/support/master-keys.ts';
import { CARRIER_KINDS } from '../carriers/kinds.ts';
import type { SchemaNode } from '../lib/schema-errors.ts';
import { SOURCE_SCHEMAS } from '../sources/configured.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { SettingsSchema } from './schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-references-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, 'trunkline.yaml');

function load(yaml: string, env: Record<string, string> = {}): Config {
  writeFileSync(path, yaml);
  return loadConfig({ TRUNKLINE_CONFIG: path, ...env });
}

function problems(yaml: string, env: Record<string, string> = {}): string[] {
  try {
    load(yaml, env);
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.problems.map((problem) => problem.replace(`${path}:`, ''));
  }
  return assert.fail('it was accepted');
}

/** Its path. */
function secretIn(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const SMSC = 'carriers:\n  - name: smsc-1\n    kind: smpp\n    host: smsc.example\n    system_id: me\n';

function passwordOf({ carriers: [carrier] }: Config): string | undefined {
  return carrier?.kind === 'smpp' ? carrier.settings.password : undefined;
}

test('a text of the file takes variables, and a variable that is not set is refused', () => {
  const env = { SMSC_PASSWORD: 'se{}cret', SMSC: 'example', EMPTY: '' };
  assert.equal(passwordOf(load(`${SMSC}    password: \${SMSC_PASSWORD}\n`, env)), 'se{}cret');
  const host = load(SMSC.replace('smsc.example', `"smsc-\${SMSC}.\${SMSC}"`), env).carriers[0]?.settings;
  assert.equal((host as { host?: string }).host, 'smsc-example.example');
  assert.equal(passwordOf(load(`${SMSC}    password: $\${A}\n`, env)), `\${A}`, 'two signs stand for one');
  assert.equal(passwordOf(load(`${SMSC}    password: $1{}\n`, env)), '$1{}');
  for (const name of ['SMSC_PASWORD', 'EMPTY']) {
    assert.deepEqual(problems(`${SMSC}    password: \${${name}}\n`, env), [
      `6:15 carriers[0].password: the variable ${name} is not set`,
    ]);
  }
  for (const text of ['SMSC-PASSWORD}', '}', 'SMSC']) {
    const [problem, ...others] = problems(`${SMSC}    password: '\${${text}'\n`, env);
    assert.match(problem ?? '', /^6:15 carriers\[0\]\.password: \$\{ begins the name of a variable/);
    assert.deepEqual(others, []);
  }
  assert.deepEqual(
    problems(`tracing: { endpoint: "\${A}", headers: ["authorization: Bearer \${B}"] }\n${SMSC}    window: 0\n`),
    [
      '1:22 tracing.endpoint: the variable A is not set',
      '1:40 tracing.headers[0]: the variable B is not set',
      '7:13 carriers[0].window: allowed: a whole number from 1 to 500',
    ],
    'beside what else is wrong',
  );
});

test('a secret may stand in a file, whose last line end does not belong to it', () => {
  for (const [index, content] of ['pass wd ', 'pass wd \n', 'pass wd \r\n', '\uFEFFpass wd \n\n'].entries()) {
    const file = secretIn(`password-${index}`, content);
    assert.equal(passwordOf(load(`${SMSC}    password_file: ${file}\n`)), 'pass wd ', JSON.stringify(content));
  }
  // As Kubernetes shows secrets: a link to what is replaced as a whole.
  symlinkSync(join(folder, 'password-0'), join(folder, 'link'));
  const env = { CREDENTIALS_DIRECTORY: folder };
  assert.equal(passwordOf(load(`${SMSC}    password_file: \${CREDENTIALS_DIRECTORY}/link\n`, env)), 'pass wd ');
});

test('what is wrong with the file of a secret is told with its setting, and never what it holds', () => {
  const said = (content: string | Buffer, more = '') =>
    problems(`${SMSC}    password_file: ${secretIn('wrong', content)}\n${more}`);
  const file = join(folder, 'wrong');
  const place = '6:20 carriers[0].password_file:';
  assert.deepEqual(said(''), [`${place} the file ${file} is empty`]);
  assert.deepEqual(said('\n\n'), [`${place} the file ${file} is empty`]);
  assert.deepEqual(said('hidden\nhidden\n'), [`${place} the file ${file} holds more than one line`]);
  assert.deepEqual(said(Buffer.from([0xff, 0xfe, 0x61, 0])), [`${place} the file ${file} does not hold text in UTF-8`]);
  assert.deepEqual(said('hidden'.repeat(20_000)), [`${place} the file ${file} is longer than 65536 bytes`]);
  assert.deepEqual(said('hidden'.repeat(11)), [`${place} the file ${file}: allowed: text of up to 64 characters`]);
  assert.deepEqual(said('hidden', '    password: hidden\n'), [`${place} not beside password; one of them is needed`]);
  assert.deepEqual(problems(`${SMSC}    password_file: ${folder}/none\n    window: 0\n`), [
    `${place} the file ${folder}/none cannot be read (ENOENT)`,
    '7:13 carriers[0].window: allowed: a whole number from 1 to 500',
  ]);
  assert.deepEqual(problems(`${SMSC}    password_file: ${folder}\n`), [
    `${place} the file ${folder} cannot be read (EISDIR)`,
  ]);
  assert.match(problems(`${SMSC}    password_file: 7\n`).join(), /^6:20 carriers\[0\]\.password_file: allowed: text/);
});

test('a file that the gateway may not read is told so', { skip: process.getuid?.() === 0 && 'root reads all' }, () => {
  const file = secretIn('closed', 'hidden');
  chmodSync(file, 0o000);
  assert.match(problems(`${SMSC}    password_file: ${file}\n`).join(), /cannot be read \(EACCES\)/);
});

test('a needed secret whose file cannot be read is not missing as well', () => {
  const agent = 'carriers:\n  - name: agent\n    kind: rbm\n    agent_id: a@rbm.goog\n    client_token_file: /none\n';
  assert.deepEqual(problems(agent), ['5:24 carriers[0].client_token_file: the file /none cannot be read (ENOENT)']);
  assert.match(problems(agent.replace('/none', `\${A}`)).join('; '), /^5:24 [^;]*: the variable A is not set$/);
});

test('trunks, sources and voices take their secrets from files in the same way', () => {
  const file = secretIn('secret', 'the secret\n');
  const trunk = `{ name: t, host: t.example, username: u, password_file: ${file} }`;
  const { carriers } = load(`carriers: [{ name: voice, kind: sip, trunks: [${trunk}] }]\n`);
  assert.equal(carriers[0]?.kind === 'sip' && carriers[0].settings.trunks[0]?.password, 'the secret');
  const voice = `{ url: "https://v.example/{text}?key={secret}", voices: { en: a }, secret_file: ${file} }`;
  assert.equal(load(`speech: { http: ${voice} }\n`).speech.http?.secret, 'the secret');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = secretIn('key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const camara =
    'name: a, kind: camara, api_root: "https://a.example", token_url: "https://a.example/t", client_id: me';
  const { sources } = load(
    `sources:\n  - { name: b, kind: breaches, api_key_file: ${file} }\n` +
      `  - { ${camara}, private_key_file: ${pem} }\n`,
  ).phoneId;
  assert.equal(sources[0]?.kind === 'breaches' && sources[0].settings.api_key, 'the secret');
  assert.match(String(sources[1]?.kind === 'camara' && sources[1].settings.private_key), /^-----BEGIN.*\n.*-----$/s);
  assert.match(
    problems(`sources:\n  - { ${camara} }\n`).join(),
    /one of private_key, private_key_file, client_secret and client_secret_file/,
  );
});

const ADDRESS = 'postgres://me:hidden@db.example:5432/trunkline';

test('the example of docs/configuration.md works as it stands there', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const example = page.split('\n## Secrets')[1]?.match(/```yaml\n(.*?)```/s)?.[1] ?? '';
  const file = secretIn('smsc-1', 'pass\n');
  const config = load(example.replace('/run/secrets/smsc-1', file), { DATABASE_PASSWORD: 'word%40' });
  assert.equal(passwordOf(config), 'pass');
  assert.match(config.database.url ?? '', /:word%40@/);
});

test('the address of the database may stand in a file, and the environment goes before it', () => {
  const file = secretIn('address', `${ADDRESS}\n`);
  assert.equal(load(`database: { url_file: ${file} }\n`).database.url, ADDRESS);
  assert.equal(load('', { DATABASE_URL_FILE: file }).database.url, ADDRESS);
  const other = 'postgres://me@other.example:5432/trunkline';
  assert.equal(load(`database: { url_file: ${file} }\n`, { DATABASE_URL: other }).database.url, other);
  const wrong = secretIn('wrong-address', 'mysql://hidden@x');
  assert.match(
    problems(`database: { url_file: ${wrong} }\n`).join('; '),
    /^1:23 database\.url_file: the file \S+: must look like postgres:[^;]*$/,
  );
  assert.match(
    problems('', { DATABASE_URL_FILE: wrong }).join('; '),
    /^DATABASE_URL_FILE \(\S+\): must look like postgres:[^;]*$/,
  );
});

test('secrets of the environment may stand in files that it names', () => {
  const key = Buffer.alloc(32, 7).toString('base64');
  const { secrets } = load('', {
    TRUNKLINE_MASTER_KEY_FILE: secretIn('master', `${key}\n`),
    TRUNKLINE_OPERATOR_TOKEN_FILE: secretIn('token', 'an-operator-token-that-is-long\n'),
    TRUNKLINE_OTHER_MASTER_KEY_FILE: '',
  });
  assert.deepEqual(secrets.masterKey, formerKey(7));
  assert.equal(secrets.operatorToken, 'an-operator-token-that-is-long');
  assert.equal(secrets.otherMasterKey, null);
  const short = secretIn('short', 'hidden');
  assert.deepEqual(
    problems('', {
      TRUNKLINE_MASTER_KEY_FILE: '/none',
      TRUNKLINE_OPERATOR_TOKEN_FILE: short,
      TRUNKLINE_SANDBOX_API_KEY_FILE: short,
      TRUNKLINE_SANDBOX_API_KEY: 'hidden',
    }).map((problem) => problem.replace(/(allowed: ).*/, '$1…')),
    [
      'TRUNKLINE_MASTER_KEY_FILE: the file /none cannot be read (ENOENT)',
      'TRUNKLINE_SANDBOX_API_KEY_FILE: not beside TRUNKLINE_SANDBOX_API_KEY; one of them is needed',
      `TRUNKLINE_OPERATOR_TOKEN_FILE (${short}): allowed: …`,
      'TRUNKLINE_SANDBOX_API_KEY: allowed: …',
    ],
  );
  assert.match(problems('', { TRUNKLINE_MASTER_KEYFILE: 'x' }).join(), /did you mean TRUNKLINE_MASTER_KEY_FILE/);
});

/** Settings whose names say that they are secrets, and those that are none all the same. */
const SECRET_NAMES = /(?:^|_)(?:password|secret|token|api_key|private_key)$/;
const BESIDE_A_FILE = new Set(['service_account.private_key']);

function secretsIn(schema: SchemaNode, place: string): Array<{ readonly place: string; readonly isSecret: boolean }> {
  const inside = [schema, ...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])];
  return inside.flatMap((each: SchemaNode) =>
    Object.entries<SchemaNode>(each.properties ?? {}).flatMap(([name, own]) => {
      const here = place === '' ? name : `${place}.${name}`;
      const isNamed = SECRET_NAMES.test(name) && own.type === 'string' && !BESIDE_A_FILE.has(here);
      const found = isNamed || own.secret !== undefined ? [{ place: here, isSecret: own.secret !== undefined }] : [];
      return [...found, ...secretsIn(own, here)];
    }),
  );
}

test('every setting that is called like a secret can stand in a file', () => {
  const schemas = [SettingsSchema, ...Object.values(CARRIER_KINDS).map(({ schema }) => schema)];
  const found = [...schemas, ...Object.values(SOURCE_SCHEMAS)].flatMap((schema) => secretsIn(schema, ''));
  assert.deepEqual(
    found.filter(({ isSecret }) => !isSecret),
    [],
  );
  assert.deepEqual(found.map(({ place }) => place).sort(), [
    'api_key',
    'client_secret',
    'client_token',
    'database.url',
    'password',
    'private_key',
    'secret',
    'speech.http.secret',
    'trunks.password',
  ]);
});
