/**
 * Where the gateway's CPU time goes: Node's own profile, added up by function and by source file.
 *
 * 1. The bundle's places are led back to the sources by its source maps.
 */
import { readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RigChoice } from './rig.ts';
import type { Run } from './section.ts';
import { STATEMENT_SETTINGS } from './statements.ts';
import { figure } from './statistics.ts';

const NAME = 'trunkline.cpuprofile';
const SHOWN = 40;

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Options of Node for a process that leaves a profile behind when it ends. */
function cpuProfile(folder: string): readonly string[] {
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${NAME}`];
}

/** What a gateway is started with whose costs are to be looked into; nothing without `--profile`. */
export function profiled(run: Run): RigChoice {
  return run.profile ? { nodeOptions: cpuProfile(run.folder), serverSettings: STATEMENT_SETTINGS } : {};
}

/** Reads the profile and removes it. */
export async function summarise(folder: string): Promise<string> {
  const file = join(folder, NAME);
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  rmSync(file);
  const self = new Map<number, number>();
  profile.samples.forEach((id, index) => {
    self.set(id, (self.get(id) ?? 0) + (profile.timeDeltas[index] ?? 0));
  });
  const byFunction = new Map<string, number>();
  const byFile = new Map<string, number>();
  const maps = new Map<string, SourceMap | null>();
  let total = 0;
  for (const { id, callFrame } of profile.nodes) {
    const micros = self.get(id) ?? 0;
    if (micros === 0 || callFrame.functionName === '(idle)') continue;
    const file = sourceOf(callFrame, maps);
    const name = `${callFrame.functionName || '(anonymous)'} ${file}`;
    byFunction.set(name, (byFunction.get(name) ?? 0) + micros);
    byFile.set(file, (byFile.get(file) ?? 0) + micros);
    total += micros;
  }
  return [
    `  the gateway's CPU time by function (${figure(total / 1e6)} s in all, from its start to its end):`,
    ...shares(byFunction, total),
    '  and by file:',
    ...shares(byFile, total),
  ].join('\n');
}

function shares(times: ReadonlyMap<string, number>, total: number): string[] {
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, micros]) => `  ${figure((micros * 100) / total).padStart(6)} %  ${name}`);
}

function sourceOf(frame: ProfileNode['callFrame'], maps: Map<string, SourceMap | null>): string {
  if (!frame.url.startsWith('file:')) return frame.url === '' ? '(engine)' : frame.url;
  const path = fileURLToPath(frame.url);
  let map = maps.get(path);
  if (map === undefined) {
    map = readMap(path);
    maps.set(path, map);
  }
  const entry = map?.findEntry(frame.lineNumber, frame.columnNumber);
  const source: string | undefined = entry && 'originalSource' in entry ? entry.originalSource : undefined;
  return (source ?? path).replace(/^(\.\.\/)+/, '').replace(/^.*node_modules\//, '');
}

function readMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  } catch {
    return null;
  }
}
