/**
 * Reads the settings of the environment and the command line.
 *
 * 1. A variable that begins with TRUNKLINE_ and is unknown is an error, as it is probably misspelt. Those that begin
 *    with TRUNKLINE_TEST_ belong to the tests.
 * 2. An empty variable counts as not set.
 * 3. A secret may stand in a file: NAME_FILE says which, in place of NAME.
 * 4. An error shows no value.
 */
import { parseArgs } from 'node:util';
import { API_KEY_ALLOWED, isApiKey } from '../lib/api-key.ts';
import { CUSTOMER_ID, CUSTOMER_ID_ALLOWED } from '../lib/customer-id.ts';
import { asJsonObject, type JsonObject } from '../lib/json.ts';
import { didYouMean } from '../lib/problems.ts';
import { MASTER_KEY_ALLOWED, readMasterKey, type SealingKey } from '../lib/sealed.ts';
import { readSecretFile } from './secret-file.ts';

/** Null: to be found in, or written to, the data directory. */
export interface SecretSettings {
  readonly masterKey: SealingKey | null;
  /** Opens what was sealed before the master key was replaced, or will be by nodes that have it already. */
  readonly otherMasterKey: SealingKey | null;
  readonly operatorToken: string | null;
  /** By which the provider of identities knows the gateway; null: there is none. */
  readonly oidcClientSecret: string | null;
  readonly sandboxCustomerId: string | null;
  /** Plain base64. */
  readonly sandboxApiKey: string | null;
}

