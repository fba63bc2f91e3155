/**
 * What the system says that processes have used: CPU time from /proc/PID/stat and schedstat, memory from smaps_rollup.
 * Linux only.
 *
 * 1. A server with child processes is counted with them, those included that ended meanwhile (cutime and cstime).
 * 2. `stat` counts in whole ticks of 10 ms, rounded down for each process: of a server with twelve of them a tenth of a
 *    second is lost or not. `schedstat` counts in nanoseconds, but not what threads used that have ended. So whichever
 *    is more.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, fdatasyncSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { proportionalMemoryOf } from '../../test/support/memory.ts';
import type { Figure } from './section.ts';
import { figure, median } from './statistics.ts';

const FLUSHES = 50;
const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

interface ProcessStat {
  readonly parent: number;
  readonly name: string;
  /** Its own, in microseconds. */
  readonly ownCpu: number;
  /** Of children that have ended and were waited for. */
  readonly endedChildrenCpu: number;
}

function readStat(pid: number | string): ProcessStat | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name stands in parentheses and may hold anything; behind the last one the fields are separated by blanks.
  const close = text.lastIndexOf(')');
  const fields = text
    .slice(close + 2)
    .split(' ')
    .map(Number);
  const ticks = (index: number) => ((fields[index] ?? 0) * 1e6) / TICKS_PER_SECOND;
  return {
    parent: fields[1] ?? 0,
    name: text.slice(text.indexOf('(') + 1, close),
    ownCpu: Math.max(ticks(11) + ticks(12), cpuOfThreads(pid)),
    endedChildrenCpu: ticks(13) + ticks(14),
  };
}

/** Rule 2: of those that run, in microseconds. */
function cpuOfThreads(pid: number | string): number {
  try {
    const threads = String(pid).includes('/task/') ? [`/proc/${pid}`] : threadsOf(pid);
    return threads.reduce(
      (sum, each) => sum + Number(readFileSync(`${each}/schedstat`, 'utf8').split(' ')[0]) / 1_000,
      0,
    );
  } catch {
    return 0;
  }
}

function threadsOf(pid: number | string): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
}

/** Those that it has started and that still run. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((each) => Number.isInteger(each) && readStat(each)?.parent === pid);
}

/** Null when there is no such process here. */
export function parentOf(pid: number): number | null {
  return readStat(pid)?.parent ?? null;
}

/** CPU time of this process alone, in microseconds. */
export function cpuOf(pid: number): number {
  return readStat(pid)?.ownCpu ?? 0;
}

/** CPU time of a process's first thread alone, in microseconds: of Node's, the one that runs JavaScript. */
export function cpuOfMainThread(pid: number): number {
  return readStat(`${pid}/task/${pid}`)?.ownCpu ?? 0;
}

/** CPU time of a process and of its children, ended ones included, in microseconds (rule 1). */
export function cpuOfFamily(pid: number): number {
  const own = readStat(pid);
  if (!own) return 0;
  const children = childrenOf(pid).map((child) => readStat(child));
  return children.reduce(
    (sum, child) => sum + (child ? child.ownCpu + child.endedChildrenCpu : 0),
    own.ownCpu + own.endedChildrenCpu,
  );
}

/** Proportional memory of a process in bytes; with `family`, of its children, too. */
export function memoryOf(pid: number, family = false): number {
  const pids = family ? [pid, ...childrenOf(pid)] : [pid];
  return pids.reduce((sum, each) => sum + pssOf(each), 0);
}

/** Nothing of a process that has ended meanwhile. */
function pssOf(pid: number): number {
  try {
    return proportionalMemoryOf(pid);
  } catch {
    return 0;
  }
}

/** The system's monotonic clock, the same in all processes. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Keeps this process, with all its threads, to the last of the processors that it may use. */
export function stayOnLastProcessor(): void {
  const status = readFileSync('/proc/self/status', 'utf8');
  // "0-1" or "0,2-3"
  const last = /^Cpus_allowed_list:.*?(\d+)$/m.exec(status)?.[1];
  if (last === undefined) throw new Error('/proc/self/status does not say which processors may be used');
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', last, String(process.pid)], { stdio: 'ignore' });
}

/** Keeps a process, with all its threads, to one processor. */
export function stayOn(pid: number, processor: number): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(processor), String(pid)], { stdio: 'ignore' });
}

/** One line that says what the figures were measured on. `folder`: where the data directories are. */
export function describeMachine(folder: string): string {
  const all = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${all.length} × ${all[0]?.model ?? 'unknown processor'}, ${gigabytes} GB, Linux ${release()}, Node ${process.version}, a flush to disk ${figure(flushMs(folder))} ms`;
}

/** How long the disk under this folder takes to have 8 KB for sure, in milliseconds: what a commit waits for. */
export function flushMs(folder: string): number {
  const file = join(folder, `trunkline-bench-flush-${process.pid}`);
  const descriptor = openSync(file, 'w');
  try {
    const page = Buffer.alloc(8192, 1);
    const times = Array.from({ length: FLUSHES }, (_, index) => {
      writeSync(descriptor, page, 0, page.length, index * page.length);
      const from = performance.now();
      fdatasyncSync(descriptor);
      return performance.now() - from;
    });
    return median(times);
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
}

/** CPU time so far of everything on the machine, and of this process with all that it started and that has ended. */
export interface MachineTime {
  readonly busy: number;
  readonly all: number;
  readonly own: number;
}

export function machineTime(): MachineTime {
  const line = readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '';
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft = 0, stolen = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map((ticks) => (Number(ticks) * 1e6) / TICKS_PER_SECOND);
  const busy = user + nice + system + interrupts + soft + stolen;
  const self = readStat(process.pid);
  return { busy, all: busy + idle + waiting, own: (self?.ownCpu ?? 0) + (self?.endedChildrenCpu ?? 0) };
}

/** The share (0 to 1) of the machine that was used by others between the two. */
function usedByOthers(from: MachineTime, to: MachineTime): number {
  return Math.max(0, (to.busy - from.busy - (to.own - from.own)) / (to.all - from.all));
}

/** What stands below every table: how busy others kept the machine since `from`. */
export function othersFigure(from: MachineTime): Figure {
  const share = usedByOthers(from, machineTime()) * 100;
  return { what: 'of the machine used by others meanwhile', value: `${figure(share)} %` };
}
