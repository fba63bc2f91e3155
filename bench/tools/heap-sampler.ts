/**
 * Loaded into the gateway ahead of everything (`--import`): writes down what is allocated, and by whom.
 *
 * 1. SIGUSR2 begins a sampling, the next one ends it and writes Node's profile into the file that this module's address
 *    names (`?file=`).
 *    Freed objects are in it: what counts is what is allocated, not what stays.
 * 2. Beside it stands how many bytes were allocated in between, counted and not sampled.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { getHeapStatistics } from 'node:v8';

/** One in so many bytes: fine enough for a share of a hundredth in a second of load. */
const SAMPLED_EVERY_BYTES = 65_536;

let session: Session | null = null;
let allocatedBefore = 0;

async function begin(): Promise<void> {
  session = new Session();
  session.connect();
  await session.post('HeapProfiler.enable');
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLED_EVERY_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  } as object);
  allocatedBefore = allocated();
}

async function end(ending: Session, file: string): Promise<void> {
  const bytes = allocated() - allocatedBefore;
  session = null;
  const { profile } = await ending.post('HeapProfiler.stopSampling');
  ending.disconnect();
  // Whoever waits for the file finds it whole.
  writeFileSync(`${file}.part`, JSON.stringify({ bytes, head: profile.head }));
  renameSync(`${file}.part`, file);
}

/** Since the start of the process. */
function allocated(): number {
  return (getHeapStatistics() as unknown as { total_allocated_bytes: number }).total_allocated_bytes;
}

const file = new URL(import.meta.url).searchParams.get('file');
if (file !== null) {
  process.on('SIGUSR2', () => {
    void (session === null ? begin() : end(session, file));
  });
}
