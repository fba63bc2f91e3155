/**
 * Processes of a gateway as Node's cluster has them: the supervisor listens and hands each connection to the next
 * process that takes one, so that a few long ones spread as evenly as many short ones.
 *
 * 1. A process that stands still takes one connection and no other. One whose supervisor is gone ends at once, as Node
 *    has it.
 */
import cluster from 'node:cluster';
import { parseJsonObject } from '../../lib/json.ts';
import type { FromProcess, Task, ToProcess } from './messages.ts';
import type { ProcessHandle, ProcessListener } from './process-group.ts';
import type { Channel } from './siblings.ts';

/** Where a process finds its task. */
export const TASK_VARIABLE = 'GATEWAY_PROCESS_TASK';

/** Starts this program once more, as a process of the gateway. */
export function spawnProcess(task: Task, listener: ProcessListener): ProcessHandle {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ serialization: 'advanced' });
  const worker = cluster.fork({ [TASK_VARIABLE]: JSON.stringify(task) });
  let isOver = false;
  const over = (code: number | null, signal: string | null) => {
    if (isOver) return;
    isOver = true;
    listener.ended({ code, signal });
  };
  worker.on('message', (message: FromProcess) => listener.received(message));
  worker.on('exit', over);
  // One that could not be started at all never exits.
  worker.process.on('error', () => worker.process.pid === undefined && over(null, 'no start'));
  return {
    pid: worker.process.pid,
    send: (message: ToProcess) => {
      if (worker.isConnected()) worker.process.send?.(message, () => {});
    },
    kill: () => worker.process.kill('SIGKILL'),
  };
}

/** Null: this process is no process of a gateway of several. */
export function taskOf(text: string | undefined): Task | null {
  if (!cluster.isWorker || text === undefined) return null;
  return parseJsonObject(Buffer.from(text)) as unknown as Task | null;
}

/** To the supervisor. */
export function supervisorChannel(): Channel {
  return {
    send: (message) => {
      if (process.connected) process.send?.(message, undefined, undefined, () => {});
    },
    listen: (received) => process.on('message', (message: ToProcess) => received(message)),
  };
}
