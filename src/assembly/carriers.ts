/**
 * Makes the carriers of a gateway: those of the configuration, or the sandbox's own where none is configured.
 */
import type { Carrier, Channel } from '../carriers/carrier.ts';
import { takes } from '../carriers/channels.ts';
import { agentsOf, type CallOptions, type CarrierConfig, configureCarrier, createCarrier } from '../carriers/kinds.ts';
import type { Context } from '../context.ts';
import { createSandbox, type Sandbox, type SimulatedOperator } from '../sandbox/sandbox.ts';

const SANDBOX = { host: '127.0.0.1', smppPort: 0, rbmPort: 0, sipPort: 0 };

export interface CreatedCarriers {
  readonly carriers: readonly Carrier[];
  /** The agents behind them, by channel. */
  readonly agents: ReturnType<typeof agentsOf>;
  /** Null while carriers are configured. */
  readonly sandbox: Sandbox | null;
}

/** `run` starts the simulated operators, and sees to it that they are stopped. */
export async function createCarriers(
  context: Context,
  configured: readonly CarrierConfig[],
  calls: CallOptions,
  run: (sandbox: Sandbox) => Promise<void>,
): Promise<CreatedCarriers> {
  const sandbox = configured.length > 0 ? null : createSandbox(context, SANDBOX);
  if (sandbox) await run(sandbox);
  const used = sandbox ? sandbox.operators.map(simulatedCarrier) : configured;
  return { carriers: used.map((each) => createCarrier(context, each, calls)), agents: agentsOf(used), sandbox };
}

function simulatedCarrier({ channel, kind, settings }: SimulatedOperator): CarrierConfig {
  return configureCarrier(sandboxCarrierName(channel), kind, settings());
}

export function sandboxCarrierName(channel: Channel): string {
  return `sandbox-${channel}`;
}

/** Without an SMS carrier a text goes nowhere, however long it is: its channel ends 3055. */
export function fewestParts(carriers: readonly Carrier[], text: string): number {
  const ofTexts = carriers.filter(({ channel }) => takes(channel, 'sms_text'));
  if (ofTexts.length === 0) return 1;
  return Math.min(...ofTexts.map((carrier) => carrier.countParts({ type: 'sms_text', text })));
}
