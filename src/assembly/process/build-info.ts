/**
 * Which build runs: its release, the commit that it was bundled from where that is known, and the Node below it.
 */
import { readFile } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { readVersion } from '../../lib/package-root.ts';

export interface Build {
  readonly version: string;
  /** Of Git; `-dirty` behind it where files had been changed. Empty: not known, as of a gateway that runs from source. */
  readonly revision: string;
}

export async function readBuild(): Promise<Build> {
  return { version: await readVersion(), revision: await readRevision(new URL('revision', import.meta.url)) };
}

/** `file`: beside the bundle, where scripts/build.mjs writes it. */
export async function readRevision(file: URL): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim();
}

export function showBuild({ version, revision }: Build, register: Registry): void {
  const gauge = new Gauge({
    name: 'trunkline_build_info',
    help: 'Always 1; the labels say which release runs, built from which commit, on which Node.',
    // Of several processes of a gateway.
    aggregator: 'max',
    labelNames: ['version', 'revision', 'node_version'],
    registers: [register],
  });
  gauge.set({ version, revision, node_version: process.versions.node }, 1);
}
