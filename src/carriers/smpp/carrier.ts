/**
 * An SMSC as a carrier: its binds, one sender over them, and what comes back. The rules of carriers/carrier.ts hold.
 *
 * 1. It is up while at least one bind can transmit; receipts come on receivers, which reconnect on their own.
 * 2. `stop` lets what came in be stored and acknowledged first, for 5 s at most; then it unbinds.
 */
import type { Context } from '../../context.ts';
import { OnceAMinute, type Warn } from '../../lib/once-a-minute.ts';
import { AddressesSeen, type AddressSeen } from '../addresses-seen.ts';
import type {
  Carrier,
  CarrierLoad,
  CarrierSink,
  CarrierState,
  Content,
  Inbound,
  RawInbound,
  Slot,
  SubmitJob,
} from '../carrier.ts';
import { type ReadAddress, readHandsetAddress, type WrittenAddress, writtenForms } from '../inbound-address.ts';
import type { Remark } from '../remark.ts';
import { Binds, type PartAnswered } from './binds.ts';
import { type BindKind, Connection } from './connection.ts';
import { type InboundRules, interpretInbound, joinInbound } from './inbound.ts';
import { Intake } from './intake.ts';
import { segmentRules } from './outgoing.ts';
import { SmppSeats } from './seats.ts';
import { alphabetFor, countParts, type SegmentRules } from './segment.ts';
import { Sender } from './sender.ts';
import { addressRules, receiptWords, type SmppSettings, smppRemarks } from './settings.ts';

const LAST_INPUT_MS = 5_000;

export function createSmppCarrier(context: Context, name: string, settings: SmppSettings): Carrier {
  return new SmppCarrier(context, name, settings);
}

class SmppCarrier implements Carrier {
  readonly name: string;
  readonly channel = 'sms';
  readonly simulated: boolean;
  readonly receiptsWith: readonly string[];
  readonly formerly: readonly string[];
  readonly remarks: readonly Remark[];
  readonly needsSender: boolean;
  /** A part waits for room as long as for its answer at most; a second more for the clocks. */
  readonly answerWithinMs: number;
  private readonly context: Context;
  private readonly settings: SmppSettings;
  readonly seats: SmppSeats;
  private readonly connections: readonly Connection[];
  private readonly binds: Binds;
  private readonly sender: Sender;
  private readonly intake: Intake;
  private readonly seen = new AddressesSeen();
  private readonly rules: SegmentRules;
  private readonly inboundRules: InboundRules;
  private readonly notices: OnceAMinute;
  private sink: CarrierSink | undefined;
  private mode: 'idle' | 'running' | 'stopped' = 'idle';
  private isDraining = false;
  private changeScheduled = false;

  constructor(context: Context, name: string, settings: SmppSettings) {
    this.context = context;
    this.name = name;
    this.settings = settings;
    this.simulated = settings.simulated;
    this.receiptsWith = receiptWords(settings);
    this.formerly = settings.formerly;
    this.remarks = smppRemarks(settings);
    this.needsSender = settings.sender === 'required';
    this.rules = segmentRules(settings);
    this.inboundRules = {
      ...this.rules,
      receiptIds: settings.message_id_format.receipt,
      addresses: addressRules(settings),
      addressMade: (written, made) => this.seen.note(written, made, context.clock.now()),
    };
    this.notices = new OnceAMinute(context.clock);
    this.answerWithinMs = 2 * settings.response_timeout_ms + 1_000;
    const warn: Warn = (what, detail) =>
      this.notices.happened(what, (times) => context.log.warn({ carrier: name, ...detail, times }, what));
    this.intake = new Intake(warn, (items) => this.store(items));
    const ofSeats = this.createConnections();
    this.connections = ofSeats.flat();
    const transmitting = this.connections.filter((connection) => connection.transmits);
    const roomAgain = () => this.changed();
    this.binds = new Binds(transmitting, settings.window, roomAgain);
    this.sender = new Sender(context, { settings, warn, binds: this.binds, roomAgain });
    this.seats = new SmppSeats({
      clock: context.clock,
      binds: this.binds,
      connections: ofSeats,
      drainWithinMs: this.answerWithinMs,
    });
  }

  state(): CarrierState {
    if (this.mode === 'running' && this.isDraining) return 'draining';
    return this.mode === 'running' && this.binds.isConnected ? 'up' : 'down';
  }

  countParts(content: Content): number {
    return content.type === 'sms_text' ? countParts(content.text, this.rules) : 1;
  }

