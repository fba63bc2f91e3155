/**
 * The gateway as a process: reads the settings, starts, prints its address, and drains when it is told to end. Where it
 * is to be several processes, this one looks after them.
 *
 * 1. SIGTERM and SIGINT drain; a second signal (assembly/process/ending.ts), or 10 s, ends the process at once. Of several
 *    processes all drain; a signal may reach each of them besides (Ctrl-C does), and only a second one to the first of
 *    them ends them at once.
 * 2. SIGHUP has the settings and the certificate read again, in all of them.
 * 3. A start that fails writes its reason to standard error, without a stack, and exits with 1.
 * 4. When the other nodes have declared this node dead, since it was paused or cut off, a new gateway starts in the
 *    same process, and keeps nothing of the old one.
 */
import { availableParallelism, totalmem } from 'node:os';
import { createGateway, type Gateway, readOpenapi, startGateway } from './assembly/gateway.ts';
import { readBuild, showBuild } from './assembly/process/build-info.ts';
import { Ending } from './assembly/process/ending.ts';
import { greetingText } from './assembly/process/greeting.ts';
import { collectProcessMetrics } from './assembly/process/process-metrics.ts';
import { keepSandboxEnv } from './assembly/process/sandbox-env.ts';
import type { RunningTraces, TraceSettings } from './assembly/process/traces.ts';
import { tellOfWideFiles } from './assembly/process/wide-files.ts';
import { spawnProcess, supervisorChannel, TASK_VARIABLE, taskOf } from './assembly/processes/cluster.ts';
import { type Machine, processCount } from './assembly/processes/count.ts';
import type { Task } from './assembly/processes/messages.ts';
import { Siblings, type SiblingsOptions } from './assembly/processes/siblings.ts';
import { GroupSupervisor } from './assembly/processes/supervisor.ts';
import { type Config, ConfigError, loadConfig } from './config/config.ts';
import { readSecrets, type Secrets } from './config/secrets.ts';
import { type Context, createContext } from './context.ts';
import { holdProcess } from './lib/hold.ts';
import { createLog, type Log } from './lib/log.ts';
import { keepInspectorShut } from './lib/no-inspector.ts';
import { giveBackMemory } from './lib/spare-memory.ts';
import { keepTickShape } from './lib/tick-shape.ts';

const END_WITHIN_MS = 9_500;
const AGAIN_AFTER_MS = 1_000;

interface Running {
  readonly context: Context;
  readonly gateway: Gateway;
  readonly config: Config;
}

