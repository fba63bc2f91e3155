/**
 * What the simulated SMSC has to bring to the gateway: receipts and texts, until each is answered.
 */
import type { Context } from '../../../context.ts';
import type { Timer } from '../../../lib/clock.ts';
import { byteTlv, ESM, MESSAGE_STATE, NO_TLVS, type ShortMessagePdu, TAG, type Tlv, textTlv } from '../pdus/pdu.ts';
import { segment } from '../segment.ts';
import type { SimulatedLink } from './simulator-link.ts';

type Delivery = Omit<ShortMessagePdu, 'sequence'>;

interface Open {
  readonly delivery: Delivery;
  readonly link: SimulatedLink;
}

const WINDOW = 200;
const MOST_WAITING = 200_000;
const AGAIN_AFTER_MS = 1_000;
/** Statuses after which an SMSC sends again; any other refusal is final. */
const SENT_AGAIN = new Set([0x08, 0x14, 0x45, 0x58, 0x64]);
const STATES = {
  DELIVRD: MESSAGE_STATE.delivered,
  UNDELIV: MESSAGE_STATE.undeliverable,
  EXPIRED: MESSAGE_STATE.expired,
  REJECTD: MESSAGE_STATE.rejected,
  ENROUTE: MESSAGE_STATE.enroute,
  UNKNOWN: MESSAGE_STATE.unknown,
} as const;
const TEXT_RULES = { defaultAlphabet: 'gsm7', textCoding: 0, ucs2Coding: 8, concatenation: 'udh8' } as const;

export class Deliveries {
  private readonly context: Context;
  private readonly receiver: () => SimulatedLink | undefined;
  private readonly waiting: Delivery[] = [];
  private readonly open = new Map<string, Open>();
  private readonly names = new WeakMap<SimulatedLink, number>();
  private lastName = 0;
  private timer: Timer | null = null;
  private lastReference = 0;

  constructor(context: Context, receiver: () => SimulatedLink | undefined) {
    this.context = context;
    this.receiver = receiver;
  }

  stop(): void {
    if (this.timer) this.context.clock.clearTimer(this.timer);
  }

  receipt(pdu: ShortMessagePdu, id: string, state: keyof typeof STATES, networkError?: number): void {
    const now = new Date(this.context.clock.now()).toISOString();
    const date = `${now.slice(2, 4)}${now.slice(5, 7)}${now.slice(8, 10)}${now.slice(11, 13)}${now.slice(14, 16)}`;
    const done = state === 'DELIVRD' ? '001' : '000';
    const text = `id:${id} sub:001 dlvrd:${done} submit date:${date} done date:${date} stat:${state} err:000 text:`;
    this.add({
      ...FROM_SMSC,
      source: pdu.destination,
      destination: pdu.source,
      esmClass: ESM.receipt,
      shortMessage: Buffer.from(text, 'latin1'),
      tlvs: [
        textTlv(TAG.receipted_message_id, id),
        byteTlv(TAG.message_state, STATES[state]),
        ...(networkError === undefined ? [] : [networkErrorTlv(networkError)]),
      ],
    });
  }

  text(from: string, to: string, text: string): void {
    this.lastReference = (this.lastReference + 1) & 0xff;
    const destination = /^\d+$/.test(to) ? { ton: 1, npi: 1, address: to } : { ton: 5, npi: 0, address: to };
    for (const part of segment(text, TEXT_RULES, this.lastReference)) {
      this.add({
        ...FROM_SMSC,
        source: { ton: 1, npi: 1, address: from },
        destination,
        esmClass: part.esmClass,
        dataCoding: part.dataCoding,
        shortMessage: part.shortMessage,
        tlvs: part.tlvs,
      });
    }
  }

  answered(link: SimulatedLink, sequence: number, status: number): void {
    const name = this.nameOf(link, sequence);
    const open = this.open.get(name);
    if (!open) return;
    this.open.delete(name);
    if (SENT_AGAIN.has(status)) this.again(open.delivery);
    this.pump();
  }

  /** The connection is gone: what it had not answered goes to the next one. */
  lost(link: SimulatedLink): void {
    for (const [name, open] of this.open) {
      if (open.link !== link) continue;
      this.open.delete(name);
      this.waiting.unshift(open.delivery);
    }
    this.pump();
  }

  pump(): void {
    if (this.timer) return;
    while (this.open.size < WINDOW) {
      const link = this.receiver();
      const delivery = link && this.waiting.shift();
      if (!delivery) return;
      const sequence = link.nextSequence();
      this.open.set(this.nameOf(link, sequence), { delivery, link });
      link.send({ ...delivery, sequence });
    }
  }

  private add(delivery: Delivery): void {
    if (this.waiting.length >= MOST_WAITING) return;
    this.waiting.push(delivery);
    this.pump();
  }

  private again(delivery: Delivery): void {
    this.waiting.unshift(delivery);
    this.timer ??= this.context.clock.setTimer(() => {
      this.timer = null;
      this.pump();
    }, AGAIN_AFTER_MS);
  }

  private nameOf(link: SimulatedLink, sequence: number): string {
    let name = this.names.get(link);
    if (name === undefined) {
      this.lastName += 1;
      name = this.lastName;
      this.names.set(link, name);
    }
    return `${name}.${sequence}`;
  }
}

/** Of a GSM network (SMPP 3.4, 5.3.2.31). */
function networkErrorTlv(error: number): Tlv {
  return { tag: TAG.network_error_code, value: Uint8Array.of(3, error >> 8, error & 0xff) };
}

const FROM_SMSC = {
  command: 'deliver_sm',
  status: 0,
  serviceType: '',
  protocolId: 0,
  priorityFlag: 0,
  scheduleDeliveryTime: '',
  validityPeriod: '',
  registeredDelivery: 0,
  replaceIfPresent: 0,
  dataCoding: 0,
  smDefaultMsgId: 0,
  tlvs: NO_TLVS,
} as const;
