/**
 * What an account is told of its sessions: each relayed text (the public service's callback), and events in a shape of
 * our own for accounts that ask for them. Signed and sent like all callbacks.
 *
 * 1. The line of a relayed text's callback is that of its message; an event has a line of its own. So what stands for
 *    one text waits for nothing else.
 */
import type { Context } from '../../context.ts';
import { bucketOf, toReference } from '../../lib/ids.ts';
import { iso } from '../../lib/instant.ts';
import type { NewCallback } from '../../store/callbacks/callback-rows.ts';
import { sendingTo } from '../../store/callbacks/callback-target.ts';
import type { Fate } from '../../store/masking/interactions.ts';
import type { Session } from '../../store/masking/sessions.ts';
import type { Owner } from '../../store/nodes/owner.ts';
import type { SessionEvent } from './session.ts';

export interface SessionCallbackOptions {
  readonly context: Context;
  readonly owner: Owner;
  readonly callbackLeaseMs: number;
}

export interface RelayedText {
  /** Of the relayed message. */
  readonly messageId: string;
  /** Of the piece of input. */
  readonly inputId: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly at: number;
}

export function relayedCallback(options: SessionCallbackOptions, session: Session, relayed: RelayedText): NewCallback {
  const body = {
    session_reference_id: toReference(session.id),
    submit_timestamp: iso(relayed.at),
    from_phone_number: relayed.from,
    to_phone_number: relayed.to,
    mo_reference_id: toReference(relayed.inputId),
    mo_message: relayed.text,
  };
  return callbackOf(options, session, { lineId: relayed.messageId, body, at: relayed.at });
}

/** What happened in a session, and when. */
export interface SessionHappening {
  readonly event: SessionEvent;
  readonly at: number;
  /** Who wrote, where it was a text. */
  readonly from?: string;
  readonly inputId?: string;
  readonly reason?: Fate;
}

/** Null when the account wants no events. */
export function eventCallback(
  options: SessionCallbackOptions,
  session: Session,
  { event, at, from, inputId, reason }: SessionHappening,
): NewCallback | null {
  if (session.callback?.events !== true) return null;
  const body = {
    event: `session.${event}`,
    event_on: iso(at),
    session_reference_id: toReference(session.id),
    external_id: session.externalId,
    state: session.state,
    session_end_on: iso(session.endsAt),
    ...(from === undefined ? {} : { from_phone_number: from }),
    ...(inputId === undefined ? {} : { mo_reference_id: toReference(inputId) }),
    ...(reason === undefined ? {} : { reason }),
  };
  return callbackOf(options, session, { lineId: options.context.ids.next(bucketOf(session.id)), body, at });
}

function callbackOf(
  { context, owner, callbackLeaseMs }: SessionCallbackOptions,
  session: Session,
  { lineId, body, at }: { readonly lineId: string; readonly body: object; readonly at: number },
): NewCallback {
  const { callback, accountId } = session;
  return {
    id: context.ids.next(bucketOf(lineId)),
    messageId: lineId,
    seq: 1,
    accountId,
    body: JSON.stringify(body),
    createdAt: at,
    ...sendingTo(callback, { owner, callbackLeaseMs, at }),
  };
}
