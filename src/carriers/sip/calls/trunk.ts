/**
 * A trunk as the user agent keeps it: its limits, and whether it is there.
 *
 * 1. New calls leave in a row at the agreed rate, at most a tenth of a second's worth at once; one that would wait for
 *    more than a second finds no room.
 * 2. OPTIONS asks whether it is there; any answer but 503 says so (RFC 3261, 11.2). Two silences in a row, or one
 *    refused connection, and it is down; a call that finds it silent says the same. A trunk that is down is asked every
 *    five seconds, and up again with its first answer.
 * 3. A trunk that is down, or asked to be spared (Retry-After), is tried after all others.
 * 4. A trunk that refuses our registration is down, whatever it says to OPTIONS.
 * 5. A BYE that it does not take is counted and reported: a call that goes on costs somebody.
 * 6. What comes from one of its addresses is its own: those of its host, found once a minute, and `networks`.
 */
import { isIP } from 'node:net';
import type { Timer } from '../../../lib/clock.ts';
import { maskNumber } from '../../../lib/log.ts';
import { OnceAMinute } from '../../../lib/once-a-minute.ts';
import type { TrunkState } from '../call.ts';
import { contactOf, optionsOf } from '../messages/invite.ts';
import type { TrunkSettings } from '../settings.ts';
import type { Destination } from '../transport/flow.ts';
import type { ClientTransaction } from '../transport/layer.ts';
import { KnownAddresses } from '../transport/networks.ts';
import { type Agent, randomText } from './agent.ts';
import { Registration } from './registration.ts';

const LONGEST_WAIT_MS = 1_000;
const BURST_MS = 100;
const ANSWER_WITHIN_MS = 4_000;
const SILENCES_UNTIL_DOWN = 2;
const ASK_AGAIN_MS = 5_000;
/** A trunk that is not asked is tried again after so long. */
const FORGIVEN_AFTER_MS = 30_000;
/** Rule 6. */
const FIND_EVERY_MS = 60_000;

export class Trunk {
  readonly settings: TrunkSettings;
  private readonly agent: Agent;
  /** Of its limits, when several nodes call over it. */
  private share = 1;
  private readonly changed: (trunk: Trunk) => void;
  private state: 'up' | 'down' | 'untried' = 'untried';
  private lastError: string | null = null;
  private calls = 0;
  /** When the next call may leave at the agreed rate, monotonic. */
  private nextAt = Number.NEGATIVE_INFINITY;
  private sparedUntil = Number.NEGATIVE_INFINITY;
  private silences = 0;
  private timer: Timer | null = null;
  private asking: ClientTransaction | null = null;
  private sequence = 0;
  private isStopped = false;
  /** It has refused our registration. */
  private isUnregistered = false;
  private readonly registration: Registration | null;
  private byesFailed = 0;
  private readonly seldom: OnceAMinute;
  private readonly addresses: KnownAddresses;
  private findingAddresses: Timer | null = null;

  constructor(agent: Agent, settings: TrunkSettings, changed: (trunk: Trunk) => void) {
    this.agent = agent;
    this.settings = settings;
    this.changed = changed;
    this.seldom = new OnceAMinute(agent.context.clock);
    const { host, networks } = settings;
    this.addresses = new KnownAddresses(agent.context.clock, isIP(host) === 0 ? networks : [host, ...networks]);
    this.registration = settings.register
      ? new Registration(agent, settings, {
          destinations: () => this.destinations(),
          registered: () => this.setRegistered(true, null),
          refused: (why) => this.setRegistered(false, why),
        })
      : null;
  }

