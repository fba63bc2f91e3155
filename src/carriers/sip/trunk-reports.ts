/**
 * What the voice process reported last: room for calls, and how the trunks are. What changed goes to log and metrics.
 *
 * 1. Room is what was reported, less the slots given and the calls placed since then.
 * 2. A voice process counts calls and failed BYEs from its beginning: after `gone` these counts begin anew.
 */
import { maskNumber } from '../../lib/log.ts';
import type { Way } from '../carrier.ts';
import type { TrunkState } from './call.ts';
import type { CallMetrics } from './call-metrics.ts';
import { trunksInOrder } from './calls/trunk-order.ts';
import type { TrunkSettings } from './settings.ts';
import type { PeerLog } from './transport/peer-log.ts';

export interface TrunkReport {
  readonly room: number;
  /** Calls placed since the voice process began. */
  readonly placed: number;
  readonly trunks: readonly TrunkState[];
}

export interface TrunkReportsOptions {
  /** The carrier's name. */
  readonly carrier: string;
  readonly metrics: CallMetrics;
  readonly peerLog: PeerLog;
}

export class TrunkReports {
  /** Slots that are given and not used or released. */
  reserved = 0;
  /** Calls that the voice process was given. */
  placed = 0;
  private readonly options: TrunkReportsOptions;
  private last: TrunkReport = { room: 0, placed: 0, trunks: [] };

  constructor(options: TrunkReportsOptions) {
    this.options = options;
  }

  /** Rule 1. */
  get room(): number {
    return this.last.room - this.reserved - (this.placed - this.last.placed);
  }

  get isAnyUp(): boolean {
    return this.last.trunks.some(({ state }) => state !== 'down');
  }

  take(report: TrunkReport): void {
    this.logTrunks(report.trunks);
    this.countByes(report.trunks);
    this.last = report;
  }

  /** The voice process is gone, and the calls that it was given with it. */
  gone(): void {
    this.placed = 0;
    this.last = { room: 0, placed: 0, trunks: this.last.trunks };
  }

  /** For operators: `north up, 3 of 10 calls; …`. */
  describe(): string {
    const trunks = this.last.trunks.map(({ name, state, calls, mostCalls, lastError }) => {
      const error = lastError === null ? '' : ` (${lastError})`;
      return `${name} ${state}, ${calls} of ${mostCalls ?? 'any number of'} calls${error}`;
    });
    return trunks.join('; ');
  }

  /** The voice process may know more: a trunk that has asked to be spared is passed over there. */
  waysTo(number: string, trunks: readonly TrunkSettings[]): Way[] {
    const known = trunks.map(({ name, prefixes, caller_id: sender = null }) => {
      const state = this.stateBefore(name)?.state ?? 'untried';
      return { name, prefixes, state, sender, isLastResort: state === 'down' };
    });
    return trunksInOrder(known, number).map(({ name, state, sender }) => ({ name, state, sender }));
  }

  /** Of the first trunk that is down, while none is up. */
  lastError(): string | null {
    if (this.isAnyUp) return null;
    return this.last.trunks.find(({ lastError }) => lastError !== null)?.lastError ?? null;
  }

  private logTrunks(trunks: readonly TrunkState[]): void {
    const { carrier, peerLog } = this.options;
    for (const { name: trunk, state, lastError } of trunks) {
      const before = this.stateBefore(trunk)?.state ?? 'untried';
      if (state === before || (state !== 'down' && before !== 'down')) continue;
      // What the other side says may name whom we called.
      const why = lastError?.replace(/\d{7,}/g, maskNumber);
      if (state === 'down') {
        peerLog.say(`down ${trunk}`, { level: 'warn', fields: { carrier, trunk, why }, text: 'a trunk is down' });
      } else {
        const fields = { carrier, trunk };
        peerLog.say(`there ${trunk}`, { level: 'info', fields, text: 'a trunk can be tried again' });
      }
    }
  }

  /** Rule 2. */
  private countByes(trunks: readonly TrunkState[]): void {
    for (const { name, byesFailed } of trunks) {
      const before = this.stateBefore(name)?.byesFailed ?? 0;
      this.options.metrics.byesFailed(name, byesFailed < before ? byesFailed : byesFailed - before);
    }
  }

  private stateBefore(trunk: string): TrunkState | undefined {
    return this.last.trunks.find(({ name }) => name === trunk);
  }
}
