/**
 * An SMSC as far as the gateway uses it, over TCP on loopback. What a handset does comes from its story.
 *
 * 1. It speaks the protocol by the book: binds with a password, windows are the other side's affair, receipts and texts
 *    go to a bind that receives, and are sent again until they are answered 0.
 * 2. A text in parts reaches the handset when all of them are there; each part has its own id and receipt.
 * 3. A story that loses an answer cuts the connection instead of answering, once for each number.
 * 4. Where binds are limited, one too many is refused (ESME_RALYBND) until another one is gone; one that has been silent
 *    for too long is cut, as an SMSC does with a client that it takes for dead.
 */
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import type { Context } from '../../../context.ts';
import type { Timer } from '../../../lib/clock.ts';
import type { Service } from '../../../lib/service.ts';
import { decodePdu } from '../pdus/decode.ts';
import { FrameSplitter } from '../pdus/frames.ts';
import { type BindPdu, type Pdu, type ShortMessagePdu, STATUS, TAG } from '../pdus/pdu.ts';
import { Deliveries } from './simulator-deliveries.ts';
import { SimulatedLink } from './simulator-link.ts';
import { ArrivedTexts, type DeliveredText } from './simulator-texts.ts';

export type SmsStory =
  | {
      readonly kind:
        | 'throttled_at_first'
        | 'receipt_first'
        | 'no_receipt'
        | 'answer_lost'
        | 'id_hex_then_decimal'
        /** A receipt says that it is under way, a later one that it has arrived. */
        | 'in_transit_first'
        /** The receipt comes after 10 s. */
        | 'late_receipt';
    }
  /** With this command_status; absent: the address of the recipient is wrong. */
  | { readonly kind: 'refused'; readonly status?: number }
  | {
      readonly kind: 'receipt';
      readonly state: 'DELIVRD' | 'UNDELIV' | 'EXPIRED' | 'REJECTD' | 'UNKNOWN';
      /** As GSM numbers it (3GPP TS 29.002, 17.6). */
      readonly networkError?: number;
    };

export interface SmsHandsets {
  storyOf(number: string): SmsStory;
  receive(number: string, message: DeliveredText): void;
}

export interface SmscLimits {
  /** How many connections may be bound at the same time. */
  readonly mostBinds: number;
  /** After so long without a byte from the client its connection is cut. */
  readonly silentMs: number;
}

export interface SmscSimulatorOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
  /** Absent: any number of binds, however silent. */
  readonly limits?: SmscLimits;
  readonly handsets: SmsHandsets;
}

const THROTTLED_FOR_MS = 3_000;
const IN_TRANSIT_MS = 3_000;
const LATE_MS = 10_000;

export class SmscSimulator implements Service {
  readonly name = 'SMSC simulator';
  private readonly context: Context;
  private readonly options: SmscSimulatorOptions;
  private readonly server: Server;
  private readonly links = new Set<SimulatedLink>();
  private readonly deliveries: Deliveries;
  private readonly throttledSince = new Map<string, number>();
  private readonly lostOnce = new Set<string>();
  private readonly timers = new Set<Timer>();
  private readonly texts = new ArrivedTexts();
  private lastId: bigint;

  constructor(context: Context, options: SmscSimulatorOptions) {
    this.context = context;
    this.options = options;
    // Somewhere else after each start: an SMSC does not give out an id twice.
    this.lastId = BigInt(context.randomBytes(6).readUIntBE(0, 6)) + 1n;
    this.deliveries = new Deliveries(context, () => this.receiver());
    this.server = createServer((socket) => this.serve(socket));
  }

