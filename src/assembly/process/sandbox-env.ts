/**
 * The file from which a shell takes the account of the sandbox: `. data/sandbox.env`. Only its owner may read it. It is
 * written at each start with simulated carriers, and removed by one with real carriers, whose accounts it does not know.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

export interface SandboxAccess {
  readonly url: string;
  readonly customerId: string;
  readonly apiKey: string;
}

const NAME = 'sandbox.env';

/** The file as somebody in `folder` types it. Null: there is none, as without an account; nothing depends on it. */
export async function keepSandboxEnv(
  dataDirectory: string,
  access: SandboxAccess | null,
  folder: string,
): Promise<string | null> {
  const file = join(dataDirectory, NAME);
  try {
    // First: what was there may have other permissions.
    await rm(file, { force: true });
    if (access === null) return null;
    const { url, customerId, apiKey } = access;
    const lines = Object.entries({ BASE_URL: url, CUSTOMER_ID: customerId, API_KEY: apiKey }).map(
      ([name, value]) => `export ${name}='${value}'\n`,
    );
    await writeFile(file, lines.join(''), { mode: 0o600, flag: 'wx' });
    return typed(file, folder);
  } catch {
    return null;
  }
}

/** In quotes where the shell needs them. `.` looks for a name without a slash in the PATH. */
function typed(file: string, folder: string): string {
  const near = relative(folder, file);
  const path = near.startsWith('..') ? file : near.includes('/') ? near : `./${near}`;
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
