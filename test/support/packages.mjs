// Takes the way from a name to a file out of the start of a test file, which loads up to two thousand of them.
// scripts/test.mjs loads this into each, and names the folder in TRUNKLINE_TEST_PACKAGES; without it nothing is changed.
//
// 1. A package that a source imports comes out of that folder (scripts/test-packages.mjs); what packages import does not.
// 2. Between sources a path ends as its file does, and none is a link: there is nothing to look for.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.env.TRUNKLINE_TEST_PACKAGES;

if (folder !== undefined) {
  const map = JSON.parse(readFileSync(join(folder, 'map.json'), 'utf8'));
  const packages = new Map(Object.entries(map).map(([name, file]) => [name, pathToFileURL(join(folder, file)).href]));
  const sources = new URL('../../', import.meta.url).href;
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context;
      // By require nothing has been bundled for.
      const isOfSource =
        context.conditions.includes('import') &&
        parentURL?.startsWith(sources) &&
        !parentURL.includes('/node_modules/');
      if (!isOfSource) return next(specifier, context);
      if (specifier.startsWith('.') && specifier.endsWith('.ts')) {
        return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
      }
      const url = packages.get(specifier);
      return url === undefined ? next(specifier, context) : { url, format: 'module', shortCircuit: true };
    },
  });
}
