/**
 * A carrier whose answers a test writes by hand: it keeps what is submitted until the test answers.
 */
import type {
  Carrier,
  CarrierSink,
  CarrierState,
  Channel,
  Inbound,
  Outcome,
  Slot,
  SubmitJob,
  Withdrawal,
  WithdrawJob,
} from '../../../src/carriers/carrier.ts';
import {
  ALWAYS_INTERNATIONAL,
  type ReadAddress,
  readHandsetAddress,
  type WrittenAddress,
} from '../../../src/carriers/inbound-address.ts';

export interface Submitted {
  readonly job: SubmitJob;
  answer(outcome: Outcome, part?: number): void;
  /** Accepts every part, under ids made of the attempt's. */
  accept(): void;
}

export class ScriptedCarrier implements Carrier {
  readonly name: string;
  readonly channel: Channel;
  readonly simulated = true;
  readonly answerWithinMs = 5_000;
  readonly submitted: Submitted[] = [];
  readonly withdrawn: WithdrawJob[] = [];
  /** How many jobs it takes at a time. */
  room = 100;
  /** How much of that is for what leaves no room. */
  urgentRoom = 0;
  parts = 1;
  nextWithdrawal: Withdrawal = 'withdrawn';
  couldTakeMore?: () => boolean;
  withdraw?: (job: WithdrawJob) => Promise<Withdrawal>;
  underWay?: () => readonly string[];
  private current: CarrierState = 'up';
  private sink: CarrierSink | null = null;

  constructor(name: string, channel: Channel) {
    this.name = name;
    this.channel = channel;
    if (channel === 'rcs') {
      this.withdraw = async (job) => {
        this.withdrawn.push(job);
        return this.nextWithdrawal;
      };
    }
  }

  state(): CarrierState {
    return this.current;
  }

  become(state: CarrierState): void {
    this.current = state;
    this.sink?.changed();
  }

  countParts(): number {
    return this.parts;
  }

  reserve(_parts = 1, leavesRoom = false): Slot | null {
    if (this.room <= (leavesRoom ? this.urgentRoom : 0) || this.current !== 'up') return null;
    this.room -= 1;
    return { release: () => this.free() };
  }

  submit(job: SubmitJob, _slot: Slot, answered: (part: number, outcome: Outcome) => void): void {
    const open = new Set(job.parts);
    const answer = (outcome: Outcome, part = job.parts[0] ?? 0) => {
      open.delete(part);
      if (open.size === 0) this.free();
      answered(part, outcome);
    };
    const accept = () => {
      for (const part of job.parts) {
        const remoteId = remoteIdOf(job.attemptId, part);
        answer({ kind: 'accepted', remoteId, keys: this.channel === 'rcs' ? [] : [remoteId] }, part);
      }
    };
    this.submitted.push({ job, answer, accept });
  }

  /** The jobs submitted so far, each once. */
  take(): Submitted[] {
    return this.submitted.splice(0);
  }

  /** A report or text, as if the peer had sent it. */
  async deliver(...inbound: Inbound[]): Promise<void> {
    await this.sink?.received(inbound.map((each) => ({ kind: 'scripted', body: Buffer.from(JSON.stringify(each)) })));
  }

  /** As from a peer that may be waiting for the answer to this. */
  async deliverUrgent(inbound: Inbound): Promise<void> {
    await this.sink?.received([{ kind: 'scripted', body: Buffer.from(JSON.stringify(inbound)), isUrgent: true }]);
  }

  readAddress(written: WrittenAddress): ReadAddress {
    return readHandsetAddress(written, ALWAYS_INTERNATIONAL);
  }

  interpret(raw: { readonly body: Uint8Array }): Inbound {
    return JSON.parse(Buffer.from(raw.body).toString());
  }

  async start(sink: CarrierSink): Promise<void> {
    this.sink = sink;
    sink.changed();
  }

  async drain(): Promise<void> {}

  resume(): void {}

  async stop(): Promise<void> {}

  describe(): Readonly<Record<string, string>> {
    return { state: this.current };
  }

  private free(): void {
    this.room += 1;
    this.sink?.changed();
  }
}

export function remoteIdOf(attemptId: string, part: number): string {
  return `${attemptId}/${part}`;
}

/** The receipt that an operator sends for a part that it accepted. */
export function receipt(
  job: SubmitJob,
  state: 'delivered' | 'undeliverable' | 'in_transit' = 'delivered',
  part = 0,
): Inbound {
  return { type: 'report', keys: [remoteIdOf(job.attemptId, part)], to: job.recipient, state };
}
