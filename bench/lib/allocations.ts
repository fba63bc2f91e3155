/** What the gateway allocates, freed objects included: how many bytes, and by which functions and source files. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../test/support/cluster/eventually.ts';
import { BySource, type CallFrame } from './sources.ts';
import { figure } from './statistics.ts';

const NAME = 'trunkline.heapsamples';
const WRITTEN_WITHIN_MS = 30_000;

interface SampledNode {
  readonly callFrame: CallFrame;
  readonly selfSize: number;
  readonly children: readonly SampledNode[];
}

interface Sampled {
  readonly bytes: number;
  readonly head: SampledNode;
}

/** Options of Node for a process that can be asked for it. */
export function heapSampler(folder: string): readonly string[] {
  const module = new URL('../tools/heap-sampler.ts', import.meta.url);
  module.searchParams.set('file', join(folder, NAME));
  return ['--import', module.href];
}

/** What the process allocates until the work is done, which resolves with how many messages that was. */
export async function allocationsOf(pid: number, folder: string, work: () => Promise<number>): Promise<string> {
  const file = join(folder, NAME);
  process.kill(pid, 'SIGUSR2');
  const messages = await work();
  process.kill(pid, 'SIGUSR2');
  await eventually('the samples are written', async () => existsSync(file), WRITTEN_WITHIN_MS);
  const { bytes, head } = JSON.parse(readFileSync(file, 'utf8')) as Sampled;
  rmSync(file);
  const sources = new BySource();
  addAll(head, sources);
  return sources.table(`the gateway allocates ${figure(bytes / messages / 1024)} KB a message; sampled, by function:`);
}

function addAll({ callFrame, selfSize, children }: SampledNode, sources: BySource): void {
  if (selfSize > 0) sources.add(callFrame, selfSize);
  for (const child of children) addAll(child, sources);
}
