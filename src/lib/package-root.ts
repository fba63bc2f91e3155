/**
 * Where this package lies, whether the code runs from src/ or bundled in dist/, and which release it is.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    if (dirname(folder) === folder) throw new Error('the folder of the package was not found');
    folder = dirname(folder);
  }
  return folder;
}

/** Such as 0.1.0. */
export async function readVersion(): Promise<string> {
  return String(JSON.parse(await readFile(join(packageRoot(), 'package.json'), 'utf8')).version);
}
