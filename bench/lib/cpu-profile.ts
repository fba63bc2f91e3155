/** Where the gateway's CPU time goes: Node's own profile, added up by function and by source file. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { heapSampler } from './allocations.ts';
import type { RigChoice } from './rig.ts';
import type { Run } from './section.ts';
import { BySource, type CallFrame } from './sources.ts';
import { STATEMENT_SETTINGS } from './statements.ts';
import { figure } from './statistics.ts';

const NAME = 'trunkline.cpuprofile';

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Options of Node for a process that leaves a profile behind when it ends. */
function cpuProfile(folder: string): readonly string[] {
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${NAME}`];
}

/** What a gateway is started with whose costs are to be looked into; nothing without `--profile`. */
export function profiled({ profile, folder }: Run): RigChoice {
  if (!profile) return {};
  return { nodeOptions: [...cpuProfile(folder), ...heapSampler(folder)], serverSettings: STATEMENT_SETTINGS };
}

/** Reads the profile and removes it. */
export async function summarise(folder: string): Promise<string> {
  const file = join(folder, NAME);
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  rmSync(file);
  const micros = new Map<number, number>();
  profile.samples.forEach((id, index) => {
    micros.set(id, (micros.get(id) ?? 0) + (profile.timeDeltas[index] ?? 0));
  });
  const sources = new BySource();
  for (const { id, callFrame } of profile.nodes) {
    const time = micros.get(id) ?? 0;
    if (time > 0 && callFrame.functionName !== '(idle)') sources.add(callFrame, time);
  }
  const seconds = figure(sources.total / 1e6);
  return sources.table(`the gateway's CPU time by function (${seconds} s in all, from its start to its end):`);
}