async function main(): Promise<void> {
  keepInspectorShut();
  const config = loadConfig(process.env, process.argv.slice(2));
  const task = taskOf(process.env[TASK_VARIABLE]);
  const count = task === null ? processCount(config, thisMachine()) : 1;
  await (count === 1 ? runGateway(config, task) : superviseSeveral(config, count));
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
async function superviseSeveral(config: Config, count: number): Promise<void> {
  const context = createContext({ logLevel: config.logLevel });
  const supervisor = new GroupSupervisor({
    context,
    config,
    count,
    path: process.env.PATH,
    spawn: spawnProcess,
    replaced: () => void end('replaced', 0),
  });
  const ending = new Ending(context.clock, () => process.exit(1));

  async function end(why: string, code: number): Promise<void> {
    if (!ending.begin()) return;
    context.log.info({ signal: why }, 'draining all processes');
    setTimeout(() => process.exit(1), END_WITHIN_MS).unref();
    const ended = await supervisor.stop(why);
    context.log.info('all processes have stopped');
    process.exit(ended ? code : 1);
  }

  process.on('SIGTERM', () => void end('SIGTERM', 0));
  process.on('SIGINT', () => void end('SIGINT', 0));
  process.on('SIGHUP', () => supervisor.reload());
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
  context.log.info({ processes: count }, 'the processes of the gateway are started');
  await settle();
}

/** `task`: it is one of several processes; null: it is the gateway. */
async function runGateway(config: Config, task: Task | null): Promise<void> {
  const openapi = await readOpenapi();
  const build = await readBuild();
  const tracing = createContext({ logLevel: config.logLevel, log: logOf(config, task, null) });
  const traces = config.tracing ? await startTraces(tracing, config.tracing, build.version) : null;
  const log = logOf(config, task, traces);
  const siblings = task
    ? joinSiblings(task, tracing, { end: endOnce, reload: () => running.gateway.reload() })
    : undefined;
  let running = create();
  let startingOver: Promise<void> = Promise.resolve();
  const ending = new Ending(tracing.clock, () => process.exit(1));

  function create(): Running {
    const context = createContext({ logLevel: config.logLevel, log, traces });
    collectProcessMetrics(context.metrics);
    showBuild(build, context.metrics);
    const gateway = createGateway({
      context,
      config,
      openapi,
      path: process.env.PATH,
      readSettings: () => loadConfig(process.env, process.argv.slice(2)),
      readSecrets: async () => secretsOf(await readSecrets(context, config), task),
      siblings,
      giveUp: (how) => {
        if (how === 'replaced') void end(how);
        // One after the other: a node can be given up while it starts.
        else startingOver = Promise.allSettled([started, startingOver]).then(() => holdProcess(startOver));
      },
    });
    return { context, gateway, config };
  }

  /** The settings were good, so whatever is in the way passes. */
  async function startOver(): Promise<void> {
    await running.gateway.stop();
    while (!ending.isUnderWay) {
      running = create();
      const { context, gateway } = running;
      try {
        await startGateway(gateway);
        context.log.info('started over');
        return;
      } catch (error) {
        context.log.error({ err: error, againAfterMs: AGAIN_AFTER_MS }, 'could not start over, and tries again');
        await new Promise<void>((resolve) => context.clock.setTimer(resolve, AGAIN_AFTER_MS));
      }
    }
  }

  /** A signal to all processes may have come before. */
  function endOnce(why: string): void {
    if (!ending.isUnderWay) void end(why);
  }

  async function end(why: string): Promise<void> {
    if (!ending.begin()) return;
    if (why === 'replaced') siblings?.replaced();
    running.context.log.info({ signal: why }, 'draining');
    // The system's timer, not the clock's: this one has to keep the process from hanging.
    setTimeout(() => process.exit(1), END_WITHIN_MS).unref();
    await startingOver;
    await running.gateway.stop();
    await traces?.stop();
    running.context.log.info('stopped');
    process.exit(0);
  }

  const told = (signal: string) => (task === null ? void end(signal) : endOnce(signal));
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, told);
  process.on('SIGHUP', () => running.gateway.reload());
  const started = startGateway(running.gateway);
  // A start that was told to end has not failed.
  await started.catch((error: unknown) => ending.isUnderWay || Promise.reject(error));
  if (ending.isUnderWay) return;
  siblings?.ready();
  if (task === null || task.greets) await introduce(running, build.version, () => ending.isUnderWay);
  await settle();
}

function joinSiblings(task: Task, { clock }: Context, how: Pick<SiblingsOptions, 'end' | 'reload'>): Siblings {
  return new Siblings({ clock, task, channel: supervisorChannel(), ...how });
}

async function introduce({ context, gateway, config }: Running, version: string, isEnding: () => boolean) {
  await tellOfWideFiles(context, config);
  // It runs without a greeting: it may have been told to end by now, or the store does not answer the greeting's questions.
  await greet(gateway, config.dataDirectory, version).catch((error: unknown) => {
    if (!isEnding()) context.log.warn({ err: error }, 'could not greet');
  });
}

async function settle(): Promise<void> {
  await keepTickShape();
  await giveBackMemory();
}

/** Each line of one of several processes says which. */
function logOf({ logLevel }: Config, task: Task | null, traces: RunningTraces | null): Log {
  const log = createLog(logLevel, undefined, traces);
  return task === null ? log : log.child({ process: task.number });
}

/** Each process is a node; the first is called as a gateway of one would be. */
function secretsOf(secrets: Secrets, task: Task | null): Secrets {
  if (task === null || task.number === 1) return secrets;
  return { ...secrets, nodeId: `${secrets.nodeId}-${task.number}` };
}

async function startTraces(context: Context, settings: TraceSettings, version: string): Promise<RunningTraces> {
  const { createTraces } = await import('./assembly/process/traces.ts');
  return createTraces(context, settings, version);
}

/** What comes next, on standard output; the log goes to standard error. */
async function greet(gateway: Gateway, dataDirectory: string, version: string): Promise<void> {
  const { url, operatorsUrl, secrets, sandbox, preparedSandbox } = gateway;
  const { sandboxCustomerId: customerId, sandboxApiKey: apiKey } = secrets;
  const { isOpen } = preparedSandbox;
  const envFile = await keepSandboxEnv(dataDirectory, isOpen ? { url, customerId, apiKey } : null, process.cwd());
  const greeting = {
    version,
    url,
    operatorsUrl,
    link: gateway.signInLink(),
    sandbox: sandbox && { customerId, apiKey, isOpen, envFile },
    missing: await gateway.firstSteps(),
  };
  process.stdout.write(greetingText(greeting, process.stdout.isTTY && process.stdout.hasColors()));
}

function fail(error: unknown): void {
  const text = error instanceof ConfigError || error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);
