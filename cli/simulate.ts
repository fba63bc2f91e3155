/**
 * `trunkline simulate`: the simulated operators alone, for a gateway elsewhere or a test of one's own.
 */
import { stringify } from 'yaml';
import { createContext } from '../src/context.ts';
import type { Service } from '../src/lib/service.ts';
import { createSandbox, type SandboxOptions } from '../src/sandbox/sandbox.ts';
import { createHandsetServer } from '../src/sandbox/server.ts';

export interface SimulateOptions extends SandboxOptions {
  readonly handsetPort: number;
  /** Where the simulated RBM posts its events: `{gateway}/carriers/{name}/webhook`. */
  readonly webhookUrl: string | undefined;
}

export interface RunningSimulators extends Service {
  /** What to put into a gateway's configuration. */
  readonly carriers: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly handsetUrl: string;
}

/** Starts them; they run until `stop`. */
export async function startSimulators(options: SimulateOptions): Promise<RunningSimulators> {
  const context = createContext({ logLevel: 'warn' });
  const { host, handsetPort, webhookUrl } = options;
  const sandbox = createSandbox(context, options);
  const handsets = createHandsetServer(context, sandbox.handsets, { host, port: handsetPort });
  await sandbox.start();
  await handsets.start();
  if (webhookUrl !== undefined) sandbox.rcs.postEventsTo(webhookUrl);
  return {
    name: 'simulators',
    carriers: sandbox.operators.map(({ channel, kind, settings }) => ({
      name: `simulated-${channel}`,
      kind,
      ...settings(),
    })),
    handsetUrl: handsets.url,
    async start() {},
    async stop() {
      await handsets.stop();
      await sandbox.stop();
    },
  };
}

/** Runs them in the foreground and says on standard output how to reach them. */
export async function runSimulators(options: SimulateOptions): Promise<void> {
  const running = await startSimulators(options);
  const lines = [
    "# Simulated operators are running. Put this into a gateway's configuration (TRUNKLINE_CONFIG):",
    stringify({ carriers: running.carriers }).trimEnd(),
    `# What the handsets get: ${running.handsetUrl}/sandbox/handsets/{number}/messages`,
    `# What they heard: ${running.handsetUrl}/sandbox/handsets/{number}/calls`,
    options.webhookUrl === undefined
      ? '# No events of the RCS handsets are posted: start with --webhook-url {gateway}/carriers/simulated-rcs/webhook'
      : `# Events of the RCS handsets are posted to ${options.webhookUrl}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  // The servers keep the process alive; a signal ends it.
  const stop = () => void running.stop().then(() => process.exit(0));
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
