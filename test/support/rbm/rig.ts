/** An RBM carrier in front of a scripted peer, with a clock that the test moves and a log that it reads. */
import type { Carrier, CarrierSink, Outcome, RawInbound, SubmitJob } from '../../../src/carriers/carrier.ts';
import { createRbmCarrier } from '../../../src/carriers/rcs/carrier.ts';
import { parseRbmSettings } from '../../../src/carriers/rcs/settings.ts';
import { type Context, createContext } from '../../../src/context.ts';
import { createLog } from '../../../src/lib/log.ts';
import { eventually } from '../cluster/eventually.ts';
import { ManualClock } from '../manual-clock.ts';
import { RbmPeer } from './peer.ts';

export const ATTEMPT_ID = '0197a3c2-1b4d-7e00-8a11-9f2e3d4c5b6a';

export interface LogLine {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

export class RbmRig {
  readonly clock = new ManualClock();
  readonly peer = new RbmPeer();
  readonly log: LogLine[] = [];
  readonly received: RawInbound[] = [];
  changes = 0;
  readonly context: Context;
  readonly sink: CarrierSink = {
    received: async (items) => {
      this.received.push(...items);
    },
    changed: () => {
      this.changes += 1;
    },
  };
  private made: Carrier | null = null;

  constructor() {
    const destination = { write: (line: string) => void this.log.push(JSON.parse(line) as LogLine) };
    this.context = createContext({ logLevel: 'debug', clock: this.clock, log: createLog('debug', destination) });
  }

  /** Starts the peer and the carrier, and waits until it is up. */
  static async start(change: Record<string, unknown> = {}): Promise<RbmRig> {
    const rig = new RbmRig();
    await rig.peer.start();
    rig.make(change);
    await rig.carrier.start(rig.sink);
    await eventually('the carrier is up', () => rig.carrier.state() === 'up');
    return rig;
  }

  make(change: Record<string, unknown> = {}): Carrier {
    this.made = createRbmCarrier(this.context, 'agent', parseRbmSettings({ ...this.peer.settings(), ...change }));
    return this.made;
  }

  get carrier(): Carrier {
    if (!this.made) throw new Error('no carrier was made');
    return this.made;
  }

  job(change: Partial<SubmitJob> = {}): SubmitJob {
    return {
      attemptId: ATTEMPT_ID,
      recipient: '4915112345900',
      sender: null,
      messageType: 'OTP',
      content: { type: 'rcs_text', text: 'Your code is 123456' },
      validUntil: this.clock.now() + 300_000,
      parts: [0],
      stillMine: () => true,
      ...change,
    };
  }

  /** Submits one job with a slot of its own; resolves with what it was answered. */
  send(change: Partial<SubmitJob> = {}): Promise<Outcome> {
    const slot = this.carrier.reserve(1);
    if (!slot) throw new Error('no room');
    return new Promise((resolve) => this.carrier.submit(this.job(change), slot, (_, outcome) => resolve(outcome)));
  }

  alarms(): LogLine[] {
    return this.log.filter((line) => line.alarm === true);
  }

  async stop(): Promise<void> {
    await this.made?.stop();
    await this.peer.stop();
  }
}
