/**
 * Programs of ours that run in a process of their own: bundled in dist/ beside the gateway, or from their source when
 * the gateway runs from its source (tests).
 */
import { join } from 'node:path';
import { packageRoot } from './package-root.ts';

/**
 * What Node is given to run it: `spawn(process.execPath, programArguments(…), { cwd: packageRoot() })`.
 * `name` is its entry in scripts/build.mjs, `source` its file from the root.
 */
export function programArguments(name: string, source: string): string[] {
  const root = packageRoot();
  if (import.meta.url.endsWith('.ts')) return [...typeScriptArguments(), join(root, source)];
  return ['--enable-source-maps', join(root, 'dist', `${name}.js`)];
}

/** Node strips the types itself, and starts in half the time; one that is too old for that has tsx. */
function typeScriptArguments(): string[] {
  const { typescript } = process.features as { readonly typescript?: unknown };
  return typescript ? [] : ['--import', 'tsx'];
}
