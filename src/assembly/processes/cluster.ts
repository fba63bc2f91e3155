/**
 * Processes of a gateway as Node's cluster has them: the supervisor listens and hands each connection to the next
 * process that takes one, so that a few long ones spread as evenly as many short ones.
 *
 * 1. A process that stands still takes one connection and no other. One whose supervisor is gone ends at once, as Node
 *    has it.
 * 2. A connection that a process was handed and has not taken ends with the process. Node keeps it open for ever, and its
 *    caller would wait for as long as it has patience.
 */
import cluster, { type Worker } from 'node:cluster';
import { parseJsonObject } from '../../lib/json.ts';
import type { FromProcess, RunsWith, Task, ToProcess } from './messages.ts';
import type { ProcessHandle, ProcessListener } from './process-group.ts';
import type { Channel } from './siblings.ts';

/** Where a process finds its task. */
export const TASK_VARIABLE = 'GATEWAY_PROCESS_TASK';

/** Starts this program once more, as a process of the gateway. */
export function spawnProcess(task: Task, listener: ProcessListener): ProcessHandle {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ serialization: 'advanced' });
  const worker = cluster.fork({ [TASK_VARIABLE]: JSON.stringify(task) });
  endWhatItDidNotTake(worker);
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

/** What Node's cluster sends with a connection, and what it gets back when a process has taken it. */
interface Handing {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/** Rule 2. */
function endWhatItDidNotTake(worker: Worker): void {
  const handed = new Map<number, { close(): void }>();
  let isOver = false;
  // What it still said is read before that.
  const closeLater = () =>
    setImmediate(() =>
      setImmediate(() => {
        for (const connection of handed.values()) connection.close();
        handed.clear();
      }),
    );
  const { process } = worker;
  const send = process.send.bind(process) as (...args: unknown[]) => boolean;
  process.send = (...args: unknown[]) => {
    const [message, connection] = args as [Handing, { close(): void } | undefined];
    if (message.act === 'newconn' && message.seq !== undefined && connection) handed.set(message.seq, connection);
    if (isOver) closeLater();
    return send(...args);
  };
  process.on('internalMessage', ({ ack }: Handing) => {
    if (ack !== undefined) handed.delete(ack);
  });
  // Not when it disconnects: of one that has been killed with something in its channel Node never says so.
  worker.on('exit', () => {
    isOver = true;
    closeLater();
  });
}

/** Null: this process is no process of a gateway of several. */
export function taskOf(text: string | undefined): Task | null {
  if (!cluster.isWorker || text === undefined) return null;
  return parseJsonObject(Buffer.from(text)) as unknown as Task | null;
}

/** What this process is to run with, as the supervisor has it. */
export function askWhatToRunWith(): Promise<RunsWith> {
  return new Promise((resolve) => {
    const hear = (message: ToProcess) => {
      if (message.type !== 'runs_with') return;
      process.off('message', hear);
      resolve(message);
    };
    process.on('message', hear);
    supervisorChannel().send({ type: 'starts' });
  });
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
