/**
 * The gateway as a process: reads the settings, starts, prints its address, and drains when it is told to end.
 *
 * 1. SIGTERM and SIGINT drain; a second signal, or 10 s, ends the process at once.
 * 2. SIGHUP reads the certificate again.
 * 3. A start that fails writes its reason to standard error, without a stack, and exits with 1.
 * 4. When the other nodes have declared this node dead, since it was paused or cut off, a new gateway starts in the
 *    same process, and keeps nothing of the old one.
 */
import { createGateway, type Gateway, readOpenapi, readVersion, startGateway } from './assembly/gateway.ts';
import { collectProcessMetrics } from './assembly/process/process-metrics.ts';
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
  const tracing = createContext({ logLevel: config.logLevel });
  const traces = config.tracing ? await startTraces(tracing, config.tracing) : null;
  let running = create();
  let startingOver: Promise<void> = Promise.resolve();
  let ending = false;

  function create(): { context: Context; gateway: Gateway } {
    const context = { ...createContext({ logLevel: config.logLevel }), traces };
    collectProcessMetrics(context.metrics);
    const gateway = createGateway({
      context,
      config,
      openapi,
      path: process.env.PATH,
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
  greet(running.gateway);
  await keepTickShape();
  await giveBackMemory();
}

async function startTraces(context: Context, settings: TraceSettings): Promise<RunningTraces> {
  const { createTraces } = await import('./assembly/process/traces.ts');
  return createTraces(context, settings, await readVersion());
}

/** What a newcomer needs next, on standard output; the log goes to standard error. */
function greet(gateway: Gateway): void {
  const { url, operatorsUrl, secrets, sandbox, preparedSandbox } = gateway;
  const link = gateway.signInLink();
  const lines = [
    `Trunkline is ready at ${url} (documentation: ${url}/docs)`,
    ...(operatorsUrl === url ? [] : [`Operators, metrics and /readyz are at ${operatorsUrl}`]),
    ...(link === null ? [] : [`Sign in with a browser, once and within 10 minutes: ${link}`]),
  ];
  if (sandbox && !preparedSandbox.isOpen) {
    lines.push('All operators are simulated. The sandbox account is closed; "trunkline account activate" opens it.');
  } else if (sandbox) {
    const body = JSON.stringify({
      phone_number: '4915112345678',
      message_type: 'ARN',
      channels: [{ channel: 'rcs', fallback_time: 60 }, { channel: 'sms' }],
      message: {
        rcs: {
          template: 'rc_dial_action_vertical',
          parameters: {
            dial_payload: 'welcome',
            dial_text: 'Call us',
            media_url: 'https://example.com/image.jpg',
            phone_number_to_dial: '4930123456',
          },
        },
        sms: { template: 'text', parameters: { text: 'Call us on +4930123456' } },
      },
    });
    const account = `'${secrets.sandboxCustomerId}:${secrets.sandboxApiKey}'`;
    lines.push(
      'All operators are simulated. The sandbox account:',
      `  Customer ID  ${secrets.sandboxCustomerId}`,
      `  API key      ${secrets.sandboxApiKey}`,
      'Send a message:',
      `  curl -u ${account} -H 'Content-Type: application/json' ${url}/v1/omnichannel -d '${body}'`,
      'See what the handset got:',
      `  curl -u ${account} ${url}/sandbox/handsets/4915112345678/messages`,
      'Have it called, and see what it heard once the call is over:',
      `  curl -u ${account} ${url}/v1/verify/call -d phone_number=4915112345678 -d verify_code=12345`,
      `  curl -u ${account} ${url}/sandbox/handsets/4915112345678/calls`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function fail(error: unknown): void {
  const text = error instanceof ConfigError || error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

main().catch(fail);
