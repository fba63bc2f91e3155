/**
 * Messages by the code that they show. Callers see codes of their product, the store has those of the engine, and what
 * decides often stands in the attempts. So what can show a code is asked of the store, and whether it does is seen when
 * it is read. Pure.
 */
import { KINDS, type MessageState } from '../../engine/message/kinds.ts';
import type { MessageKind } from '../../engine/message/message.ts';
import { storedStatus } from '../../store/messages/stored-codes.ts';

export interface CanShow {
  readonly kinds?: readonly MessageKind[];
  readonly state?: MessageState;
  /** As they are stored. */
  readonly statuses?: readonly number[];
}

const ALL = Object.keys(KINDS) as readonly MessageKind[];
const CALLS = ALL.filter((kind) => KINDS[kind].countsAs === 'calls');
/** Codes of calls have three digits that no other kind shows. */
const LAST_OF_CALLS = 199;

/** Of those that a list shows to operators. */
export function canBeListedWith(code: number): CanShow {
  return code <= LAST_OF_CALLS ? ofCalls(code, CALLS) : { statuses: [storedStatus(code)] };
}

/** Of kinds that one operation shows to callers. */
export function canShow(code: number, kinds: readonly MessageKind[]): CanShow {
  const calls = kinds.filter((kind) => CALLS.includes(kind));
  if (code <= LAST_OF_CALLS) return ofCalls(code, calls);
  const others = kinds.filter((kind) => !CALLS.includes(kind));
  const stateOf = others[0] === undefined ? null : KINDS[others[0]].stateOf;
  return { kinds: others, ...(stateOf ? { state: stateOf(code) } : { statuses: [storedStatus(code)] }) };
}

function ofCalls(code: number, kinds: readonly MessageKind[]): CanShow {
  const state = KINDS.call.stateOf?.(code);
  return { kinds, ...(state ? { state } : {}) };
}
