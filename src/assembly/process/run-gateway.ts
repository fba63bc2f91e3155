/**
 * The gateway in its process: starts it, greets, and drains it when it is told to end. `main.ts` loads this file where a
 * gateway is to run, and not where one looks after several, which takes 47 MB instead of 95.
 *
 * 1. When the other nodes have declared this node dead, since it was paused or cut off, a new gateway starts in the
 *    same process, and keeps nothing of the old one.
 * 2. As one of several processes it ends when the first of them says so, and runs with the settings and secrets of that
 *    one; a signal that reaches it besides (Ctrl-C does) is that wish once more.
 */
import type { Config } from '../../config/config.ts';
import { readSecrets, type Secrets } from '../../config/secrets.ts';
import { type Context, createContext } from '../../context.ts';
import { holdProcess } from '../../lib/hold.ts';
import { createLog, type Log } from '../../lib/log.ts';
import { readServerFacts } from '../../store/schema/server-facts.ts';
import { createGateway, type Gateway, readOpenapi, startGateway } from '../gateway.ts';
import { supervisorChannel } from '../processes/cluster.ts';
import type { Task } from '../processes/messages.ts';
import { Siblings, type SiblingsOptions } from '../processes/siblings.ts';
import { readBuild, showBuild } from './build-info.ts';
import { Ending } from './ending.ts';
import { greetingText } from './greeting.ts';
import { collectProcessMetrics } from './process-metrics.ts';
import type { ReloadWish } from './reload-wish.ts';
import { keepSandboxEnv } from './sandbox-env.ts';
import type { RunningTraces, TraceSettings } from './traces.ts';
import { tellOfWideFiles } from './wide-files.ts';

const AGAIN_AFTER_MS = 1_000;

export interface ProcessOptions {
  readonly config: Config;
  /** It is one of several processes; null: it is the gateway. */
  readonly task: Task | null;
  /** Those of all processes; null: it reads them itself. */
  readonly secrets: Secrets | null;
  /** The PATH of the process, where PostgreSQL's programs may be. */
  readonly path: string | undefined;
  /** The settings as they stand now; throws ConfigError. */
  readonly readConfig: () => Config;
  /** That the settings are read again. */
  readonly reload: ReloadWish;
  /** Ends the process when a stop takes too long. */
  readonly endLater: () => void;
}

interface Running {
  readonly context: Context;
  readonly gateway: Gateway;
  readonly config: Config;
}

/** Resolves when it does its work, or is told to end before. */
export async function runGateway(options: ProcessOptions): Promise<void> {
  const { config, task, secrets, path, readConfig, reload, endLater } = options;
  const openapi = await readOpenapi();
  const build = await readBuild();
  const tracing = createContext({ logLevel: config.logLevel, log: logOf(config, task, null) });
  const traces = config.tracing ? await startTraces(tracing, config.tracing, build.version) : null;
  const log = logOf(config, task, traces);
  const siblings = task ? joinSiblings(task, tracing, endOnce) : undefined;
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
      path,
      readSettings: readConfig,
      readSecrets: async () => secretsOf(secrets ?? (await readSecrets(context, config)), task),
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
    siblings?.startsOver();
    await running.gateway.stop();
    while (!ending.isUnderWay) {
      running = create();
      const { context, gateway } = running;
      try {
        await startGateway(gateway);
        context.log.info('started over');
        siblings?.ready(null);
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
    endLater();
    await startingOver;
    await running.gateway.stop();
    await traces?.stop();
    running.context.log.info('stopped');
    process.exit(0);
  }

  const told = (signal: string) => (task === null ? void end(signal) : endOnce(signal));
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, told);
  reload.follow(() => void running.gateway.reload());
  const started = startGateway(running.gateway);
  // A start that was told to end has not failed.
  await started.catch((error: unknown) => ending.isUnderWay || Promise.reject(error));
  if (ending.isUnderWay) return;
  siblings?.ready(await freeConnections(running, task));
  if (task === null || task.greets) await introduce(running, build.version, () => ending.isUnderWay);
}

function joinSiblings(task: Task, { clock }: Context, end: SiblingsOptions['end']): Siblings {
  return new Siblings({ clock, task, channel: supervisorChannel(), end });
}

async function introduce({ context, gateway, config }: Running, version: string, isEnding: () => boolean) {
  await tellOfWideFiles(context, config);
  // It runs without a greeting: it may have been told to end by now, or the store does not answer the greeting's questions.
  await greet(gateway, config.dataDirectory, version).catch((error: unknown) => {
    if (!isEnding()) context.log.warn({ err: error }, 'could not greet');
  });
}

/** Of a database elsewhere, for the processes that follow the first one; null: there are enough. */
async function freeConnections({ config, context, gateway }: Running, task: Task | null): Promise<number | null> {
  if (config.database.url === null || task === null || !task.greets) return null;
  try {
    const { connections, mostConnections } = await readServerFacts(gateway.db);
    return mostConnections - connections;
  } catch (error) {
    context.log.warn({ err: error }, 'the database does not say how many connections it has left');
    return null;
  }
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
  const { createTraces } = await import('./traces.ts');
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
