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
import { Changes } from './changes.ts';
import { HeardCalls } from './heard-calls.ts';
import { Receivers } from './receivers.ts';
import { type SentThing, SentThings } from './sent.ts';

/** What the network told about a text. */
export interface NetworkText {
  /** How many of its messages it took, and in which alphabet. */
  readonly parts: number;
  readonly alphabet: string;
  /** Of each part, as the network's answer to the gateway named it. */
  readonly ids: readonly string[];
}

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
  /** RFC 3339: of what it got or sent last, or of its newest call: its end, or its first ring while it is under way. */
  readonly last_on: string;
  /** As many as are kept. */
  readonly messages: number;
  readonly calls: number;
  readonly sent: number;
  /** Of the calls those that ring or speak. */
  readonly underWay: number;
}

/** A message as whoever has the handset in hand sees it. */
export interface MessageInSight {
  readonly id: string;
  readonly message: HandsetMessage;
  /** Absent where it came another way. */
  readonly network?: NetworkText;
  /** The platform has it, and the handset does not yet. */
  readonly isOnItsWay: boolean;
}

export interface Delivery {
  readonly channel: Channel;
  readonly from: string;
  readonly content: HandsetContent;
  /** The UUID of the message, where it goes along with it. */
  readonly messageId?: string;
  readonly network?: NetworkText;
  readonly isOnItsWay?: boolean;
}

/** How what a person does reaches the operator: the simulators put themselves here. */
export interface Outbound {
  readonly channel: Channel;
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
  private readonly changes: Changes;
  private readonly sent: SentThings;
  private readonly messages = new Map<string, MessageInSight[]>();
  private lastMessage = 0;
  /** Of each handset, how many of its messages are not kept any more. */
  private readonly dropped = new Map<string, number>();
  private readonly outbound: Outbound[] = [];

  constructor(context: Pick<Context, 'clock' | 'randomBytes' | 'hints'>, mostHandsets = MOST_HANDSETS) {
    this.clock = context.clock;
    this.changes = new Changes(context, mostHandsets);
    this.sent = new SentThings(mostHandsets);
    this.calls = new HeardCalls(context, (number) => this.changes.changed(number));
    this.arrivals = new Arrivals(context.clock);
    this.receivers = new Receivers(context.clock);
    this.mostHandsets = mostHandsets;
  }

  connect(outbound: Outbound): void {
    this.outbound.push(outbound);
  }

  receive(number: string, delivery: Delivery): void {
    const { channel, from, content, messageId, network, isOnItsWay = false } = delivery;
    const message: HandsetMessage = {
      channel,
      from,
      ...content,
      received_on: this.now(),
      ...(messageId === undefined ? {} : { reference_id: toReference(messageId) }),
    };
    const list = this.messages.get(number) ?? [];
    this.lastMessage += 1;
    list.push({ id: `m${this.lastMessage}`, message, isOnItsWay, ...(network ? { network } : {}) });
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
    this.changes.changed(number);
  }

  /** Marks a message as withdrawn. */
  withdraw(number: string, messageId: string): void {
    this.change(number, messageId, (found) => ({ ...found, message: { ...found.message, withdrawn: true } }));
  }

  /** What was on its way is there. */
  arrive(number: string, messageId: string): void {
    this.change(number, messageId, (found) => ({ ...found, isOnItsWay: false }));
  }

  private change(number: string, messageId: string, to: (found: MessageInSight) => MessageInSight): void {
    const list = this.messages.get(number);
    const index =
      list?.findIndex(({ message: { reference_id: id } }) => id !== undefined && fromReference(id) === messageId) ?? -1;
    const found = list?.[index];
    if (!list || !found) return;
    list[index] = to(found);
    this.changes.changed(number);
  }

  /** All that are kept. */
  used(): Iterable<ListedHandset> {
    const found = new Map<string, ListedHandset>();
    const add = (number: string, lastOn: string, more: Partial<ListedHandset>) => {
      const before = found.get(number) ?? { ...UNUSED, phone_number: number };
      found.set(number, { ...before, ...more, last_on: before.last_on > lastOn ? before.last_on : lastOn });
    };
    for (const [number, list] of this.messages) {
      add(number, list.at(-1)?.message.received_on ?? '', { messages: list.length });
    }
    for (const [number, list] of this.sent.all()) add(number, list.at(-1)?.sent_on ?? '', { sent: list.length });
    for (const { number, call } of this.calls.all()) {
      const { calls, underWay } = found.get(number) ?? UNUSED;
      const isOver = call.ended_on !== null;
      add(number, call.ended_on ?? call.started_on, { calls: calls + 1, underWay: underWay + (isOver ? 0 : 1) });
    }
    return found.values();
  }

