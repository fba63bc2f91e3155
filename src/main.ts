/**
 * The gateway as a process: reads the settings, starts, prints its address, and drains when it is told to end.
 *
 * 1. SIGTERM and SIGINT drain; a second signal, or 10 s, ends the process at once.
 * 2. SIGHUP has the settings and the certificate read again.
 * 3. A start that fails writes its reason to standard error, without a stack, and exits with 1.
 * 4. When the other nodes have declared this node dead, since it was paused or cut off, a new gateway starts in the
 *    same process, and keeps nothing of the old one.
 */
import { createGateway, type Gateway, readOpenapi, startGateway } from './assembly/gateway.ts';
import { readBuild, showBuild } from './assembly/process/build-info.ts';
import { greetingText } from './assembly/process/greeting.ts';
import { collectProcessMetrics } from './assembly/process/process-metrics.ts';
import { keepSandboxEnv } from './assembly/process/sandbox-env.ts';
import type { RunningTraces, TraceSettings } from './assembly/process/traces.ts';
import { tellOfWideFiles } from './assembly/process/wide-files.ts';
import { ConfigError, loadConfig } from './config/config.ts';
import { readSecrets } from './config/secrets.ts';
import { type Context, createContext } from './context.ts';
import { holdProcess } from './lib/hold.ts';
import { keepInspectorShut } from './lib/no-inspector.ts';
import { giveBackMemory } from './lib/spare-memory.ts';
import { keepTickShape } from './lib/tick-shape.ts';

const END_WITHIN_MS = 9_500;
const AGAIN_AFTER_MS = 1_000;

async function main(): Promise<void> {
  keepInspectorShut();
  const config = loadConfig(process.env, process.argv.slice(2));
  const openapi = await readOpenapi();
  const build = await readBuild();
  const tracing = createContext({ logLevel: config.logLevel });
  const traces = config.tracing ? await startTraces(tracing, config.tracing, build.version) : null;
  let running = create();
  let startingOver: Promise<void> = Promise.resolve();
  let ending = false;

  function create(): { context: Context; gateway: Gateway } {
    const context = createContext({ logLevel: config.logLevel, traces });
    collectProcessMetrics(context.metrics);
    showBuild(build, context.metrics);
    const gateway = createGateway({
      context,
      config,
      openapi,
      path: process.env.PATH,
      readSettings: () => loadConfig(process.env, process.argv.slice(2)),
      readSecrets: () => readSecrets(context, config),
      giveUp: (how) => {
        if (how === 'replaced') void end(how);
        // One after the other: a node can be given up while it starts.
        else startingOver = Promise.allSettled([started, startingOver]).then(() => holdProcess(startOver));
      },
    });
    return { context, gateway };
  }

  /** The settings were good, so whatever is in the way passes. */
  async function startOver(): Promise<void> {
    await running.gateway.stop();
    while (!ending) {
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

  async function end(why: string): Promise<void> {
    if (ending) process.exit(1);
    ending = true;
    running.context.log.info({ signal: why }, 'draining');
    // The system's timer, not the clock's: this one has to keep the process from hanging.
    setTimeout(() => process.exit(1), END_WITHIN_MS).unref();
    await startingOver;
    await running.gateway.stop();
    await traces?.stop();
    running.context.log.info('stopped');
    process.exit(0);
  }

  process.on('SIGTERM', () => void end('SIGTERM'));
  process.on('SIGINT', () => void end('SIGINT'));
  process.on('SIGHUP', () => running.gateway.reload());
  const started = startGateway(running.gateway);
  await started;
  await tellOfWideFiles(running.context, config);
  // It runs without a greeting: it may have been told to end by now, or the store does not answer the greeting's questions.
  await greet(running.gateway, config.dataDirectory, build.version).catch((error: unknown) => {
    if (!ending) running.context.log.warn({ err: error }, 'could not greet');
  });
  await keepTickShape();
  await giveBackMemory();
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