export interface Environment {
  readonly file: { readonly path: string; readonly from: string } | null;
  /** Settings, those of a section by its name, as in the file. */
  readonly overrides: JsonObject;
  readonly secrets: SecretSettings;
  readonly problems: readonly string[];
  /** Paths of files that hold one of them. */
  readonly secretFiles: readonly string[];
  /** The variable that a setting (`http.port`) was taken from. */
  variableOf(setting: string): string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Variable, section (none: it stands in no section), name; a name with a dot is one inside of a setting. */
const OVERRIDES = [
  ['HOST', 'http', 'host'],
  ['PORT', 'http', 'port'],
  ['TRUNKLINE_OPERATORS_HOST', 'http', 'operators.host'],
  ['TRUNKLINE_OPERATORS_PORT', 'http', 'operators.port'],
  ['TRUNKLINE_PROCESSES', '', 'processes'],
  ['TRUNKLINE_DATA', 'data', 'directory'],
  ['DATABASE_URL', 'database', 'url'],
  ['TRUNKLINE_ALLOW_UNSAFE_DATABASE', 'database', 'allow_unsafe'],
] as const;

/** TRUNKLINE_URL is the CLI's. */
const OTHERS = [
  'TRUNKLINE_CONFIG',
  'TRUNKLINE_MASTER_KEY',
  'TRUNKLINE_OTHER_MASTER_KEY',
  'TRUNKLINE_OPERATOR_TOKEN',
  'TRUNKLINE_OIDC_CLIENT_SECRET',
  'TRUNKLINE_SANDBOX_CUSTOMER_ID',
  'TRUNKLINE_SANDBOX_API_KEY',
  'TRUNKLINE_URL',
];

/** Each may be given as NAME_FILE. */
const SECRETS = [
  'DATABASE_URL',
  'TRUNKLINE_MASTER_KEY',
  'TRUNKLINE_OTHER_MASTER_KEY',
  'TRUNKLINE_OPERATOR_TOKEN',
  'TRUNKLINE_OIDC_CLIENT_SECRET',
  'TRUNKLINE_SANDBOX_API_KEY',
];

/** Of base64 or hex, 24 are 96 bits at least. */
export const OPERATOR_TOKEN = /^[!-~]{24,200}$/;
export const OPERATOR_TOKEN_ALLOWED = '24 to 200 printable characters without blanks';

export function readEnvironment(given: Env, args: readonly string[]): Environment {
  const problems: string[] = unknownVariables(given);
  const { env, nameOf } = withSecretFiles(given, problems);
  const overrides: Record<string, unknown> = {};
  const sources = new Map<string, string>();
  for (const [variable, section, name] of OVERRIDES) {
    const value = env[variable];
    if (!value) continue;
    sources.set(section === '' ? name : `${section}.${name}`, nameOf(variable));
    const [outer = '', inner] = name.split('.');
    if (section === '') {
      overrides[outer] = settingOf(outer, value);
      continue;
    }
    const before = asJsonObject(overrides[section]) ?? {};
    const setting = settingOf(inner ?? outer, value);
    const whole = inner === undefined ? setting : { ...asJsonObject(before[outer]), [inner]: setting };
    overrides[section] = { ...before, [outer]: whole };
  }
  return {
    file: fileOf(env, args, problems),
    overrides,
    secrets: readSecrets(env, nameOf, problems),
    problems,
    secretFiles: SECRETS.flatMap((name) => given[`${name}_FILE`] || []),
    variableOf: (setting) => sources.get(setting) ?? null,
  };
}

/** What is no number, or neither true nor false, stays text, which the schema refuses. */
function settingOf(name: string, text: string): number | boolean | string {
  if ((name === 'port' || name === 'processes') && /^\d{1,5}$/.test(text)) return Number(text);
  if (name === 'allow_unsafe' && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

function unknownVariables(env: Env): string[] {
  const files = SECRETS.map((name) => `${name}_FILE`);
  const known = [...OVERRIDES.map(([variable]) => variable), ...OTHERS, ...files].filter((name) =>
    /^TRUNKLINE_/.test(name),
  );
  return Object.keys(env)
    .filter((name) => /^TRUNKLINE_(?!TEST_)/.test(name) && !known.includes(name))
    .map((name) => `${name}: there is no such variable${didYouMean(name, known)}; allowed: ${known.join(', ')}`);
}

interface WholeEnvironment {
  readonly env: Env;
  /** What an error calls a variable: the one that was set, and its file. */
  nameOf(variable: string): string;
}

function withSecretFiles(given: Env, problems: string[]): WholeEnvironment {
  const env = { ...given };
  const names = new Map<string, string>();
  for (const variable of SECRETS) {
    const file = given[`${variable}_FILE`];
    if (!file) continue;
    if (given[variable]) {
      problems.push(`${variable}_FILE: not beside ${variable}; one of them is needed`);
      continue;
    }
    const read = readSecretFile(file);
    if (read.kind === 'secret') env[variable] = read.text;
    else problems.push(`${variable}_FILE: ${read.why}`);
    names.set(variable, `${variable}_FILE (${file})`);
  }
  return { env, nameOf: (variable) => names.get(variable) ?? variable };
}

function fileOf(env: Env, args: readonly string[], problems: string[]): Environment['file'] {
  try {
    const { values } = parseArgs({ args: [...args], options: { config: { type: 'string' } }, allowPositionals: false });
    if (values.config !== undefined) return { path: values.config, from: '--config' };
  } catch (error) {
    const text = error instanceof Error ? error.message.split('. ')[0] : 'not understood';
    problems.push(`command line: ${text}; allowed: --config FILE`);
  }
  return env.TRUNKLINE_CONFIG ? { path: env.TRUNKLINE_CONFIG, from: 'TRUNKLINE_CONFIG' } : null;
}

function readSecrets(env: Env, nameOf: WholeEnvironment['nameOf'], problems: string[]): SecretSettings {
  const check = (name: string, isRight: (value: string) => boolean, allowed: string): string | null => {
    const value = env[name];
    if (!value) return null;
    if (!isRight(value)) problems.push(`${nameOf(name)}: allowed: ${allowed}`);
    return value;
  };
  const keyIn = (name: string): SealingKey | null => {
    const text = check(name, (value) => readMasterKey(value) !== null, MASTER_KEY_ALLOWED);
    return text === null ? null : readMasterKey(text);
  };
  return {
    masterKey: keyIn('TRUNKLINE_MASTER_KEY'),
    otherMasterKey: keyIn('TRUNKLINE_OTHER_MASTER_KEY'),
    operatorToken: check('TRUNKLINE_OPERATOR_TOKEN', (value) => OPERATOR_TOKEN.test(value), OPERATOR_TOKEN_ALLOWED),
    oidcClientSecret: check(
      'TRUNKLINE_OIDC_CLIENT_SECRET',
      (value) => /^[!-~]{1,500}$/.test(value),
      'up to 500 printable characters without blanks',
    ),
    sandboxCustomerId: check('TRUNKLINE_SANDBOX_CUSTOMER_ID', (value) => CUSTOMER_ID.test(value), CUSTOMER_ID_ALLOWED),
    sandboxApiKey: check('TRUNKLINE_SANDBOX_API_KEY', isApiKey, API_KEY_ALLOWED),
  };
}