  /** As hints name it. */
  idOf(number: string): string {
    return this.changes.idOf(number);
  }

  /** Goes up with each change at this handset. */
  versionOf(number: string): number {
    return this.changes.versionOf(number);
  }

  /** Resolves as soon as it is another version, when the time is over, and when the reader has gone. */
  async untilChanged(number: string, since: number, waiting: WaitingFor): Promise<void> {
    if (this.versionOf(number) === since) await this.changes.arrivals.next(number, waiting.waitMs, waiting.reader);
  }

  /** Newest last. */
  messagesOf(number: string): readonly HandsetMessage[] {
    return this.messagesInSight(number).map(({ message }) => message);
  }

  /** Newest last. */
  messagesInSight(number: string): readonly MessageInSight[] {
    return this.messages.get(number) ?? [];
  }

  /** Newest last. */
  sentFrom(number: string): readonly SentThing[] {
    return this.sent.of(number);
  }

  /** Those after so many, as far as they are kept. */
  messagesAfter(number: string, count: number): readonly HandsetMessage[] {
    return this.messagesOf(number).slice(Math.max(0, count - (this.dropped.get(number) ?? 0)));
  }

  /** The sandbox stops: whoever waits is answered. */
  endWaiting(): void {
    this.arrivals.end();
    this.changes.arrivals.end();
    this.calls.arrivals.end();
    this.receivers.arrivals.end();
  }

  /** Sends a text from the handset. */
  reply(number: string, to: string, text: string): SentOutcome {
    return this.send({ number, to, thing: { text } }, (each) => each.text(number, to, text));
  }

  sendFile(number: string, agent: string, file: SimulatedFile): SentOutcome {
    const sent = { number, to: agent, thing: { file } };
    return this.send(sent, (each) => each.file?.(number, agent, file) === true);
  }

  sendLocation(number: string, agent: string, place: SimulatedPlace): SentOutcome {
    const sent = { number, to: agent, thing: { location: place } };
    return this.send(sent, (each) => each.location?.(number, agent, place) === true);
  }

  /** Presses a button; null when there is no such one. Whoever shares the place of the handset sends it, too. */
  tap(number: string, choice: ButtonChoice = {}): PressedButton | null {
    const chosen = chosenButton(this.messagesOf(number), choice);
    if (!chosen) return null;
    const { button, message } = chosen;
    const reference = message.reference_id === undefined ? {} : { reference_id: message.reference_id };
    const sent = { number, to: message.from, thing: { button, ...reference } };
    if (this.send(sent, (each) => each.tap?.(number, message.from, button) === true) !== 'sent') return null;
    if (button.type === 'share_location') this.sendLocation(number, message.from, PLACE);
    return { button, referenceId: message.reference_id ?? null };
  }

  private send({ number, to, thing }: ToSend, by: (outbound: Outbound) => boolean): SentOutcome {
    if (this.outbound.length === 0) return 'no_operator';
    const taken = this.outbound.find(by);
    if (!taken) return 'no_such_recipient';
    this.sent.add(number, { sent_on: this.now(), channel: taken.channel, to, ...thing });
    this.changes.changed(number);
    return 'sent';
  }

  private now(): string {
    return new Date(this.clock.now()).toISOString();
  }
}

const UNUSED: ListedHandset = { phone_number: '', last_on: '', messages: 0, calls: 0, sent: 0, underWay: 0 };

interface ToSend {
  readonly number: string;
  readonly to: string;
  readonly thing: Pick<SentThing, 'text' | 'file' | 'location' | 'button' | 'reference_id'>;
}

export interface WaitingFor {
  readonly waitMs: number;
  readonly reader: { once(event: 'close', left: () => void): unknown };
}

export interface PressedButton {
  readonly button: HandsetButton;
  /** Of the message that it stands in. */
  readonly referenceId: string | null;
}
