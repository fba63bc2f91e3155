/**
 * The history of a message as a timeline: what its rows say, and what was written down beside them, in words that
 * somebody understands who helps its sender. Pure.
 *
 * 1. Each entry says when, what kind it is of, the words, and details by name.
 * 2. A caller sees what its own message went through; carriers, nodes and the words of carriers are for operators.
 * 3. Nothing is said that no row says: of a text in parts not when each was taken, of a delivered message not which node
 *    had it.
 */
import { describeCode, meansDelivered } from '../../engine/message/codes.ts';
import { KINDS } from '../../engine/message/kinds.ts';
import type { Attempt, Message } from '../../engine/message/message.ts';
import { iso } from '../../lib/instant.ts';
import type { ListedCallback } from '../../store/callbacks/callback-lists.ts';
import type { CallbackTry } from '../../store/callbacks/callback-tries.ts';
import type { MessageHistory } from '../../store/messages/message-history.ts';

export interface HistorySource {
  readonly message: Message;
  readonly history: readonly MessageHistory[];
  /** In their order. */
  readonly callbacks: readonly ListedCallback[];
  readonly tries: readonly CallbackTry[];
}

export interface TimelineEntry {
  /** RFC 3339. */
  readonly at: string;
  readonly kind: string;
  readonly text: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface Entry extends Omit<TimelineEntry, 'at'> {
  readonly at: number;
}

/** From the beginning of a channel to its hand-over: beyond it, it waited. */
const AT_ONCE_MS = 1_000;

export function timelineOf(source: HistorySource, viewer: 'account' | 'operator'): TimelineEntry[] {
  const { message } = source;
  const isOperator = viewer === 'operator';
  const entries: Entry[] = [
    acceptedOf(message),
    ...message.attempts.flatMap((attempt) => ofAttempt(message, attempt, isOperator)),
    ...source.history
      .filter(({ kind }) => isOperator || kind !== 'node_changed')
      .map((each) => ofHistory(message, each, isOperator)),
    ...source.callbacks.flatMap((callback) => ofCallback(callback, source.tries)),
    ...endOf(message),
  ];
  // What has one instant stays in the order above.
  return entries.sort((one, other) => one.at - other.at).map((entry) => ({ ...entry, at: iso(entry.at) }));
}

function acceptedOf({ createdAt, messageType, plan }: Message): Entry {
  const channels = plan.map(({ channel }) => channel);
  const text = `Accepted, to be tried by ${channels.join(', then ')}.`;
  return { at: createdAt, kind: 'accepted', text, details: { message_type: messageType, channels } };
}

function ofAttempt(message: Message, attempt: Attempt, isOperator: boolean): Entry[] {
  const { n, channel, carrier, carriersTried, handedOverAt, deadlineAt } = attempt;
  const previous = message.attempts[n - 2];
  const begunAt = previous ? changedAt(message, previous) : message.createdAt;
  const entries: Entry[] = [];
  if (n > 1) {
    entries.push({ at: begunAt, kind: 'fallback', text: `The next channel begins: ${channel}.`, details: { channel } });
  }
  if (handedOverAt !== null && attempt.tries > 0) {
    const waitedMs = handedOverAt - begunAt;
    const to = isOperator && carrier !== null ? `the carrier ${carrier}` : 'the carrier';
    const after = waitedMs > AT_ONCE_MS ? `, after waiting ${Math.round(waitedMs / 1000)} s` : '';
    const details = {
      channel,
      waited_ms: Math.max(0, waitedMs),
      until: deadlineAt === null ? null : iso(deadlineAt),
      ...(isOperator ? { carrier, carriers_tried: carriersTried, parts: attempt.parts.length } : {}),
    };
    entries.push({
      at: handedOverAt,
      kind: 'handed_over',
      text: `Handed over to ${to} by ${channel}${after}.`,
      details,
    });
  }
  return [...entries, ...standingOf(message, attempt, isOperator)];
}

/** What is known of it last. */
function standingOf(message: Message, attempt: Attempt, isOperator: boolean): Entry[] {
  const { channel, state, code } = attempt;
  const at = changedAt(message, attempt);
  const details = { channel, code, ...(isOperator ? { state, reason: attempt.reason } : {}) };
  const why = isOperator && attempt.reason !== null ? ` (${attempt.reason})` : '';
  if (state === 'submitted') return [{ at, kind: 'answered', text: `The carrier took it by ${channel}.`, details }];
  if (state === 'withdrawing' || state === 'awaiting') {
    return [{ at, kind: state, text: `Its time on ${channel} is over, and it is taken back.`, details }];
  }
  if (state !== 'done') return [];
  if (meansDelivered(code)) return [{ at, kind: 'receipt', text: `${describeCode(code)} by ${channel}.`, details }];
  const words = KINDS[message.kind].showsChannels ? describeCode(code) : 'It is over';
  return [{ at, kind: 'channel_ended', text: `${words}, by ${channel}${why}.`, details }];
}

/** Each state of an attempt has an instant of its own, so one may be some milliseconds ahead of what followed from it. */
const AHEAD_MS = 100;

function changedAt({ attempts, finalAt }: Message, { n, updatedAt }: Attempt): number {
  const next = attempts[n]?.handedOverAt ?? finalAt ?? updatedAt;
  return updatedAt > next && updatedAt - next < AHEAD_MS ? next : updatedAt;
}

function endOf(message: Message): Entry[] {
  const { finalAt, kind, lastChannel, possibleDoubles } = message;
  if (finalAt === null) return [];
  const { codeOf, describe } = KINDS[kind];
  const code = codeOf(message);
  const details = { code, last_channel: lastChannel, possible_doubles: possibleDoubles };
  return [{ at: finalAt, kind: 'ended', text: `The message has ended: ${describe(code)}.`, details }];
}

const WORDS: Readonly<Record<MessageHistory['kind'], string>> = {
  retry: 'The carrier did not take it now, and it is tried again',
  handed_over_again: 'Handed over to a carrier once more',
  unreachable: 'No carrier can be reached',
  no_answer: 'The carrier did not answer in time, and may have it',
  late_receipt: 'A receipt came after its channel had ended',
  withdrawing: 'Its time on the channel is over, and the carrier is asked to take it back',
  withdrawal: 'What became of taking it back',
  cancel: 'Somebody took the message back',
  node_changed: 'Another node went on with it',
};

/** Of the details a caller sees (rule 2). */
const OF_CALLERS = ['state', 'result', 'try'];

function ofHistory({ attempts }: Message, { n, at, kind, details }: MessageHistory, isOperator: boolean): Entry {
  const channel = n === null ? undefined : attempts[n - 1]?.channel;
  const told = Object.entries(details ?? {}).filter(([name]) => isOperator || OF_CALLERS.includes(name));
  const shown = Object.fromEntries(
    told.map(([name, value]) => [name, name === 'retry_at' && typeof value === 'number' ? iso(value) : value]),
  );
  const words = [shown.carrier, shown.reason, shown.state, shown.result].filter((each) => typeof each === 'string');
  const text = `${WORDS[kind] ?? kind}${words.length > 0 ? `: ${words.join(', ')}` : ''}.`;
  return { at, kind, text, details: channel === undefined ? shown : { channel, ...shown } };
}

function ofCallback(callback: ListedCallback, tries: readonly CallbackTry[]): Entry[] {
  const { id, seq, url, state, createdAt, deliveredAt, redeliveredAt, lastStatus, lastError } = callback;
  const details = { id, seq };
  const told = url === '' ? 'An event was recorded; there is no address to call back.' : `Callback ${seq} is owed.`;
  const entries: Entry[] = [{ at: createdAt, kind: url === '' ? 'event' : 'callback', text: told, details }];
  for (const { triedAt, status, tookMs, error } of tries.filter((each) => each.seq === seq && each.error !== null)) {
    const text = `Callback ${seq} was not taken: ${error}.`;
    entries.push({ at: triedAt, kind: 'callback_failed', text, details: { ...details, status, took_ms: tookMs } });
  }
  if (redeliveredAt !== null) {
    entries.push({ at: redeliveredAt, kind: 'callback_again', text: `Callback ${seq} is sent once more.`, details });
  }
  if (deliveredAt !== null) {
    const text = `Callback ${seq} was taken.`;
    entries.push({ at: deliveredAt, kind: 'callback_delivered', text, details: { ...details, status: lastStatus } });
  } else if (state === 'given_up') {
    const at = tries.findLast((each) => each.seq === seq)?.triedAt ?? createdAt;
    entries.push({ at, kind: 'callback_given_up', text: `Callback ${seq} is given up: ${lastError}.`, details });
  }
  return entries;
}
