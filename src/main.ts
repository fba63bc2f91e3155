/**
 * The gateway as a process: reads the settings, and runs the gateway (assembly/process/run-gateway.ts), which starts,
 * prints its address, and drains when it is told to end. Where it is to be several processes, this one looks after them.
 *
 * 1. SIGTERM and SIGINT drain; a second signal (assembly/process/ending.ts), or 10 s, ends the process at once. Of several
 *    processes all drain, and only a second signal to the first of them ends them at once.
 * 2. SIGHUP has the settings and the certificate read again, in all of them, also when it comes while they load.
 * 3. A start that fails writes its reason to standard error, without a stack, and exits with 1.
 */
import { availableParallelism, totalmem } from 'node:os';
import { Ending } from './assembly/process/ending.ts';
import { ReloadWish } from './assembly/process/reload-wish.ts';
import type { ProcessOptions } from './assembly/process/run-gateway.ts';
import { askWhatToRunWith, spawnProcess, TASK_VARIABLE, taskOf } from './assembly/processes/cluster.ts';
import { type Machine, processCount } from './assembly/processes/count.ts';
import { GroupSupervisor } from './assembly/processes/supervisor.ts';
import { type Config, ConfigError, loadConfig } from './config/config.ts';
import { createContext } from './context.ts';
import { keepInspectorShut } from './lib/no-inspector.ts';
import { giveBackMemory } from './lib/spare-memory.ts';
import { keepTickShape } from './lib/tick-shape.ts';

const END_WITHIN_MS = 9_500;

async function main(): Promise<void> {
  const reload = new ReloadWish();
  process.on('SIGHUP', () => reload.wish());
  keepInspectorShut();
  const task = taskOf(process.env[TASK_VARIABLE]);
  if (task === null) await runOneOrSeveral(readConfig(), reload);
  else await runGateway({ ...(await askWhatToRunWith()), task, reload });
  await settle();
}

async function runOneOrSeveral(config: Config, reload: ReloadWish): Promise<void> {
  const count = processCount(config, thisMachine());
  if (count === 1) await runGateway({ config, secrets: null, task: null, reload });
  else await superviseSeveral(config, count, reload);
}

function readConfig(): Config {
  return loadConfig(process.env, process.argv.slice(2));
}

async function runGateway(what: Pick<ProcessOptions, 'config' | 'secrets' | 'task' | 'reload'>): Promise<void> {
  // Not loaded by a process that only looks after others: it would be half of its memory.
  const gateway = await import('./assembly/process/run-gateway.ts');
  await gateway.runGateway({ ...what, path: process.env.PATH, readConfig, endLater });
}

/** The system's timer, not the clock's: this one has to keep the process from hanging. */
function endLater(): void {
  setTimeout(() => process.exit(1), END_WITHIN_MS).unref();
}

/** A container may be given less memory than its machine has. */
function thisMachine(): Machine {
  const given = process.constrainedMemory();
  return {
    processors: availableParallelism(),
    memory: Math.min(totalmem(), given > 0 ? given : Number.POSITIVE_INFINITY),
  };
}

/** Looks after so many processes, and serves nobody itself. */
async function superviseSeveral(config: Config, count: number, reload: ReloadWish): Promise<void> {
  const context = createContext({ logLevel: config.logLevel });
  const supervisor = new GroupSupervisor({
    context,
    config,
    readConfig,
    count,
    path: process.env.PATH,
    spawn: spawnProcess,
    replaced: () => void end('replaced', 0),
  });
  const ending = new Ending(context.clock, () => process.exit(1));

  async function end(why: string, code: number): Promise<void> {
    if (!ending.begin()) return;
    context.log.info({ signal: why }, 'draining all processes');
    endLater();
    const ended = await supervisor.stop(why);
    context.log.info('all processes have stopped');
    process.exit(ended ? code : 1);
  }

  process.on('SIGTERM', () => void end('SIGTERM', 0));
  process.on('SIGINT', () => void end('SIGINT', 0));
  reload.follow(() => supervisor.reload());
  if (config.carriers.length === 0) {
    context.log.warn({ processes: count }, 'each process of a sandbox has handsets of its own: one process is better');
  }
  try {
    if (!(await supervisor.start()) && !ending.isUnderWay) await end('the first process could not start', 1);
  } catch (error) {
    // A start that was told to end has not failed.
    if (ending.isUnderWay) return;
    await supervisor.stop('it could not start');
    throw error;
  }
}

async function settle(): Promise<void> {
  await keepTickShape();
  await giveBackMemory();
}

function fail(error: unknown): void {
  const text = error instanceof ConfigError || error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);