  alphabetOf(content: Content): string | null {
    return content.type === 'sms_text' ? alphabetFor(content.text, this.rules) : null;
  }

  useShare(share: number): void {
    this.sender.pace.useShare(share);
  }

  reserve(parts: number, leavesRoom = false): Slot | null {
    return this.sender.reserve(parts, leavesRoom);
  }

  couldTakeMore(): boolean {
    return this.sender.couldTakeMore();
  }

  submit(job: SubmitJob, slot: Slot, answered: PartAnswered): void {
    this.sender.submit(job, slot, answered);
  }

  interpret(raw: { readonly kind: string; readonly body: Uint8Array }): Inbound {
    return interpretInbound(raw.body, this.inboundRules);
  }

  readAddress(written: WrittenAddress): ReadAddress {
    return readHandsetAddress(written, this.inboundRules.addresses);
  }

  addressesSeen(): readonly AddressSeen[] {
    return this.seen.newestFirst();
  }

  writtenForms(number: string): readonly string[] {
    return writtenForms(number, this.inboundRules.addresses);
  }

  joinParts(bodies: readonly Uint8Array[]): string | null {
    return joinInbound(bodies, this.rules);
  }

  async start(sink: CarrierSink): Promise<void> {
    this.sink = sink;
    this.mode = 'running';
    this.sender.accept(!this.isDraining);
    this.seats.start();
  }

  async drain(): Promise<void> {
    this.isDraining = true;
    this.sender.accept(false);
    this.changed();
    await this.sender.settled();
  }

  resume(): void {
    if (!this.isDraining) return;
    this.isDraining = false;
    if (this.mode !== 'running') return;
    this.sender.accept(true);
    this.changed();
  }

  async stop(): Promise<void> {
    this.mode = 'stopped';
    this.sender.stop();
    await this.lastInput();
    await this.seats.stop();
    await this.sender.settled();
    this.notices.end();
  }

  load(): CarrierLoad {
    const { window, tps } = this.settings;
    return { inHand: this.sender.unanswered, room: this.binds.usable * window, perSecond: tps > 0 ? tps : null };
  }

  describe(): Readonly<Record<string, string | number | boolean | null>> {
    const { settings, sender } = this;
    const up = this.connections.filter((connection) => connection.session);
    const { tps } = sender.pace;
    return {
      state: this.state(),
      smsc: `${settings.host}:${settings.port}`,
      tls: settings.tls !== undefined,
      system_id: settings.system_id,
      binds: this.connections.length,
      seats_here: this.seats.wanted,
      bound: up.map((connection) => connection.label).join(' '),
      peer_version: up[0]?.peerVersion === undefined ? null : `0x${up[0].peerVersion.toString(16)}`,
      window: settings.window,
      unanswered: sender.unanswered,
      tps_allowed: Number.isFinite(tps) ? Math.round(tps * 10) / 10 : null,
      paused_ms: Math.round(sender.pace.pausedMs),
      ...sender.totals,
      addresses_unreadable: this.seen.unreadable,
      last_error: this.connections.map((connection) => connection.lastError).find((error) => error !== null) ?? null,
    };
  }

  /** Those of each seat. */
  private createConnections(): Connection[][] {
    const { settings, context, name } = this;
    const kinds: BindKind[] = settings.bind === 'transceiver' ? ['transceiver'] : ['transmitter', 'receiver'];
    return Array.from({ length: settings.binds }, (_, index) => index + 1).map((number) =>
      kinds.map((kind) => {
        const label = `${number}-${kind}`;
        return new Connection(
          context,
          { carrier: name, label, kind, settings },
          {
            inbound: this.intake.ofBind(label),
            changed: () => {
              this.sender.roomChanged();
              this.changed();
            },
          },
        );
      }),
    );
  }

  private store(items: readonly RawInbound[]): Promise<void> {
    if (!this.sink) return Promise.reject(new Error('the carrier was not started'));
    return this.sink.received(items);
  }

  /** At most one call a turn, however much has changed. */
  private changed(): void {
    if (this.changeScheduled) return;
    this.changeScheduled = true;
    queueMicrotask(() => {
      this.changeScheduled = false;
      this.sink?.changed();
    });
  }

  private lastInput(): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.context.clock.setTimer(resolve, LAST_INPUT_MS);
      this.intake.idle().then(() => {
        this.context.clock.clearTimer(timer);
        resolve();
      });
    });
  }
}