  start(): void {
    if (isIP(this.settings.host) === 0) this.findAddresses();
    this.registration?.start();
    if (this.settings.options_interval_ms > 0) void this.ask();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const timer of [this.timer, this.findingAddresses]) if (timer) this.agent.context.clock.clearTimer(timer);
    this.asking?.end();
    await this.registration?.stop();
    this.seldom.end();
  }

  get prefixes(): readonly string[] {
    return this.settings.prefixes;
  }

  /** Rule 3. */
  get isLastResort(): boolean {
    return this.state === 'down' || this.sparedUntil > this.agent.context.clock.monotonic();
  }

  /** How many more calls may be placed now. */
  get room(): number {
    const { most, rate } = this.limits();
    const byCalls = most === 0 ? Number.POSITIVE_INFINITY : Math.max(0, most - this.calls);
    if (rate === 0) return byCalls;
    const ahead = this.agent.context.clock.monotonic() + LONGEST_WAIT_MS - this.earliest();
    return Math.min(byCalls, Math.max(0, Math.floor((ahead * rate) / 1_000)));
  }

  /** Takes a place for a call: how long it has to wait for its turn, or null when there is none. */
  take(): number | null {
    if (this.room < 1) return null;
    this.calls += 1;
    const { rate } = this.limits();
    if (rate === 0) return 0;
    const at = this.earliest();
    this.nextAt = at + 1_000 / rate;
    return Math.max(0, at - this.agent.context.clock.monotonic());
  }

  release(): void {
    this.calls -= 1;
  }

  /** When several nodes call over it, its limits are shared; each has one call at least. */
  useShare(share: number): void {
    this.share = share;
  }

  /** Its addresses, best first. Rejects when it has none. */
  async destinations(): Promise<Destination[]> {
    const { host, port = null, transport, tls = null } = this.settings;
    const found = await this.agent.resolver.resolve({ host, port, transport, tls });
    this.addresses.add(found.map(({ address }) => address));
    return found;
  }

  /** Rule 6. */
  isAt(address: string): boolean {
    return this.addresses.has(address);
  }

  /** A call has found it silent. */
  foundSilent(why: string): void {
    this.goDown(why);
    if (this.settings.options_interval_ms === 0) this.later(FORGIVEN_AFTER_MS, () => this.setState('untried'));
    else this.later(ASK_AGAIN_MS, () => void this.ask());
  }

  foundThere(): void {
    this.silences = 0;
    // It is there, but does not take our calls.
    if (this.isUnregistered) return;
    this.lastError = null;
    this.setState('up');
  }

  spare(ms: number): void {
    this.sparedUntil = this.agent.context.clock.monotonic() + ms;
  }

  refused(why: string): void {
    this.lastError = why;
  }

  /** Rule 5. `isLast`: it is given up, and the trunk may go on with the call. */
  byeFailed(call: string, why: string, isLast: boolean): void {
    this.byesFailed += 1;
    this.lastError = `it has not taken a BYE (${why})`;
    const { log } = this.agent.context;
    const about = { trunk: this.settings.name, call, why: why.replaceAll(/\d{7,}/g, maskNumber) };
    if (isLast) {
      this.seldom.happened('given up', (times) => {
        log.error({ ...about, times }, 'a call could not be hung up: the trunk may go on with it');
      });
    } else {
      this.seldom.happened('bye', (times) => {
        log.warn({ ...about, times }, 'a trunk has not taken a BYE, which is sent again');
      });
    }
    this.changed(this);
  }

  describe(): TrunkState {
    const { name, transport, most_calls: most, calls_per_second: rate } = this.settings;
    return {
      name,
      state: this.state,
      calls: this.calls,
      mostCalls: most === 0 ? null : most,
      callsPerSecond: rate === 0 ? null : rate,
      transport,
      lastError: this.lastError,
      byesFailed: this.byesFailed,
    };
  }

  private findAddresses(): void {
    if (this.isStopped) return;
    this.destinations().catch(() => {});
    this.findingAddresses = this.agent.context.clock.setTimer(() => this.findAddresses(), FIND_EVERY_MS);
  }

  /** 0: no limit. */
  private limits(): { most: number; rate: number } {
    const { most_calls: most, calls_per_second: rate } = this.settings;
    return { most: most === 0 ? 0 : Math.max(1, Math.floor(most * this.share)), rate: rate * this.share };
  }

  private earliest(): number {
    return Math.max(this.nextAt, this.agent.context.clock.monotonic() - BURST_MS);
  }

  /** Rule 2. */
  private async ask(): Promise<void> {
    let why = 'it has no address';
    const destinations = await this.destinations().catch((error: Error) => {
      why = error.message;
      return [];
    });
    let wasRefused = destinations.length === 0;
    for (const destination of destinations) {
      const answer = await this.askAt(destination).catch((error: Error) => ({ why: error.message, wasRefused: true }));
      if (this.isStopped) return;
      if (answer === 'there') return this.answeredOptions();
      ({ why, wasRefused } = answer);
    }
    if (this.isStopped) return;
    this.silences += 1;
    if (wasRefused || this.silences >= SILENCES_UNTIL_DOWN) this.goDown(why);
    this.later(Math.min(ASK_AGAIN_MS, this.settings.options_interval_ms), () => void this.ask());
  }

  private answeredOptions(): void {
    this.foundThere();
    this.later(this.settings.options_interval_ms, () => void this.ask());
  }

  private async askAt(destination: Destination): Promise<'there' | { why: string; wasRefused: boolean }> {
    const { agent, settings } = this;
    const flow = await agent.sockets.flowTo(destination, 0);
    this.sequence += 1;
    const contact = contactOf(flow.local, flow.transport, agent.publicAddress);
    const [callId, tag] = [randomText(agent, 16), randomText(agent, 8)];
    const request = optionsOf(settings, { callId, tag, contact, sequence: this.sequence });
    return await new Promise((resolve) => {
      const timer = agent.context.clock.setTimer(() => {
        this.asking?.end();
        resolve({ why: 'no answer to OPTIONS', wasRefused: false });
      }, ANSWER_WITHIN_MS);
      const done = (answer: 'there' | { why: string; wasRefused: boolean }) => {
        agent.context.clock.clearTimer(timer);
        resolve(answer);
      };
      this.asking = agent.layer.request(request, flow, {
        response: ({ status }) => {
          if (status >= 200) done(status === 503 ? { why: '503 to OPTIONS', wasRefused: true } : 'there');
        },
        failed: (failure, text) => done({ why: text, wasRefused: failure === 'lost' }),
      });
    });
  }

  /** Rule 4. */
  private setRegistered(isRegistered: boolean, why: string | null): void {
    this.isUnregistered = !isRegistered;
    if (why === null) this.foundThere();
    else this.goDown(why);
  }

  private goDown(why: string): void {
    this.lastError = why;
    this.setState('down');
  }

  private setState(state: 'up' | 'down' | 'untried'): void {
    if (this.state === state || this.isStopped) return;
    this.state = state;
    this.changed(this);
  }

  private later(ms: number, run: () => void): void {
    if (this.timer) this.agent.context.clock.clearTimer(this.timer);
    this.timer = this.isStopped ? null : this.agent.context.clock.setTimer(run, ms);
  }
}
