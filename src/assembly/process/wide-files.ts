/**
 * Warns of files with secrets that other users of the machine can read. The gateway makes its own files readable by
 * their owner alone; the configuration, and a data directory that was there before, keep the permissions that they
 * have.
 */
import { stat } from 'node:fs/promises';
import type { Context } from '../../context.ts';

const OTHERS_READ = 0o004;
const OTHERS_ENTER = 0o077;
/** Root keeps its PostgreSQL under another user, who passes through (docs/decisions/running-as-root.md). */
const MAY_PASS = 0o011;

export interface LookedAt {
  readonly dataDirectory: string;
  /** Null: there is none. */
  readonly file: string | null;
  /** Each holds one. */
  readonly secretFiles: readonly string[];
}

/** Never rejects. */
export async function tellOfWideFiles({ log }: Pick<Context, 'log'>, lookedAt: LookedAt): Promise<void> {
  const { dataDirectory, file, secretFiles } = lookedAt;
  const wide = (await modeOf(dataDirectory)) & OTHERS_ENTER & ~MAY_PASS;
  if (wide !== 0)
    log.warn({ folder: dataDirectory }, 'others of this machine can look into the data directory: chmod 700');
  for (const secret of secretFiles) {
    if (((await modeOf(secret)) & OTHERS_READ) === 0) continue;
    log.warn({ file: secret }, 'others of this machine can read the file of a secret: chmod 400');
  }
  if (file !== null && ((await modeOf(file)) & OTHERS_READ) !== 0) {
    log.warn(
      { file },
      'others of this machine can read the configuration, where passwords of carriers stand: chmod 600',
    );
  }
}

async function modeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mode }) => mode,
    () => 0,
  );
}
