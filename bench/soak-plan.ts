/**
 * The faults of a soak, in an order that its seed alone decides.
 *
 * 1. What happens next depends on the seed and on nothing that is measured: the same seed, the same order.
 */
import { createDice, type Dice } from '../test/support/random.ts';

export type Fault =
  | { readonly kind: 'kill_node'; readonly node: number; readonly forMs: number }
  | { readonly kind: 'kill_database' }
  | { readonly kind: 'stall_node'; readonly node: number; readonly forMs: number }
  | {
      readonly kind: 'cut';
      readonly link: 'database' | 'sms' | 'rcs';
      readonly node: number;
      readonly how: 'silent' | 'refused';
      readonly forMs: number;
    }
  | { readonly kind: 'restart_carrier'; readonly carrier: 'sms' | 'rcs'; readonly forMs: number };

export interface Step {
  readonly fault: Fault;
  /** How many messages have to be accepted before it. */
  readonly afterMessages: number;
}

const KINDS = [
  'kill_node',
  'kill_node',
  'kill_node',
  'kill_database',
  'stall_node',
  'cut',
  'cut',
  'restart_carrier',
] as const;

/** Endless. `leaseMs`: a node is held, and links are cut, for up to two leases. */
export function* planSoak(seed: number, nodes: number, leaseMs: number): Generator<Step> {
  const dice = createDice(seed);
  for (;;) {
    const fault = nextFault(dice, nodes, leaseMs);
    yield { fault, afterMessages: 10 + dice.below(40) };
  }
}

function nextFault(dice: Dice, nodes: number, leaseMs: number): Fault {
  const kind = dice.pick(KINDS);
  const node = dice.below(nodes);
  const forMs = dice.below(2 * leaseMs);
  switch (kind) {
    case 'kill_node':
    case 'stall_node':
      return { kind, node, forMs };
    case 'kill_database':
      return { kind };
    case 'cut':
      return {
        kind,
        link: dice.pick(['database', 'sms', 'rcs'] as const),
        node,
        how: dice.pick(['silent', 'refused'] as const),
        forMs,
      };
    case 'restart_carrier':
      return { kind, carrier: dice.pick(['sms', 'rcs'] as const), forMs: forMs / 2 };
  }
}

export function isKill({ kind }: Fault): boolean {
  return kind === 'kill_node' || kind === 'kill_database';
}

/** In a few words. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'kill_node':
      return `node ${fault.node + 1} killed, started again after ${fault.forMs} ms`;
    case 'kill_database':
      return 'database killed';
    case 'stall_node':
      return `node ${fault.node + 1} held for ${fault.forMs} ms`;
    case 'cut':
      return `link of node ${fault.node + 1} to ${fault.link} ${fault.how} for ${fault.forMs} ms`;
    case 'restart_carrier':
      return `carrier ${fault.carrier} away for ${fault.forMs} ms`;
  }
}
