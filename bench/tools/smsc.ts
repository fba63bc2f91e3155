/**
 * The SMSC of the bench: takes everything as fast as it can, and sends receipts when it is told to.
 *
 * 1. A receipt leaves `receiptAfterMs` after its answer, with at most `RECEIPT_WINDOW` unacknowledged on a connection.
 * 2. While it holds, submits are read and not answered: a carrier that is busy. When it goes on they are taken like all
 *    others.
 * 3. Texts of people go out at a rate, each counted from when it was due.
 * 4. The instants at which submits to recipients with the watched prefix came in are kept, on the system's monotonic
 *    clock, which all processes share.
 */
import net from 'node:net';
import { ByteWriter } from '../../src/carriers/smpp/pdus/bytes.ts';
import { commandIdOf, decodePdu, sequenceOf } from '../../src/carriers/smpp/pdus/decode.ts';
import { appendPdu, encodePdu } from '../../src/carriers/smpp/pdus/encode.ts';
import { FrameSplitter } from '../../src/carriers/smpp/pdus/frames.ts';
import {
  type Address,
  byteTlv,
  COMMAND,
  ESM,
  MESSAGE_STATE,
  type ShortMessagePdu,
  TAG,
  textTlv,
} from '../../src/carriers/smpp/pdus/pdu.ts';
import { monotonicMs } from '../lib/system.ts';
import { serve } from '../lib/tool.ts';

export interface SmscPlan {
  /** Negative: no receipts. */
  readonly receiptAfterMs: number;
  /** Recipients whose submits are watched begin with it; empty: none. */
  readonly watchedPrefix: string;
}

/** Somebody's text, and whom it is relayed to: another one for each text. */
export interface PersonsText {
  readonly from: string;
  readonly to: string;
  readonly reaches: string;
}

export interface TextsPlan {
  readonly perSecond: number;
  readonly texts: readonly PersonsText[];
}

export interface SmscCounts {
  readonly submits: number;
  readonly receiptsSent: number;
  readonly receiptsAcknowledged: number;
  readonly receiptsRefused: number;
}

export type SmscHandlers = typeof handlers;

const RECEIPT_WINDOW = 500;
const TICK_MS = 2;

/** Odd, so that every id of the range comes once. */
const ID_STEP = 0x9e3779b97;
const ID_RANGE = 2 ** 40;

let lastId = 0;
let plan: SmscPlan = { receiptAfterMs: -1, watchedPrefix: '' };
let isHolding = false;
let watched = new Map<string, number>();
let texting: Texting | null = null;
const counts = { submits: 0, receiptsSent: 0, receiptsAcknowledged: 0, receiptsRefused: 0 };
const connections = new Set<Connection>();

interface Receipt {
  readonly dueAt: number;
  readonly id: string;
  readonly source: Address;
  readonly destination: Address;
}

class Connection {
  private readonly socket: net.Socket;
  private readonly splitter = new FrameSplitter();
  private readonly writer = new ByteWriter();
  private receipts: Receipt[] = [];
  private firstReceipt = 0;
  private unacknowledged = 0;
  private readonly held: Buffer[] = [];
  private sequence = 0;
  private receivesReceipts = false;

  constructor(socket: net.Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('close', () => connections.delete(this));
    socket.on('data', (chunk: Buffer) => {
      this.splitter.push(chunk, (frame) => this.received(frame));
      this.flush();
    });
  }

  sendReceipts(): void {
    const now = performance.now();
    while (this.unacknowledged < RECEIPT_WINDOW) {
      const receipt = this.receipts[this.firstReceipt];
      if (!receipt || receipt.dueAt > now) break;
      this.firstReceipt += 1;
      this.unacknowledged += 1;
      this.sequence = (this.sequence % 0x7fffffff) + 1;
      counts.receiptsSent += 1;
      appendPdu(this.writer, receiptPdu(receipt), this.sequence);
    }
    if (this.firstReceipt > 4096) {
      this.receipts = this.receipts.slice(this.firstReceipt);
      this.firstReceipt = 0;
    }
    this.flush();
  }

  get takesTexts(): boolean {
    return this.receivesReceipts;
  }

  sendText({ from, to }: PersonsText, text: string): void {
    this.sequence = (this.sequence % 0x7fffffff) + 1;
    this.unacknowledged += 1;
    appendPdu(this.writer, textPdu(from, to, text), this.sequence);
    this.flush();
  }

  private received(frame: Buffer): void {
    const sequence = sequenceOf(frame);
    switch (commandIdOf(frame)) {
      case COMMAND.submit_sm:
        this.submitted(frame, sequence);
        break;
      case COMMAND.deliver_sm_resp:
        this.unacknowledged -= 1;
        if (frame.readUInt32BE(8) === 0) counts.receiptsAcknowledged += 1;
        else counts.receiptsRefused += 1;
        break;
      case COMMAND.enquire_link:
        appendPdu(this.writer, { command: 'enquire_link_resp', status: 0, sequence });
        break;
      case COMMAND.unbind:
        appendPdu(this.writer, { command: 'unbind_resp', status: 0, sequence });
        break;
      default:
        this.bound(frame, sequence);
    }
  }

  private bound(frame: Buffer, sequence: number): void {
    const command = (
      {
        [COMMAND.bind_transceiver]: 'bind_transceiver_resp',
        [COMMAND.bind_receiver]: 'bind_receiver_resp',
        [COMMAND.bind_transmitter]: 'bind_transmitter_resp',
      } as const
    )[commandIdOf(frame)];
    if (!command) return;
    this.receivesReceipts = command !== 'bind_transmitter_resp';
    this.writerAppend(encodePdu({ command, status: 0, sequence, systemId: 'sink', tlvs: [] }));
  }

