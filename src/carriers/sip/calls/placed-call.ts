/**
 * One call as whoever placed it sees it: over the first trunk that takes it.
 *
 * 1. Trunks are tried in order, each at its addresses in order, at most six INVITEs in all. Those that have no room are
 *    passed over; a trunk that could not be reached or has refused us leads to the next.
 * 2. `ringForMs` is counted from the first INVITE, over all trunks.
 * 3. A trunk's place is held until nothing that the callee could notice is under way over it. The end is told by then, too,
 *    or after two seconds: a CANCEL that is never answered holds nobody up.
 */
import type { Timer } from '../../../lib/clock.ts';
import type { Call, CallEnd, CallEvent, CallRequest, EndCause } from '../call.ts';
import type { Destination } from '../transport/flow.ts';
import type { Agent } from './agent.ts';
import type { LegEnd } from './leg-end.ts';
import { OutgoingLeg } from './outgoing.ts';
import type { Trunk } from './trunk.ts';

export interface PlacedCallUser {
  event(event: CallEvent): void;
  began(leg: OutgoingLeg): void;
  over(leg: OutgoingLeg): void;
}

const MOST_INVITES = 6;
const SETTLED_WITHIN_MS = 2_000;

export class PlacedCall implements Call {
  readonly id: string;
  private readonly agent: Agent;
  private readonly request: CallRequest;
  private readonly user: PlacedCallUser;
  private readonly trunks: Trunk[];
  private hasEnded = false;
  private mayHaveLeft = false;
  private invites = 0;
  private leg: OutgoingLeg | null = null;
  private ringing: Timer | null = null;
  private turn: { timer: Timer; trunk: Trunk } | null = null;
  private last: CallEnd;
  /** The leg that has decided the call and is not settled yet. */
  private ending: OutgoingLeg | null = null;
  private patience: Timer | null = null;

  /** `trunks`: those that serve the number, best first. */
  constructor(agent: Agent, request: CallRequest, trunks: readonly Trunk[], user: PlacedCallUser) {
    this.agent = agent;
    this.id = request.id;
    this.request = request;
    this.user = user;
    this.trunks = [...trunks];
    const cause = trunks.length === 0 ? 'no_route' : 'no_room';
    const reason = trunks.length === 0 ? 'no trunk serves this number' : 'all trunks have the calls that they may have';
    this.last = endOf(cause, 'us', reason, null);
  }

  begin(): void {
    this.nextTrunk();
  }

  cancel(): void {
    this.giveUp('cancelled', 'it was given up');
  }

  bye(): void {
    this.cancel();
  }

  sendKey(key: string, durationMs: number): void {
    if (!this.hasEnded) this.leg?.sendKey(key, durationMs);
  }

  /** Rule 3. */
  private endWhenSettled(leg: OutgoingLeg): void {
    this.stopRinging();
    if (leg.isQuiet) return this.end(this.last);
    this.ending = leg;
    this.patience = this.agent.context.clock.setTimer(() => this.end(this.last), SETTLED_WITHIN_MS);
  }

  private giveUp(cause: EndCause, reason: string): void {
    if (this.hasEnded || this.ending) return;
    if (this.leg) return this.leg.giveUp(cause, reason);
    this.end(endOf(cause, 'us', reason, this.last.trunk));
  }

  private nextTrunk(): void {
    if (this.hasEnded) return;
    const trunk = this.trunks.shift();
    if (!trunk || this.invites >= MOST_INVITES) return this.end(this.last);
    const wait = trunk.take();
    if (wait === null) return this.nextTrunk();
    if (wait === 0) return void this.callOver(trunk);
    const timer = this.agent.context.clock.setTimer(() => {
      this.turn = null;
      void this.callOver(trunk);
    }, wait);
    this.turn = { timer, trunk };
  }

  private async callOver(trunk: Trunk): Promise<void> {
    try {
      const destinations = await trunk.destinations();
      this.tryAt(trunk, [...destinations]);
    } catch (error) {
      trunk.release();
      const reason = error instanceof Error ? error.message : 'it has no address';
      trunk.foundSilent(reason);
      this.last = endOf('unreachable', 'network', reason, trunk.settings.name);
      this.nextTrunk();
    }
  }

  private tryAt(trunk: Trunk, destinations: Destination[]): void {
    const destination = destinations.shift();
    if (!destination || this.hasEnded || this.invites >= MOST_INVITES) {
      trunk.release();
      return this.nextTrunk();
    }
    this.invites += 1;
    let isHeld = true;
    const letGo = () => {
      if (isHeld) trunk.release();
      isHeld = false;
    };
    const leg: OutgoingLeg = new OutgoingLeg(this.agent, { settings: trunk.settings, destination }, this.request, {
      event: (event) => this.take(event, trunk),
      finished: (end) => {
        this.leg = null;
        this.report(trunk, end, destinations.length === 0);
        if (end.kind === 'final') return this.endWhenSettled(leg);
        if (destinations.length === 0) return this.nextTrunk();
        // The place stays with the call: at its next address the trunk is still the same.
        if (isHeld) isHeld = false;
        this.tryAt(trunk, destinations);
      },
      byeFailed: (why, isLast) => trunk.byeFailed(this.id, why, isLast),
      settled: () => {
        letGo();
        if (this.ending === leg) this.end(this.last);
      },
      over: () => this.user.over(leg),
    });
    this.leg = leg;
    this.user.began(leg);
    void leg.start();
  }

  private take(event: CallEvent, trunk: Trunk): void {
    if (event.type === 'sent') {
      this.mayHaveLeft = true;
      this.ringing ??= this.agent.context.clock.setTimer(
        () => this.giveUp('no_answer', 'nobody has answered in time'),
        this.request.ringForMs,
      );
    }
    if (event.type === 'trying') trunk.foundThere();
    if (event.type === 'answered') this.stopRinging();
    if (!this.hasEnded && !this.ending) this.user.event(event);
  }

  private report(trunk: Trunk, end: LegEnd, isLastAddress: boolean): void {
    const { cause, by, wasAnswered, status, q850, reason } = end;
    const { name } = trunk.settings;
    this.last = { cause, by, wasAnswered, mayHaveLeft: this.mayHaveLeft, status, q850, reason, trunk: name };
    if (end.trunkIs === 'silent') {
      if (isLastAddress) trunk.foundSilent(reason);
    } else if (end.trunkIs !== 'fine') {
      trunk.spare(end.trunkIs.busyForMs);
    } else if (cause === 'trunk_refused') {
      trunk.refused(reason);
    }
  }

  private end(end: CallEnd): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.stopRinging();
    if (this.patience) this.agent.context.clock.clearTimer(this.patience);
    if (this.turn) {
      this.agent.context.clock.clearTimer(this.turn.timer);
      this.turn.trunk.release();
      this.turn = null;
    }
    this.user.event({ type: 'ended', ...end, mayHaveLeft: this.mayHaveLeft });
  }

  private stopRinging(): void {
    if (this.ringing) this.agent.context.clock.clearTimer(this.ringing);
  }
}

function endOf(cause: EndCause, by: CallEnd['by'], reason: string, trunk: string | null): CallEnd {
  return { cause, by, reason, trunk, wasAnswered: false, mayHaveLeft: false, status: null, q850: null };
}
