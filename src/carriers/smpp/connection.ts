/**
 * One bind that is kept up: connects, binds, and comes back after every loss.
 *
 * 1. Waits between tries grow from 1 s to 60 s with full jitter, and begin anew once a bind has held for 10 s.
 * 2. A bind that is refused because of who we are (statuses 0x0D, 0x0E, 0x0F) is tried again after 60 s at least, with
 *    one alarm in the log for each try: somebody has to change the settings.
 * 3. A connection keeps no messages: its session answers the submits that a loss leaves open.
 */
import type { Context } from '../../context.ts';
import { doublingMs } from '../../lib/backoff.ts';
import type { Timer } from '../../lib/clock.ts';
import { OnceAMinute } from '../../lib/once-a-minute.ts';
import { type BindAnswer, type SessionEvents, SmppSession } from './session.ts';
import type { SmppSettings } from './settings.ts';
import { dial } from './socket.ts';
import { isConfigurationError, statusText } from './status.ts';

export type BindKind = 'transceiver' | 'transmitter' | 'receiver';

export interface ConnectionEvents {
  /** A deliver_sm or data_sm; the frame stands until the callback returns. */
  inbound(session: SmppSession, kind: 'deliver_sm' | 'data_sm', frame: Buffer, sequence: number): void;
  /** It can be used now, or no longer, or has more room. */
  changed(): void;
}

export interface ConnectionOptions {
  /** The carrier's name. */
  readonly carrier: string;
  readonly label: string;
  readonly kind: BindKind;
  readonly settings: SmppSettings;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const CONFIGURATION_WAIT_MS = 60_000;
const HELD_MS = 10_000;

export class Connection {
  readonly label: string;
  readonly kind: BindKind;
  lastError: string | null = null;
  peerVersion: number | undefined;
  private readonly context: Context;
  private readonly settings: SmppSettings;
  private readonly events: ConnectionEvents;
  private readonly named: { readonly carrier: string; readonly bind: string };
  private current: SmppSession | undefined;
  private timer: Timer | undefined;
  private failures = 0;
  private boundAt: number | undefined;
  private stopped = true;
  private refused = false;
  private whenStopped: (() => void) | undefined;
  private stopping: Promise<void> | undefined;
  private readonly notices: OnceAMinute;

  constructor(context: Context, { carrier, label, kind, settings }: ConnectionOptions, events: ConnectionEvents) {
    this.context = context;
    this.settings = settings;
    this.events = events;
    this.kind = kind;
    this.label = label;
    this.named = { carrier, bind: label };
    this.notices = new OnceAMinute(context.clock);
  }

  /** The session, when it is bound. */
  get session(): SmppSession | undefined {
    return this.current?.state === 'bound' ? this.current : undefined;
  }

  /** At the level of now: a logger that was made before keeps its own. */
  private get log(): Context['log'] {
    return this.context.log.child(this.named);
  }

  get transmits(): boolean {
    return this.kind !== 'receiver';
  }

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.failures = 0;
    this.connect();
  }

  /** Unbinds where there is something to unbind; resolves when the connection is gone. `start` only after that. */
  stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) this.context.clock.clearTimer(this.timer);
    this.timer = undefined;
    this.notices.end();
    if (!this.current) return Promise.resolve();
    this.stopping ??= new Promise<void>((resolve) => {
      this.whenStopped = resolve;
    });
    // It takes nothing more from now on.
    this.events.changed();
    this.current.unbind();
    return this.stopping;
  }

  /** The peer has forgotten the bind: starts over. */
  rebind(why: string): void {
    this.current?.end(why);
  }

  private connect(): void {
    this.timer = undefined;
    this.refused = false;
    const { clock } = this.context;
    const wire = dial(clock, this.settings, {
      connected: () => session.bind(bindRequest(this.kind, this.settings)),
      received: (chunk) => session.received(chunk),
      drained: () => session.drained(),
      closed: (why) => {
        session.wireClosed(why);
        this.gone();
      },
    });
    const limits = {
      responseTimeoutMs: this.settings.response_timeout_ms,
      enquireLinkMs: this.settings.enquire_link_ms,
    };
    const session = new SmppSession(
      clock,
      wire,
      limits,
      this.sessionEvents(() => session),
    );
    this.current = session;
  }

  private sessionEvents(session: () => SmppSession): SessionEvents {
    return {
      bindAnswered: (answer) => this.bindAnswered(answer),
      inbound: (kind, frame, sequence) => this.events.inbound(session(), kind, frame, sequence),
      room: () => this.events.changed(),
      // The peer may say it as often as it likes: one line a minute for each kind.
      notice: (what, detail) => this.notices.happened(what, (times) => this.log.info({ ...detail, times }, what)),
      ended: (why) => this.ended(why),
    };
  }

  private bindAnswered({ status, peerVersion }: BindAnswer): void {
    if (status === 0) {
      this.peerVersion = peerVersion;
      this.boundAt = this.context.clock.monotonic();
      this.lastError = null;
      // A peer may take binds and end them as often as it likes.
      this.notices.happened('bound', (times) => this.log.info({ peer_version: peerVersion ?? null, times }, 'bound'));
      this.events.changed();
      return;
    }
    const why = `bind refused: ${statusText(status)}`;
    this.refused = isConfigurationError(status);
    if (this.refused)
      this.log.error({ alarm: true, status: statusText(status) }, 'the SMSC refuses system_id or password');
    this.current?.end(why);
  }

  /** The session is over; the socket may still be closing. */
  private ended(why: string): void {
    const heldMs = this.boundAt === undefined ? 0 : this.context.clock.monotonic() - this.boundAt;
    this.boundAt = undefined;
    this.failures = heldMs >= HELD_MS ? 1 : this.failures + 1;
    if (this.stopped) return;
    this.lastError = why;
    this.notices.happened('connection lost', (times) => this.log.warn({ why, times }, 'connection lost'));
    this.events.changed();
  }

  private gone(): void {
    this.current = undefined;
    this.whenStopped?.();
    this.whenStopped = undefined;
    this.stopping = undefined;
    if (!this.stopped) this.timer = this.context.clock.setTimer(() => this.connect(), this.waitMs());
  }

  private waitMs(): number {
    const share = this.context.randomBytes(4).readUInt32BE() / 2 ** 32;
    if (this.refused) return CONFIGURATION_WAIT_MS * (1 + share);
    return share * doublingMs(this.failures, FIRST_WAIT_MS, LONGEST_WAIT_MS);
  }
}

function bindRequest(kind: BindKind, settings: SmppSettings) {
  return {
    command: `bind_${kind}`,
    systemId: settings.system_id,
    password: settings.password,
    systemType: settings.system_type,
    interfaceVersion: settings.interface_version,
    addrTon: 0,
    addrNpi: 0,
    addressRange: settings.address_range,
  } as const;
}