  goOn(): void {
    for (const frame of this.held.splice(0)) this.submitted(frame, sequenceOf(frame));
    this.flush();
  }

  private submitted(frame: Buffer, sequence: number): void {
    if (isHolding) {
      this.held.push(Buffer.from(frame));
      return;
    }
    counts.submits += 1;
    if (plan.receiptAfterMs < 0 && plan.watchedPrefix === '') {
      this.answer(sequence, nextId());
      return;
    }
    const pdu = decodePdu(frame);
    if (pdu.command !== 'submit_sm') return;
    const recipient = pdu.destination.address;
    if (plan.watchedPrefix !== '' && recipient.startsWith(plan.watchedPrefix)) {
      if (!watched.has(recipient)) watched.set(recipient, monotonicMs());
    }
    const id = nextId();
    this.answer(sequence, id);
    if (plan.receiptAfterMs < 0 || (pdu.registeredDelivery & 3) === 0) return;
    const to = this.receivesReceipts ? this : [...connections].find((each) => each.receivesReceipts);
    to?.receipts.push({
      dueAt: performance.now() + plan.receiptAfterMs,
      id,
      source: { ...pdu.destination },
      destination: { ...pdu.source },
    });
  }

  private answer(sequence: number, messageId: string): void {
    appendPdu(this.writer, { command: 'submit_sm_resp', status: 0, sequence, messageId, tlvs: [] });
  }

  private writerAppend(bytes: Buffer): void {
    this.writer.reserve(bytes.length);
    this.writer.bytes(bytes);
  }

  private flush(): void {
    if (this.writer.length > 0) this.socket.write(this.writer.take());
  }
}

/** Rule 3. */
class Texting {
  /** By whom it reaches: when it was due, monotonic milliseconds of the system. */
  readonly due = new Map<string, number>();
  private readonly plan: TextsPlan;
  private readonly startedAt = monotonicMs();
  private sent = 0;

  constructor(plan: TextsPlan) {
    this.plan = plan;
  }

  send(): void {
    const { perSecond, texts } = this.plan;
    const connection = [...connections].find((each) => each.takesTexts);
    if (!connection) return;
    for (; ; this.sent += 1) {
      const text = texts[this.sent];
      const dueAt = this.startedAt + (this.sent * 1000) / perSecond;
      if (!text || dueAt > monotonicMs()) return;
      this.due.set(text.reaches, dueAt);
      connection.sendText(text, `Message ${this.sent}: I am waiting in front of the house.`);
    }
  }
}

function textPdu(from: string, to: string, text: string): ShortMessagePdu {
  return {
    command: 'deliver_sm',
    status: 0,
    sequence: 0,
    serviceType: '',
    source: { ton: 1, npi: 1, address: from },
    destination: { ton: 1, npi: 1, address: to },
    esmClass: 0,
    protocolId: 0,
    priorityFlag: 0,
    scheduleDeliveryTime: '',
    validityPeriod: '',
    registeredDelivery: 0,
    replaceIfPresent: 0,
    dataCoding: 0,
    smDefaultMsgId: 0,
    shortMessage: Buffer.from(text, 'latin1'),
    tlvs: [],
  };
}

/** SMPP 3.4 Appendix B, and the TLVs of 5.3.2.12 and 5.3.2.35. */
function receiptPdu({ id, source, destination }: Receipt): ShortMessagePdu {
  const text = `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010000 stat:DELIVRD err:000 text:`;
  return {
    command: 'deliver_sm',
    status: 0,
    sequence: 0,
    serviceType: '',
    source,
    destination,
    esmClass: ESM.receipt,
    protocolId: 0,
    priorityFlag: 0,
    scheduleDeliveryTime: '',
    validityPeriod: '',
    registeredDelivery: 0,
    replaceIfPresent: 0,
    dataCoding: 0,
    smDefaultMsgId: 0,
    shortMessage: Buffer.from(text, 'latin1'),
    tlvs: [textTlv(TAG.receipted_message_id, id), byteTlv(TAG.message_state, MESSAGE_STATE.delivered)],
  };
}

/** Ten hex digits that do not rise one by one, as SMSCs give them. */
function nextId(): string {
  lastId = (lastId + ID_STEP) % ID_RANGE;
  return lastId.toString(16).padStart(10, '0');
}

function port(): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

const server = net.createServer((socket) => connections.add(new Connection(socket)));

setInterval(() => {
  for (const connection of connections) connection.sendReceipts();
  texting?.send();
}, TICK_MS);

const handlers = {
  /** Its port. */
  listen: (): Promise<number> =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(port()));
    }),
  port,
  plan(next: SmscPlan): void {
    plan = next;
    watched = new Map();
  },
  hold(holding: boolean): void {
    isHolding = holding;
    if (!holding) for (const connection of connections) connection.goOn();
  },
  /** Their recipients have to be watched. */
  text(next: TextsPlan): void {
    texting = new Texting(next);
  },
  /** By whom each text reaches: when it was due, monotonic milliseconds. */
  texted: (): Map<string, number> => texting?.due ?? new Map(),
  counts: (): SmscCounts => ({ ...counts }),
  /** When each watched recipient's first submit came in: monotonic milliseconds of the system. */
  watched: (): Map<string, number> => watched,
};

serve(handlers);
