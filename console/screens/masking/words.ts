/**
 * What is known of sessions and pools, in words. Pure.
 */
import type { Schema } from '../../api/client.ts';
import type { Tone } from '../../ui/tone.ts';

type Session = Schema<'OperatorMaskingSessionSummary'>;
type Interaction = Schema<'OperatorInteractionList'>['interactions'][number];
type Pool = Schema<'OperatorForecast'>['pools'][number];

export const STATES: Readonly<Record<Session['state'], { readonly label: string; readonly tone: Tone }>> = {
  open: { label: 'Open', tone: 'accent' },
  in_progress: { label: 'In progress', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'warn' },
  expired: { label: 'Expired', tone: 'calm' },
  closed: { label: 'Closed', tone: 'calm' },
};

/** What became of a text; of a relayed one its delivery says more. */
export const RESULTS: Readonly<Record<Interaction['result'], string>> = {
  relayed: 'Relayed',
  stop: 'Said STOP: the session is stopped for both',
  start: 'Said START',
  help: 'Asked for HELP',
  over: 'Not relayed: the session was over',
  stopped: 'Not relayed: the session is stopped',
  blocked: 'Not relayed: one of the two numbers is blocked',
  too_many: 'Not relayed: too many in a minute',
};

const REPLIES: Readonly<Record<string, string>> = {
  stopped: 'that the session is stopped',
  started: 'that the session goes on',
  help: 'what the session is for',
  unavailable: 'that the other one is not available',
  unknown: 'that nobody is reached',
};

export function replyText(reply: string | null): string | null {
  return reply === null ? null : `Answered: ${REPLIES[reply] ?? reply}.`;
}

/** Who has said STOP. */
export function stoppedText(parties: readonly number[]): string {
  if (parties.length === 0) return 'nobody';
  return parties.length > 1 ? 'both' : `party ${parties[0]}`;
}

export function poolName(customerId: string | null): string {
  return customerId ?? 'Shared';
}

/** From here on somebody should bring in numbers. */
const FULL_AT_PERCENT = 80;

export function poolTone({ fullest_percent: percent, numbers }: Pick<Pool, 'fullest_percent' | 'numbers'>): Tone {
  if (numbers === 0 || percent >= 100) return 'bad';
  return percent >= FULL_AT_PERCENT ? 'warn' : 'good';
}

/** What a pool has to offer to who takes most of it. */
export function outlookText({ numbers, least_free: free, fullest_percent: percent }: Pool): string {
  if (numbers === 0) return 'No mask is given to new sessions.';
  if (free <= 0) return 'The busiest party gets no further session.';
  const left = `${free} more session${free === 1 ? '' : 's'} for the busiest party`;
  return percent >= FULL_AT_PERCENT ? `${left}: bring in numbers soon.` : `${left}.`;
}
