/** What a gateway in a process of its own needs to live beside simulated operators that outlive it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type RunningSimulators, startSimulators } from '../../../cli/simulate.ts';
import { freePort } from '../ports.ts';
import { API_KEY, CUSTOMER_ID, OPERATOR_TOKEN } from './gateway.ts';

export interface BesideSimulators {
  readonly simulators: RunningSimulators;
  /** Of each of its starts. */
  readonly env: Record<string, string>;
  /** Once the gateway is gone. */
  stop(): Promise<void>;
}

export async function besideSimulators(name: string): Promise<BesideSimulators> {
  const folder = await mkdtemp(join(tmpdir(), `trunkline-${name}-`));
  const port = await freePort();
  const webhookUrl = `http://127.0.0.1:${port}/carriers/simulated-rcs/webhook`;
  const ports = { smppPort: 0, rbmPort: 0, sipPort: 0, handsetPort: 0 };
  const simulators = await startSimulators({ host: '127.0.0.1', ...ports, webhookUrl });
  const config = join(folder, 'trunkline.yaml');
  await writeFile(config, stringify({ carriers: simulators.carriers }));
  return {
    simulators,
    env: {
      PORT: String(port),
      TRUNKLINE_OPERATORS_PORT: 'same',
      TRUNKLINE_DATA: join(folder, 'data'),
      TRUNKLINE_CONFIG: config,
      TRUNKLINE_OPERATOR_TOKEN: OPERATOR_TOKEN,
      TRUNKLINE_SANDBOX_CUSTOMER_ID: CUSTOMER_ID,
      TRUNKLINE_SANDBOX_API_KEY: API_KEY,
    },
    async stop() {
      await simulators.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
