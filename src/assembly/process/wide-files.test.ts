import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { createDataDirectory } from '../../store/postgres/data-directory.ts';
import { tellOfWideFiles } from './wide-files.ts';

test('a data directory is made for its owner alone, and files that others can read are told of', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-wide-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const context = createContext({ logLevel: 'info', log: createLog('info', { write: (line) => lines.push(line) }) });
  const dataDirectory = join(folder, 'data');
  const directory = createDataDirectory(context, dataDirectory);
  await directory.start();
  await directory.stop();
  assert.equal((await stat(dataDirectory)).mode & 0o066, 0);
  const file = join(folder, 'trunkline.yaml');
  await writeFile(file, '', { mode: 0o640 });
  const secret = join(folder, 'smsc-1');
  await writeFile(secret, '', { mode: 0o400 });
  await tellOfWideFiles(context, { dataDirectory, file, secretFiles: [secret] });
  await tellOfWideFiles(context, { dataDirectory: join(folder, 'none'), file: null, secretFiles: [`${secret}-none`] });
  assert.deepEqual(lines, []);
  await chmod(dataDirectory, 0o755);
  await chmod(file, 0o644);
  await chmod(secret, 0o404);
  await tellOfWideFiles(context, { dataDirectory, file, secretFiles: [secret] });
  assert.match(
    lines.join(),
    /data directory: chmod 700.*smsc-1.*secret: chmod 400.*configuration, where passwords of carriers stand: chmod 600/s,
  );
});
