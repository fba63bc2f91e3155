/**
 * What the end of a call means for its message (contract, section 5). Pure.
 *
 * 1. An answered call is delivered, also when the callee hung up early; unless nothing could be said in it, or it was taken
 *    back.
 * 2. A call that went to nobody may be tried again: no INVITE of it has left. Any other is over for good, and nobody is
 *    called a second time.
 */
import type { Outcome, ReportState } from '../../carrier.ts';
import type { CallEnd } from '../call.ts';
import type { CallOver } from '../voice/voice-messages.ts';

const NO_ROOM_AGAIN_MS = 500;
const UNREACHABLE_AGAIN_MS = 5_000;

export function outcomeOf({ end, why, timesSaid }: Pick<CallOver, 'end' | 'why' | 'timesSaid'>): Outcome {
  const { reason } = end;
  if (end.wasAnswered) {
    if (why === 'unwanted') return { kind: 'ended', state: 'cancelled', reason: 'taken back while it spoke' };
    if (timesSaid === 0 && why === 'no_media') return { kind: 'ended', state: 'call_failed', reason };
    const isMute = timesSaid === 0 && why === 'no_prompt';
    return isMute
      ? { kind: 'ended', state: 'call_failed', reason: 'the message could not be spoken' }
      : { kind: 'ended', state: 'delivered', reason: why === null ? reason : `we hung up: ${why}` };
  }
  if (!end.mayHaveLeft) return notPlaced(end);
  return { kind: 'ended', state: stateOf(end), reason };
}

function notPlaced({ cause, reason }: CallEnd): Outcome {
  switch (cause) {
    case 'no_room':
      return { kind: 'retry_later', why: 'busy', afterMs: NO_ROOM_AGAIN_MS, reason };
    case 'unreachable':
      return { kind: 'retry_later', why: 'unreachable', afterMs: UNREACHABLE_AGAIN_MS, reason };
    case 'cancelled':
      return { kind: 'ended', state: 'cancelled', reason };
    default:
      return { kind: 'ended', state: 'call_failed', reason };
  }
}

function stateOf({ cause }: CallEnd): ReportState {
  switch (cause) {
    case 'busy':
      return 'busy';
    case 'no_answer':
    case 'unavailable':
    case 'declined':
      return 'not_answered';
    case 'unwanted':
      return 'unwanted';
    case 'blocked':
      return 'blocked';
    case 'cancelled':
      return 'cancelled';
    default:
      return 'call_failed';
  }
}
