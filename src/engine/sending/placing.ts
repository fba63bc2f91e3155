/**
 * Where an attempt that is ready goes at one carrier: into a slot at once, into memory, or into the store.
 *
 * 1. Everything here runs inside the door's transaction: a placement is what the transaction writes, `go` follows its
 *    commit, and `undo` takes back what was reserved for it when there is none.
 * 2. What is placed in memory is leased to this node. What finds no room there waits in the store (`queue`).
 * 3. A carrier that has just lost its connection is given `DOWN_GRACE_MS` before its messages go elsewhere.
 */
import type { Slot } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import type { Placement } from '../door/work.ts';
import type { Attempt, Message } from '../message/message.ts';
import type { Peers } from '../nodes/peers.ts';
import type { CarrierLine } from './carrier-line.ts';
import type { Pump } from './pumping.ts';
import { partsOf, partsToSend } from './submit-attempt.ts';

export interface PlacingOptions {
  readonly context: Context;
  readonly leaseMs: number;
  readonly peers: Pick<Peers, 'notify'>;
}

/** Rule 3. */
export const DOWN_GRACE_MS = 2_000;
/** A message that waits in the store is due after this long, whatever happens. */
const QUEUED_AT_MOST_MS = 6 * 3_600_000;

export class Placing {
  private readonly line: CarrierLine;
  private readonly pump: Pump;
  private readonly options: PlacingOptions;

  constructor(line: CarrierLine, pump: Pump, options: PlacingOptions) {
    this.line = line;
    this.pump = pump;
    this.options = options;
  }

  /** With a carrier that this node or another one can use. */
  place(message: Message, attempt: Attempt, at: number): Placement {
    const { line } = this;
    if (!line.isUsable()) return this.placeInStore(at);
    const parts = partsToSend(line.carrier, message, attempt);
    if (line.waiting.ahead(message.messageType) === 0) {
      const slot = line.reserve(parts, message.messageType);
      if (slot) return this.placeInSlot(slot, message, attempt, at);
    }
    if (line.waiting.sizeOf(message.messageType) + line.promised < line.mostKept()) {
      return this.placeInMemory(message, attempt, parts, at);
    }
    line.noteBacklog();
    return this.placeInStore(at);
  }

  /** With a carrier that no node can use. */
  placeWhileDown(at: number): Placement {
    const { line } = this;
    line.noteBacklog();
    const now = this.options.context.clock.monotonic();
    const until = at + (line.downSince ?? now) + DOWN_GRACE_MS - now;
    const { name } = line.carrier;
    if (until > at) return { kind: 'queue', carrier: name, until, go: () => this.queued() };
    return { kind: 'unreachable', carrier: name, reason: 'no carrier of the route is connected' };
  }

  /** Messages for this carrier are in the store now. */
  queued(): void {
    this.line.noteBacklog();
    this.pump.run();
  }

  private placeInSlot(slot: Slot, message: Message, attempt: Attempt, at: number): Placement {
    const { carrier } = this.line;
    const markedAt = this.options.context.clock.monotonic();
    return {
      kind: 'send',
      carrier: carrier.name,
      partCount: partsOf(carrier, message, attempt),
      answerBy: this.pump.answerBy(carrier, at),
      go: (recorded) => this.pump.submit(slot, recorded, attempt.n, markedAt),
      undo: () => slot.release(),
    };
  }

  private placeInMemory(message: Message, attempt: Attempt, parts: number, at: number): Placement {
    const { line } = this;
    const { context, leaseMs } = this.options;
    const dropAfter = context.clock.monotonic() + leaseMs / 2;
    line.promised += 1;
    return {
      kind: 'keep',
      until: at + leaseMs,
      go: (recorded) => {
        line.promised -= 1;
        const { accountId, messageType } = message;
        const job = { n: attempt.n, tryNumber: attempt.tries + 1, accountId, messageType, parts, dropAfter };
        line.waiting.push({ ...job, message: recorded });
        this.pump.run();
      },
      undo: () => {
        line.promised -= 1;
      },
    };
  }

  private placeInStore(at: number): Placement {
    const { name } = this.line.carrier;
    const go = () => {
      this.queued();
      if (this.line.isUsableElsewhere()) this.options.peers.notify(name);
    };
    return { kind: 'queue', carrier: name, until: at + QUEUED_AT_MOST_MS, go };
  }
}
