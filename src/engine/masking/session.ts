/**
 * What a masked session is and does. Pure: a session and what happens in, the session afterwards and what follows out.
 *
 * 1. The end is compared with the moment in hand, whatever the state says: at the end and after it nothing is relayed.
 * 2. Party 1 texts the mask of number 2 and is read under the mask of number 1, and the other way round.
 * 3. Whoever has said STOP can take it back while the session is valid; as long as one of the two has not, nothing is
 *    relayed. The other party is told once.
 * 4. STOP, START and HELP are never relayed.
 * 5. Of texts beyond the limit of a minute the first is told of; STOP is heard all the same.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { Fate } from '../../store/masking/interactions.ts';
import type { Leg } from '../../store/masking/legs.ts';
import type { Session, SessionState, SessionUnit } from '../../store/masking/sessions.ts';
import type { Meaning } from '../arriving/keywords.ts';

export type Party = 1 | 2;

export type SessionEvent =
  | 'opened'
  | 'first_relay'
  | 'extended'
  | 'stopped'
  | 'reopened'
  | 'expired'
  | 'closed'
  | 'text_refused';

/** Which of the configured texts is said back. */
export type ReplyName = 'stopped' | 'started' | 'help' | 'unavailable' | 'unknown';

/** A text, and what the session has to know of it. */
export interface TextToJudge {
  readonly party: Party;
  readonly meaning: Meaning;
  /** The account or the operator keeps one of the two numbers out of sessions. */
  readonly isBlocked: boolean;
  /** The party writes more than it may over all its sessions. */
  readonly isFlooding: boolean;
  /** Texts of a session in a minute; 0: without limit. */
  readonly perMinute: number;
  readonly at: number;
}

/** What becomes of a text, and of the session by it. */
export interface Judgement {
  readonly session: Session;
  readonly fate: Fate;
  readonly reply: ReplyName | null;
  readonly events: readonly SessionEvent[];
}

const UNIT_MS: Readonly<Record<SessionUnit, number>> = {
  seconds: 1_000,
  minutes: MINUTE_MS,
  hours: HOUR_MS,
  days: DAY_MS,
};
const LONGEST_MS = 720 * UNIT_MS.hours;
const LARGEST_VALIDITY = 720;

/** The largest `validity_period` in a unit: never more than 720 hours in all. */
export function largestValidity(unit: SessionUnit): number {
  return Math.min(LARGEST_VALIDITY, LONGEST_MS / UNIT_MS[unit]);
}

export function endOf(at: number, validity: number, unit: SessionUnit): number {
  return at + validity * UNIT_MS[unit];
}

/** Who texts what. */
export function legsOf(session: Pick<Session, 'number1' | 'number2' | 'masked1' | 'masked2'>): [Leg, Leg] {
  return [
    { party: session.number1, mask: session.masked2 },
    { party: session.number2, mask: session.masked1 },
  ];
}

/** Who writes; null when the leg is not one of the session. */
export function partyOf(session: Session, { party, mask }: Leg): Party | null {
  const [first, second] = legsOf(session);
  if (party === first.party && mask === first.mask) return 1;
  return party === second.party && mask === second.mask ? 2 : null;
}

/** Whom a text of the party goes to, and the number that it comes from there. */
export function wayOf(session: Session, party: Party): { readonly to: string; readonly from: string } {
  if (party === 1) return { to: session.number2, from: session.masked1 };
  return { to: session.number1, from: session.masked2 };
}

export function isOver(session: Session, at: number): boolean {
  return session.overAt !== null || session.endsAt <= at;
}

/** As it is shown: one whose end has come is expired before that is written down. */
export function stateAt(session: Session, at: number): SessionState {
  return session.overAt === null && session.endsAt <= at ? 'expired' : session.state;
}

/** What becomes of a text. */
export function judge(before: Session, arrival: TextToJudge): Judgement {
  const { party, meaning, at } = arrival;
  if (isOver(before, at)) return refused(before, 'over', 'unknown', ['text_refused']);
  const session = counted(before, at);
  const isTooMany = arrival.isFlooding || (arrival.perMinute > 0 && session.minuteTexts > arrival.perMinute);
  if (meaning === 'stop') return stop(session, party);
  if (isTooMany) {
    const isFirst = session.minuteTexts === arrival.perMinute + 1;
    return refused(session, 'too_many', null, isFirst ? ['text_refused'] : []);
  }
  if (meaning === 'start') return start(session, party);
  if (meaning === 'help') return { session, fate: 'help', reply: 'help', events: [] };
  if (arrival.isBlocked) return refused(session, 'blocked', null, ['text_refused']);
  if (session.state === 'stopped') return afterStop(session, party);
  return relay(session, party);
}

function counted(session: Session, at: number): Session {
  const minuteAt = at - (at % MINUTE_MS);
  const minuteTexts = session.minuteAt === minuteAt ? session.minuteTexts + 1 : 1;
  return { ...session, minuteAt, minuteTexts };
}

function refused(session: Session, fate: Fate, reply: ReplyName | null, events: readonly SessionEvent[]): Judgement {
  return { session: { ...session, refused: session.refused + 1 }, fate, reply, events };
}

function stop(session: Session, party: Party): Judgement {
  if ((session.stoppedBy & party) !== 0) return { session, fate: 'stop', reply: null, events: [] };
  const isNew = session.stoppedBy === 0;
  const stopped: Session = { ...session, state: 'stopped', stoppedBy: session.stoppedBy | party };
  return { session: stopped, fate: 'stop', reply: 'stopped', events: isNew ? ['stopped'] : [] };
}

function start(session: Session, party: Party): Judgement {
  if ((session.stoppedBy & party) === 0) return { session, fate: 'start', reply: null, events: [] };
  const stoppedBy = session.stoppedBy & ~party;
  if (stoppedBy !== 0) return { session: { ...session, stoppedBy }, fate: 'start', reply: 'started', events: [] };
  const state = session.relayed1 + session.relayed2 > 0 ? 'in_progress' : 'open';
  const reopened: Session = { ...session, stoppedBy, state, told: false };
  return { session: reopened, fate: 'start', reply: 'started', events: ['reopened'] };
}

function afterStop(session: Session, party: Party): Judgement {
  const isOther = (session.stoppedBy & party) === 0;
  if (!isOther || session.told) return refused(session, 'stopped', null, ['text_refused']);
  return refused({ ...session, told: true }, 'stopped', 'unavailable', ['text_refused']);
}

function relay(session: Session, party: Party): Judgement {
  const relayed: Session = {
    ...session,
    state: 'in_progress',
    relayed1: session.relayed1 + (party === 1 ? 1 : 0),
    relayed2: session.relayed2 + (party === 2 ? 1 : 0),
  };
  const isFirst = session.relayed1 + session.relayed2 === 0;
  return { session: relayed, fate: 'relayed', reply: null, events: isFirst ? ['first_relay'] : [] };
}

/** Ends now; what is over already stays as it is. */
export function close(session: Session, at: number): Session {
  if (isOver(session, at)) return session;
  return { ...session, state: 'closed', endsAt: at, overAt: at, dueAt: null };
}

/** Writes down that the end has come; as it is when it has not. */
export function expire(session: Session, at: number): Session {
  if (session.overAt !== null || session.endsAt > at) return session;
  return { ...session, state: 'expired', overAt: session.endsAt, dueAt: null };
}

/** Lasts so long from now on, longer or shorter than before. */
export function extend(session: Session, at: number, validity: number, unit: SessionUnit): Session {
  const endsAt = endOf(at, validity, unit);
  return { ...session, validity, unit, endsAt, dueAt: endsAt };
}
