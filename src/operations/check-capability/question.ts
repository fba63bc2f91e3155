/**
 * What the questions about capabilities have in common: the channel in the path, and its product (contract section 9).
 */
import type { Channel } from '../../carriers/carrier.ts';
import { CHANNEL_NAMES, CHANNELS } from '../../carriers/channels.ts';
import type { Asked } from '../../engine/capability/agents.ts';
import { Refusal } from '../../errors.ts';
import type { OperationRequest } from '../operation.ts';

/** Those of which somebody can say what a device shows. */
const ASKED_CHANNELS = CHANNEL_NAMES.filter((name) => CHANNELS[name].sentBy === 'agent');

/** The channel of the path; refuses one that nobody is asked about, and an account without its product. */
export function readChannel({ params, caller }: Pick<OperationRequest, 'params' | 'caller'>): Channel {
  const channel = ASKED_CHANNELS.find((name) => name === params.channel);
  if (!channel) throw new Refusal('channel_invalid', { name: 'channel', allowed: ASKED_CHANNELS.join(' or ') });
  const { product } = CHANNELS[channel];
  if (product !== null && !caller.account.products.includes(product)) {
    throw new Refusal('capability_not_enabled', { product });
  }
  return channel;
}

export function isCarrier(asked: Asked | string): asked is Asked {
  return typeof asked !== 'string';
}
