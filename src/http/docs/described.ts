/**
 * openapi.yaml as a value. To read 600 KB of YAML takes 0.8 s on a slow machine, so the build does it and leaves the
 * value in dist/openapi.json (scripts/build.mjs). What was made of another text does not count.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { asJsonObject, type JsonObject } from '../../lib/json.ts';
import { packageRoot } from '../../lib/package-root.ts';

/** `openapi`: the text of an OpenAPI 3.1 document in YAML. */
export async function described(openapi: string, builtFile = builtDocument()): Promise<JsonObject> {
  const built = await readBuilt(builtFile);
  const sha256 = createHash('sha256').update(openapi).digest('hex');
  return asJsonObject(built?.sha256 === sha256 ? built.document : parse(openapi)) ?? {};
}

async function readBuilt(file: string): Promise<JsonObject | null> {
  try {
    return asJsonObject(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

function builtDocument(): string {
  return join(packageRoot(), 'dist', 'openapi.json');
}
