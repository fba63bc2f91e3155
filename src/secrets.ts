/**
 * Secrets that the environment does not give: made at the first start, kept in files of the data directory that only
 * their owner may read.
 *
 * 1. A file that is there is used and never written again; the environment goes before it.
 * 2. The master key that opens what is sealed in the store is never made anew once a store exists elsewhere: with an
 *    outside database it has to be set, or every node would seal under a key of its own.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { decodeKey, isApiKey } from './lib/api-key.ts';
import { parseJsonObject } from './lib/json.ts';
import { MASTER_KEY_BYTES } from './lib/sealed.ts';

export interface Secrets {
  /** 32 bytes. */
  readonly masterKey: Buffer;
  readonly operatorToken: string;
  readonly sandboxCustomerId: string;
  /** Plain base64. */
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
  const masterKey = secrets.masterKey ?? (await masterKeyFrom(file('master-key'), config, random));
  const operatorToken =
    secrets.operatorToken ?? (await textFrom(file('operator-token'), () => random(TOKEN_BYTES).toString('base64url')));
  const nodeId = await textFrom(file('node-id'), () => context.ids.next());
  const account = await sandboxAccountFrom(file('sandbox-account.json'), config, random);
  return { masterKey, operatorToken, nodeId, ...account };
}

type Random = (size: number) => Buffer;

async function masterKeyFrom(path: string, config: Config, random: Random): Promise<Buffer> {
  const text = await textFrom(path, () => {
    if (config.database.url !== null) {
      throw new Error(
        'TRUNKLINE_MASTER_KEY: has to be set with a database of your own, to the same key on every node ' +
          `(${MASTER_KEY_BYTES} bytes in base64, such as "openssl rand -base64 ${MASTER_KEY_BYTES}" prints)`,
      );
    }
    return random(MASTER_KEY_BYTES).toString('base64');
  });
  const key = decodeKey(text);
  if (key?.length !== MASTER_KEY_BYTES) throw new Error(`${path}: does not hold ${MASTER_KEY_BYTES} bytes in base64`);
  return key;
}

async function sandboxAccountFrom(
  path: string,
  { secrets }: Config,
  random: Random,
): Promise<Pick<Secrets, 'sandboxCustomerId' | 'sandboxApiKey'>> {
  const { sandboxCustomerId, sandboxApiKey } = secrets;
  if (sandboxCustomerId !== null && sandboxApiKey !== null) return { sandboxCustomerId, sandboxApiKey };
  const text = await textFrom(path, () =>
    JSON.stringify({ customer_id: customerId(random), api_key: random(API_KEY_BYTES).toString('base64') }, null, 2),
  );
  const { customer_id: id, api_key: key } = parseJsonObject(Buffer.from(text)) ?? {};
  if (typeof id !== 'string' || typeof key !== 'string' || !isApiKey(key)) {
    throw new Error(`${path}: does not hold customer_id and api_key (plain base64 of 16 to 128 bytes)`);
  }
  return { sandboxCustomerId: sandboxCustomerId ?? id, sandboxApiKey: sandboxApiKey ?? key };
}

/** In the form that the wire format's Customer IDs have: a UUID in capitals. */
export function customerId(random: Random): string {
  const hex = random(16).toString('hex').toUpperCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The content of the file; makes it, the first time. */
async function textFrom(path: string, make: () => string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const text = make();
  await writeFile(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
  return text;
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
