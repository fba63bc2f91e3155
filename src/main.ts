/**
 * The gateway as a process: reads the settings, starts, says where it is, and drains when it is told to end.
 *
 * 1. SIGTERM and SIGINT drain; a second one, or 10 s, ends the process at once.
 * 2. SIGHUP has the certificate read again.
 * 3. What cannot start says why on standard error, without a stack, and exits 1.
 */
import { collectDefaultMetrics } from 'prom-client';
import { ConfigError, loadConfig } from './config.ts';
import { createContext } from './context.ts';
import { createGateway, type Gateway, readOpenapi, startGateway } from './gateway.ts';
import { readSecrets } from './secrets.ts';

const END_WITHIN_MS = 9_500;

async function main(): Promise<void> {
  const config = loadConfig(process.env, process.argv.slice(2));
  const context = createContext({ logLevel: config.logLevel });
  // Memory, CPU and the event loop of this process.
  collectDefaultMetrics({ register: context.metrics });
  const gateway = createGateway({
    context,
    config,
    openapi: await readOpenapi(),
    path: process.env.PATH,
    readSecrets: () => readSecrets(context, config),
    giveUp: () => void end('SIGTERM'),
  });
  let ending = false;
  async function end(signal: string): Promise<void> {
    if (ending) process.exit(1);
    ending = true;
    context.log.info({ signal }, 'draining');
    // The system's timer, not the clock's: this one has to keep the process from hanging.
    setTimeout(() => process.exit(1), END_WITHIN_MS).unref();
    await gateway.stop();
    context.log.info('stopped');
    process.exit(0);
  }
  process.on('SIGTERM', () => void end('SIGTERM'));
  process.on('SIGINT', () => void end('SIGINT'));
  process.on('SIGHUP', () => gateway.reload());
  await startGateway(gateway);
  greet(gateway);
}

/** What a newcomer needs next, on standard output; the log goes to standard error. */
function greet(gateway: Gateway): void {
  const { url, secrets, sandbox } = gateway;
  const lines = [`Trunkline is ready at ${url} (documentation: ${url}/docs)`];
  if (sandbox) {
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
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError || error instanceof Error ? error.message : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
