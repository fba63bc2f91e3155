/**
 * Secrets that the environment does not give: the first start makes them and keeps them in files of the data directory
 * that only their owner may read.
 *
 * 1. A secret of the environment is used before that of a file, and a file is never written again. A file appears whole
 *    and durable, or not at all: whatever is sealed under a key that is lost is lost as well.
 * 2. With an outside database the master key must be set and is never made here: else each node would seal under a key
 *    of its own, and none could open what another sealed.
 * 3. With a real carrier there is no sandbox, and no account is made for it.
 */
import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { API_KEY_ALLOWED, isApiKey } from '../lib/api-key.ts';
import { CUSTOMER_ID, customerId } from '../lib/customer-id.ts';
import { parseJsonObject } from '../lib/json.ts';
import {
  isSameKey,
  MASTER_KEY_ALLOWED,
  type MasterKey,
  newMasterKey,
  readMasterKey,
  type SealingKey,
} from '../lib/sealed.ts';
import type { Config } from './config.ts';
import { OPERATOR_TOKEN, OPERATOR_TOKEN_ALLOWED } from './environment.ts';

export interface Secrets {
  readonly masterKey: MasterKey;
  readonly operatorToken: string;
  /** Empty: there is no sandbox (rule 3). */
  readonly sandboxCustomerId: string;
  /** Plain base64. Empty as the other. */
  readonly sandboxApiKey: string;
  /** Which node this is, over restarts. */
  readonly nodeId: string;
}

const API_KEY_BYTES = 64;
const TOKEN_BYTES = 32;

/** The data directory must be ours by now. Throws an Error that names the file that cannot be used. */
export async function readSecrets(context: Context, config: Config): Promise<Secrets> {
  const { secrets, dataDirectory } = config;
  const file = (name: string) => join(dataDirectory, name);
  const random = (size: number) => context.randomBytes(size);
  const current = secrets.masterKey ?? (await masterKeyFrom(file('master-key'), config, random));
  const other = secrets.otherMasterKey ?? (await otherMasterKeyFrom(file('other-master-key')));
  const masterKey = other === null || isSameKey(other, current) ? current : { current, other };
  const operatorToken = secrets.operatorToken ?? (await operatorTokenFrom(file('operator-token'), random));
  const nodeId = await textFrom(file('node-id'), () => context.ids.next());
  const account = await sandboxAccountFrom(file('sandbox-account.json'), config, random);
  return { masterKey, operatorToken, nodeId, ...account };
}

type Random = (size: number) => Buffer;

async function masterKeyFrom(path: string, config: Config, random: Random): Promise<SealingKey> {
  const text = await textFrom(path, () => {
    if (config.database.url !== null) {
      throw new Error(
        'TRUNKLINE_MASTER_KEY: has to be set with a database of your own, to the same key on every node ' +
          `(${MASTER_KEY_ALLOWED})`,
      );
    }
    return newMasterKey(random);
  });
  return masterKeyIn(path, text);
}

/** There only while the master key is being replaced. */
async function otherMasterKeyFrom(path: string): Promise<SealingKey | null> {
  const text = await readOrNull(path);
  return text === null ? null : masterKeyIn(path, text);
}

function masterKeyIn(path: string, text: string): SealingKey {
  const key = readMasterKey(text);
  if (key === null) throw new Error(`${path}: does not hold a master key: ${MASTER_KEY_ALLOWED}`);
  return key;
}

async function operatorTokenFrom(path: string, random: Random): Promise<string> {
  const token = await textFrom(path, () => random(TOKEN_BYTES).toString('base64url'));
  if (!OPERATOR_TOKEN.test(token)) throw new Error(`${path}: does not hold ${OPERATOR_TOKEN_ALLOWED}`);
  return token;
}

async function sandboxAccountFrom(
  path: string,
  { secrets, carriers }: Config,
  random: Random,
): Promise<Pick<Secrets, 'sandboxCustomerId' | 'sandboxApiKey'>> {
  const { sandboxCustomerId, sandboxApiKey } = secrets;
  if (sandboxCustomerId !== null && sandboxApiKey !== null) return { sandboxCustomerId, sandboxApiKey };
  // Rule 3.
  if (carriers.some(({ settings }) => !settings.simulated)) return { sandboxCustomerId: '', sandboxApiKey: '' };
  const text = await textFrom(path, () =>
    JSON.stringify({ customer_id: customerId(random), api_key: random(API_KEY_BYTES).toString('base64') }, null, 2),
  );
  const { customer_id: id, api_key: key } = parseJsonObject(Buffer.from(text)) ?? {};
  if (typeof id !== 'string' || !CUSTOMER_ID.test(id) || typeof key !== 'string' || !isApiKey(key)) {
    throw new Error(`${path}: does not hold customer_id and api_key (${API_KEY_ALLOWED})`);
  }
  return { sandboxCustomerId: sandboxCustomerId ?? id, sandboxApiKey: sandboxApiKey ?? key };
}

/** The content of the file; makes it, the first time. */
async function textFrom(path: string, make: () => string): Promise<string> {
  const found = await readOrNull(path);
  if (found === '') throw new Error(`${path}: is empty; put back what was in it, or remove it to have it made anew`);
  if (found !== null) return found;
  const text = make();
  await writeWhole(path, `${text}\n`);
  return text;
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
