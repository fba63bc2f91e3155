/**
 * What the simulated handsets got, and what their owners do with them.
 *
 * 1. Memory is bounded: the handsets used last are kept, and of each the newest messages.
 */
import type { Channel } from '../carriers/carrier.ts';
import type { SimulatedContent } from '../carriers/rcs/simulator-message.ts';
import type { SimulatedFile, SimulatedPlace } from '../carriers/rcs/simulator-person.ts';
import type { Context } from '../context.ts';
import type { Clock } from '../lib/clock.ts';
import { fromReference, toReference } from '../lib/ids.ts';
import { Arrivals } from './arrivals.ts';
import { type ButtonChoice, chosenButton, type HandsetButton } from './buttons.ts';
import { HeardCalls } from './heard-calls.ts';
import { Receivers } from './receivers.ts';

/** What it shows of what it got. */
export type HandsetContent = SimulatedContent;

export interface HandsetMessage extends HandsetContent {
  readonly channel: Channel;
  readonly from: string;
  /** RFC 3339. */
  readonly received_on: string;
  readonly reference_id?: string;
  readonly withdrawn?: true;
}

export interface ListedHandset {
  readonly phone_number: string;
  /** RFC 3339: of its newest message, or the end of its newest call. */
  readonly last_on: string;
  /** As many as are kept. */
  readonly messages: number;
  readonly calls: number;
}

export interface Delivery {
  readonly channel: Channel;
  readonly from: string;
  readonly content: HandsetContent;
  /** The UUID of the message, where it goes along with it. */
  readonly messageId?: string;
}

/** How what a person does reaches the operator: the simulators put themselves here. */
export interface Outbound {
  /** A text to a sender; false when this simulator does not serve it, as in all of these. */
  text(from: string, to: string, text: string): boolean;
  /** A button in a message of `to` was pressed. Absent: there are none. */
  tap?(from: string, to: string, button: HandsetButton): boolean;
  file?(from: string, to: string, file: SimulatedFile): boolean;
  location?(from: string, to: string, place: SimulatedPlace): boolean;
}

export type SentOutcome = 'sent' | 'no_such_recipient' | 'no_operator';

/** Where every handset is. */
export const PLACE: SimulatedPlace = { latitude: 52.5163, longitude: 13.3777 };

const MOST_HANDSETS = 10_000;
const MOST_MESSAGES = 100;

export class Handsets {
  readonly calls: HeardCalls;
  readonly arrivals: Arrivals;
  /** Of what is told to their account. */
  readonly receivers: Receivers;
  private readonly clock: Clock;
  private readonly mostHandsets: number;
  private readonly messages = new Map<string, HandsetMessage[]>();
  /** Of each handset, how many of its messages are not kept any more. */
  private readonly dropped = new Map<string, number>();
  private readonly outbound: Outbound[] = [];

  constructor(context: Pick<Context, 'clock' | 'randomBytes'>, mostHandsets = MOST_HANDSETS) {
    this.clock = context.clock;
    this.calls = new HeardCalls(context);
    this.arrivals = new Arrivals(context.clock);
    this.receivers = new Receivers(context.clock);
    this.mostHandsets = mostHandsets;
  }

  connect(outbound: Outbound): void {
    this.outbound.push(outbound);
  }

  receive(number: string, delivery: Delivery): void {
    const { channel, from, content, messageId } = delivery;
    const message: HandsetMessage = {
      channel,
      from,
      ...content,
      received_on: new Date(this.clock.now()).toISOString(),
      ...(messageId === undefined ? {} : { reference_id: toReference(messageId) }),
    };
    const list = this.messages.get(number) ?? [];
    list.push(message);
    if (list.length > MOST_MESSAGES) {
      list.shift();
      this.dropped.set(number, (this.dropped.get(number) ?? 0) + 1);
    }
    // To the end: the handset that has waited longest goes first.
    this.messages.delete(number);
    this.messages.set(number, list);
    if (this.messages.size > this.mostHandsets) {
      const [oldest] = this.messages.keys();
      if (oldest !== undefined) {
        this.messages.delete(oldest);
        this.dropped.delete(oldest);
      }
    }
    this.arrivals.arrived(number);
  }

  /** Marks a message as withdrawn. */
  withdraw(number: string, messageId: string): void {
    const list = this.messages.get(number);
    const index = list?.findIndex(({ reference_id: id }) => id !== undefined && fromReference(id) === messageId) ?? -1;
    const message = list?.[index];
    if (list && message) list[index] = { ...message, withdrawn: true };
  }

  /** All that are kept. */
  used(): Iterable<ListedHandset> {
    const found = new Map<string, ListedHandset>();
    for (const [number, list] of this.messages) {
      found.set(number, {
        phone_number: number,
        last_on: list.at(-1)?.received_on ?? '',
        messages: list.length,
        calls: 0,
      });
    }
    for (const { number, call } of this.calls.all()) {
      const { last_on: at = '', messages = 0, calls = 0 } = found.get(number) ?? {};
      const last = [at, call.ended_on].sort().at(-1) ?? at;
      found.set(number, { phone_number: number, last_on: last, messages, calls: calls + 1 });
    }
    return found.values();
  }

  /** Newest last. */
  messagesOf(number: string): readonly HandsetMessage[] {
    return this.messages.get(number) ?? [];
  }

  /** Those after so many, as far as they are kept. */
  messagesAfter(number: string, count: number): readonly HandsetMessage[] {
    return this.messagesOf(number).slice(Math.max(0, count - (this.dropped.get(number) ?? 0)));
  }

  /** The sandbox stops: whoever waits is answered. */
  endWaiting(): void {
    this.arrivals.end();
    this.calls.arrivals.end();
    this.receivers.arrivals.end();
  }

  /** Sends a text from the handset. */
  reply(number: string, to: string, text: string): SentOutcome {
    return this.send((each) => each.text(number, to, text));
  }

  sendFile(number: string, agent: string, file: SimulatedFile): SentOutcome {
    return this.send((each) => each.file?.(number, agent, file) === true);
  }

  sendLocation(number: string, agent: string, place: SimulatedPlace): SentOutcome {
    return this.send((each) => each.location?.(number, agent, place) === true);
  }

  /** Presses a button; null when there is no such one. Whoever shares the place of the handset sends it, too. */
  tap(number: string, choice: ButtonChoice = {}): PressedButton | null {
    const chosen = chosenButton(this.messagesOf(number), choice);
    if (!chosen) return null;
    const { button, message } = chosen;
    const isTaken = this.outbound.some((each) => each.tap?.(number, message.from, button));
    if (isTaken && button.type === 'share_location') {
      this.outbound.some((each) => each.location?.(number, message.from, PLACE));
    }
    return isTaken ? { button, referenceId: message.reference_id ?? null } : null;
  }

  private send(by: (outbound: Outbound) => boolean): SentOutcome {
    if (this.outbound.length === 0) return 'no_operator';
    return this.outbound.some(by) ? 'sent' : 'no_such_recipient';
  }
}

export interface PressedButton {
  readonly button: HandsetButton;
  /** Of the message that it stands in. */
  readonly referenceId: string | null;
}
