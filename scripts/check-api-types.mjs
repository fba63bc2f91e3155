// The types of the API that are kept were made from the openapi.yaml that there is (api-types.mjs).
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAlone } from './source-text.mjs';

export const SCHEMAS = { console: 'console/api/schema.ts', sdk: 'sdk/src/schema.ts' };

export function hashOfApi(root) {
  return `sha256 ${createHash('sha256')
    .update(readFileSync(join(root, 'openapi.yaml')))
    .digest('hex')}`;
}

export function checkApiTypes(root) {
  return Object.values(SCHEMAS).flatMap((file) => {
    if (!existsSync(join(root, file))) return [];
    const isSame = readFileSync(join(root, file), 'utf8').slice(0, 1_000).includes(hashOfApi(root));
    return isSame ? [] : [{ file, line: 1, text: 'is older than openapi.yaml: npm run api:types' }];
  });
}

runAlone(import.meta.url, checkApiTypes);
