/**
 * Has the carriers of other settings in a gateway that runs: they come and go, and the agents behind them with them.
 */
import { agentsOf, type CarrierConfig } from '../../carriers/kinds.ts';
import type { Context } from '../../context.ts';
import { CarrierChanges, type CarrierChangesOptions } from '../../engine/carriers/carrier-changes.ts';
import type { NodeWatch } from '../../engine/nodes/node-watch.ts';
import type { Service } from '../../lib/service.ts';
import type { Speech } from '../../speech/speech.ts';
import { warmUpSpeech } from '../calls.ts';
import type { CreatedCarriers } from '../carriers.ts';

export interface CarrierReloadOptions extends Pick<CarrierChangesOptions, 'engine' | 'orders'> {
  readonly watch: Pick<NodeWatch, 'seats' | 'peers'>;
  readonly made: Pick<CreatedCarriers, 'carriers' | 'agents' | 'wanted' | 'wantedOf'> & { readonly speech: Speech };
}

/** Stopped before the engine. */
export interface CarrierReload extends Service {
  follow(configured: readonly CarrierConfig[]): void;
}

export function assembleCarrierReload(
  context: Context,
  { engine, orders, watch: { seats, peers }, made }: CarrierReloadOptions,
): CarrierReload {
  const { carriers, wanted, speech } = made;
  const changes = new CarrierChanges({ context, engine, orders, seats, peers, carriers, wanted });
  return {
    name: changes.name,
    start: () => changes.start(),
    stop: () => changes.stop(),
    follow(list) {
      // Whoever uses these has this very record.
      for (const channel of Object.keys(made.agents) as Array<keyof typeof made.agents>) delete made.agents[channel];
      Object.assign(made.agents, agentsOf(list));
      changes.follow(made.wantedOf(list));
      warmUpSpeech(context, speech, carriers);
    },
  };
}
