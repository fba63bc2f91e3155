/**
 * Makes the carriers of a gateway: those of the configuration, or the sandbox's own where none is configured.
 */
import type { Carrier, Channel } from '../carriers/carrier.ts';
import { takes } from '../carriers/channels.ts';
import {
  agentsOf,
  type CallOptions,
  type CarrierConfig,
  configureCarrier,
  createCarrier,
  placeOf,
} from '../carriers/kinds.ts';
import type { Context } from '../context.ts';
import type { WantedCarrier } from '../engine/carriers/carrier-changes.ts';
import { createSandbox, type Sandbox, type SimulatedOperator } from '../sandbox/sandbox.ts';

const SANDBOX = { host: '127.0.0.1', smppPort: 0, rbmPort: 0, sipPort: 0 };

export interface CreatedCarriers {
  /** All that there are; a reload changes the list (engine/carriers/carrier-changes.ts). */
  readonly carriers: Carrier[];
  /** The agents behind them, by channel. */
  readonly agents: ReturnType<typeof agentsOf>;
  /** Null while carriers are configured. */
  readonly sandbox: Sandbox | null;
  /** What the list was made of. */
  readonly wanted: readonly WantedCarrier[];
  /** As other settings have them. */
  wantedOf(configured: readonly CarrierConfig[]): WantedCarrier[];
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
  const make = (each: CarrierConfig) => createCarrier(context, each, calls);
  const wantedOf: CreatedCarriers['wantedOf'] = (list) =>
    list.map((each) => ({ name: each.name, settings: each, place: placeOf(each), make: () => make(each) }));
  return { carriers: used.map(make), agents: agentsOf(used), sandbox, wanted: wantedOf(configured), wantedOf };
}

function simulatedCarrier({ channel, kind, settings }: SimulatedOperator): CarrierConfig {
  return configureCarrier(sandboxCarrierName(channel), kind, settings());
}

export function sandboxCarrierName(channel: Channel): string {
  return `sandbox-${channel}`;
}

/** Without an SMS carrier a text goes nowhere, however long it is: its channel ends 3055. */
export function fewestParts(carriers: readonly Carrier[], text: string): number {
  const content = { type: 'sms_text', text } as const;
  let fewest = Number.POSITIVE_INFINITY;
  for (const carrier of carriers) {
    if (takes(carrier.channel, 'sms_text')) fewest = Math.min(fewest, carrier.countParts(content));
  }
  return fewest === Number.POSITIVE_INFINITY ? 1 : fewest;
}