  async start(): Promise<void> {
    const { host, port } = this.options;
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen({ port, host, exclusive: true }, resolve);
    });
  }

  async stop(): Promise<void> {
    this.deliveries.stop();
    for (const timer of this.timers) this.context.clock.clearTimer(timer);
    for (const link of this.links) link.cut();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The settings with which a carrier of the gateway connects here. */
  settings(): Readonly<Record<string, unknown>> {
    const { host, systemId, password } = this.options;
    return { host, port: this.port, system_id: systemId, password, window: 100, simulated: true };
  }

  /** A text from a handset to a sender; false when a telephone could not send one there. */
  text(from: string, to: string, text: string): boolean {
    if (!/^\d{3,15}$/.test(to)) return false;
    this.deliveries.text(from, to, text);
    return true;
  }

  private serve(socket: Socket): void {
    const link = new SimulatedLink(socket);
    const splitter = new FrameSplitter();
    this.links.add(link);
    socket.setNoDelay(true);
    const received = this.watchSilence(link);
    socket.on('data', (chunk: Buffer) => {
      received();
      const lost = splitter.push(chunk, (frame) => this.handle(link, decodePdu(frame)));
      if (lost) link.cut();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      link.isCut = true;
      received();
      this.links.delete(link);
      this.deliveries.lost(link);
    });
  }

  /** Cuts the connection when it has been silent for too long; returns what to call at each sign of life. */
  private watchSilence(link: SimulatedLink): () => void {
    const { limits } = this.options;
    if (!limits) return () => {};
    const { clock } = this.context;
    const wait = () => clock.setTimer(() => link.cut(), limits.silentMs);
    let timer = wait();
    return () => {
      clock.clearTimer(timer);
      if (!link.isCut) timer = wait();
    };
  }

  private handle(link: SimulatedLink, pdu: Pdu): void {
    if (link.isCut) return;
    switch (pdu.command) {
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
        return this.bind(link, pdu);
      case 'enquire_link':
        return link.send({ command: 'enquire_link_resp', status: STATUS.ok, sequence: pdu.sequence });
      case 'unbind':
        link.send({ command: 'unbind_resp', status: STATUS.ok, sequence: pdu.sequence });
        return link.end();
      case 'submit_sm':
        return this.submit(link, pdu);
      case 'deliver_sm_resp':
        return this.deliveries.answered(link, pdu.sequence, pdu.status);
      case 'malformed':
        return link.nack(STATUS.invalidCommandLength, pdu.sequence);
      case 'opaque':
        return link.nack(STATUS.invalidCommandId, pdu.sequence);
      default:
        return;
    }
  }

  private bind(link: SimulatedLink, pdu: BindPdu): void {
    const { systemId, password } = this.options;
    const status =
      pdu.systemId !== systemId
        ? STATUS.invalidSystemId
        : pdu.password !== password
          ? STATUS.invalidPassword
          : link.binding === null && this.mayBind()
            ? STATUS.ok
            : STATUS.alreadyBound;
    if (status === STATUS.ok) link.binding = pdu.command;
    link.send({
      command: `${pdu.command}_resp`,
      status,
      sequence: pdu.sequence,
      systemId: 'simulated',
      tlvs: status === STATUS.ok ? [{ tag: TAG.sc_interface_version, value: Uint8Array.of(0x34) }] : [],
    });
    if (status === STATUS.ok) this.deliveries.pump();
  }

  private mayBind(): boolean {
    const { limits } = this.options;
    if (!limits) return true;
    const bound = [...this.links].filter((link) => link.binding !== null && !link.isCut);
    return bound.length < limits.mostBinds;
  }

  private submit(link: SimulatedLink, pdu: ShortMessagePdu): void {
    if (link.binding === null || link.binding === 'bind_receiver') {
      return link.answer(pdu, STATUS.invalidBindStatus, '');
    }
    const number = pdu.destination.address;
    if (!/^\d{4,15}$/.test(number)) return link.answer(pdu, STATUS.invalidDestination, '');
    const story = this.options.handsets.storyOf(number);
    if (story.kind === 'refused') return link.answer(pdu, story.status ?? STATUS.invalidDestination, '');
    if (story.kind === 'throttled_at_first' && this.isThrottled(number)) return link.answer(pdu, STATUS.throttled, '');
    this.lastId += 1n;
    const id = this.lastId;
    const shownId = story.kind === 'id_hex_then_decimal' ? id.toString(16) : id.toString();
    const text = this.texts.add(pdu, shownId);
    if (text) this.options.handsets.receive(number, text);
    const answer = () => link.answer(pdu, STATUS.ok, shownId);
    if (story.kind === 'receipt_first') {
      this.receipt(pdu, id, story);
      // Far enough apart that the receipt is read first.
      setImmediate(answer);
      return;
    }
    if (story.kind === 'answer_lost' && !this.lostOnce.has(number)) {
      this.lostOnce.add(number);
      link.cut();
    } else {
      answer();
    }
    this.receipt(pdu, id, story);
  }

  private receipt(pdu: ShortMessagePdu, id: bigint, story: SmsStory): void {
    if ((pdu.registeredDelivery & 0x03) === 0 || story.kind === 'no_receipt') return;
    const state = story.kind === 'receipt' ? story.state : 'DELIVRD';
    if ((pdu.registeredDelivery & 0x03) === 0x02 && state === 'DELIVRD') return;
    if (story.kind === 'in_transit_first') this.deliveries.receipt(pdu, id.toString(), 'ENROUTE');
    const afterMs = story.kind === 'in_transit_first' ? IN_TRANSIT_MS : story.kind === 'late_receipt' ? LATE_MS : 0;
    const networkError = story.kind === 'receipt' ? story.networkError : undefined;
    if (afterMs === 0) this.deliveries.receipt(pdu, id.toString(), state, networkError);
    else this.later(afterMs, () => this.deliveries.receipt(pdu, id.toString(), state));
  }

  private later(afterMs: number, work: () => void): void {
    const timer = this.context.clock.setTimer(() => {
      this.timers.delete(timer);
      work();
    }, afterMs);
    this.timers.add(timer);
  }

  private isThrottled(number: string): boolean {
    const now = this.context.clock.monotonic();
    const since = this.throttledSince.get(number) ?? now;
    this.throttledSince.set(number, since);
    return now - since < THROTTLED_FOR_MS;
  }

  /** The one whose turn it is. */
  private receiver(): SimulatedLink | undefined {
    for (const link of this.links) {
      if (link.isCut || (link.binding !== 'bind_transceiver' && link.binding !== 'bind_receiver')) continue;
      // To the end: the others come first next time.
      this.links.delete(link);
      this.links.add(link);
      return link;
    }
    return undefined;
  }
}
