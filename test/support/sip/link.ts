/**
 * A way between two SIP parties in memory, on which messages are lost, repeated, late and overtaken, by a seed.
 */
import type { Buffer } from 'node:buffer';
import type { Flow, FlowEvents, HostPort } from '../../../src/carriers/sip/transport/flow.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import type { Dice } from '../random.ts';

export interface LinkFaults {
  /** Shares, 0 to 1. */
  readonly lost: number;
  readonly repeated: number;
  /** The longest that a message is under way, milliseconds. */
  readonly delayMs: number;
}

export interface SipLink {
  readonly near: Flow;
  readonly far: Flow;
  readonly faults: { current: LinkFaults };
}

export function sipLink(
  clock: Clock,
  dice: Dice,
  faults: LinkFaults,
  ends: { near: () => FlowEvents; far: () => FlowEvents },
): SipLink {
  const current = { current: faults };
  const place = { near: { host: '192.0.2.1', port: 5060 }, far: { host: '192.0.2.2', port: 5060 } };
  const flow = (local: HostPort, remote: HostPort, to: () => FlowEvents, back: () => Flow): Flow => {
    const self: Flow = {
      transport: 'udp',
      isReliable: false,
      local,
      remote,
      send(bytes: Buffer) {
        const { lost, repeated, delayMs } = current.current;
        const copies = dice.chance(lost) ? 0 : dice.chance(repeated) ? 2 : 1;
        for (let copy = 0; copy < copies; copy += 1) {
          clock.setTimer(() => to().received(bytes, back()), 1 + dice.below(delayMs));
        }
      },
      toPort: () => self,
    };
    return self;
  };
  const near: Flow = flow(place.near, place.far, ends.far, () => far);
  const far: Flow = flow(place.far, place.near, ends.near, () => near);
  return { near, far, faults: current };
}
