/**
 * Messages and attempts as rows: columns to values and back.
 */
import type { Channel, MessageType } from '../../carriers/carrier.ts';
import { payloadsOf } from '../../carriers/content.ts';
import { kindOf } from '../../engine/message/kinds.ts';
import type { Attempt, CallbackTarget, ChannelPlan, Message, Part } from '../../engine/message/message.ts';
import { bucketOf } from '../../lib/ids.ts';
import { parsePhoneNumber } from '../../lib/phone-number.ts';
import type { Owner } from '../nodes/owner.ts';
import { type Column, type Recordset, recordset } from '../sql/recordset.ts';
import { codeOfStored, storedCode, storedStatus } from './stored-codes.ts';

/** A message as it is stored: with what it waits for and who works on it. */
export interface StoredMessage {
  readonly message: Message;
  /** The carrier whose room it waits for. */
  readonly queue: string | null;
  readonly owner: Owner | null;
  /** Rises with every write of the message's own row; 0 when it is new. */
  readonly version: number;
  /** It stands in no index of times (holds.ts), and comes due then or somewhat later; null: at its `dueAt`. */
  readonly heldUntil: number | null;
}

export const PRIORITY: Readonly<Record<MessageType, number>> = { OTP: 0, ARN: 1, MKT: 2 };

export const MESSAGE_COLUMNS = `m.id, m.account_id, m.kind, m.recipient, m.message_type, m.external_id, m.callback, m.plan,
  m.opt_out_applies, m.created_at, m.step, m.status, m.last_channel, m.possible_doubles, m.callback_seq, m.updated_at,
  m.final_at, m.due_at, m.held_until, m.queue, m.lease_node, m.lease_epoch, m.version`;

export interface MessageRow {
  id: string;
  account_id: string;
  kind: string;
  recipient: string;
  message_type: string;
  external_id: string | null;
  callback: CallbackTarget | null;
  plan: ChannelPlan[];
  opt_out_applies: boolean;
  created_at: number;
  step: number;
  status: number;
  last_channel: string;
  possible_doubles: number;
  callback_seq: number;
  updated_at: number;
  final_at: number | null;
  due_at: number | null;
  held_until: number | null;
  queue: string | null;
  lease_node: string | null;
  lease_epoch: number | null;
  version: number;
}

export interface AttemptRow {
  message_id: string;
  n: number;
  id: string;
  channel: string;
  sender: string | null;
  carrier: string | null;
  carriers_tried: string[];
  state: string;
  code: number;
  tries: number;
  temporary_failures: number;
  parts: Part[];
  handed_over_at: number | null;
  deadline_at: number | null;
  retry_at: number | null;
  reason: string | null;
  updated_at: number;
}

export interface AttemptOf {
  readonly messageId: string;
  readonly attempt: Attempt;
}

export interface MovedAttempt extends AttemptOf {
  /** As it was read; it is changed only if it was last updated then (`updatedAt` rises with every change). */
  readonly before: Attempt;
}

/** What a message is from the beginning. */
const FIXED: ReadonlyArray<Column<StoredMessage>> = [
  { name: 'id', type: 'uuid', of: ({ message }) => message.id },
  { name: 'bucket', type: 'smallint', of: ({ message }) => bucketOf(message.id) },
  { name: 'account_id', type: 'text', shared: true, of: ({ message }) => message.accountId },
  { name: 'kind', type: 'text', shared: true, of: ({ message }) => message.kind },
  { name: 'recipient', type: 'text', of: ({ message }) => message.recipient },
  { name: 'message_type', type: 'text', shared: true, of: ({ message }) => message.messageType },
  { name: 'priority', type: 'smallint', shared: true, of: ({ message }) => PRIORITY[message.messageType] },
  { name: 'external_id', type: 'text', shared: true, of: ({ message }) => message.externalId },
  { name: 'callback', type: 'json', shared: true, of: ({ message }) => message.callback },
  { name: 'plan', type: 'json', of: ({ message }) => message.plan },
  { name: 'opt_out_applies', type: 'boolean', shared: true, of: ({ message }) => message.optOutApplies },
  { name: 'created_at', type: 'instant', shared: true, of: ({ message }) => message.createdAt },
  // Kept apart: it is needed for bills when the recipient has been erased.
  {
    name: 'country',
    type: 'text',
    shared: true,
    of: ({ message }) => parsePhoneNumber(message.recipient)?.country ?? '',
  },
  {
    name: 'has_payload',
    type: 'boolean',
    shared: true,
    of: ({ message }) => (message.plan.some(({ content }) => payloadsOf(content).length > 0) ? true : null),
  },
];

/** What happens to it. */
const MOVING: ReadonlyArray<Column<StoredMessage>> = [
  { name: 'step', type: 'smallint', shared: true, of: ({ message }) => message.step },
  { name: 'status', type: 'smallint', shared: true, of: ({ message }) => storedStatus(message.status) },
  { name: 'last_channel', type: 'text', shared: true, of: ({ message }) => message.lastChannel },
  { name: 'possible_doubles', type: 'smallint', shared: true, of: ({ message }) => message.possibleDoubles },
  { name: 'callback_seq', type: 'smallint', shared: true, of: ({ message }) => message.callbackSeq },
  { name: 'updated_at', type: 'instant', shared: true, of: ({ message }) => message.updatedAt },
  { name: 'final_at', type: 'instant', shared: true, of: ({ message }) => message.finalAt },
  {
    name: 'due_at',
    type: 'instant',
    shared: true,
    of: ({ message, heldUntil }) => (heldUntil === null ? message.dueAt : null),
  },
  { name: 'held_until', type: 'instant', shared: true, of: ({ heldUntil }) => heldUntil },
  { name: 'queue', type: 'text', shared: true, of: ({ queue }) => queue },
  { name: 'lease_node', type: 'text', shared: true, of: ({ owner }) => owner?.node },
  { name: 'lease_epoch', type: 'bigint', shared: true, of: ({ owner }) => owner?.epoch },
];

export const NEW_MESSAGES = recordset([...FIXED, ...MOVING]);
/** What an update of a message writes. */
export const MESSAGE_MOVES: readonly string[] = [...MOVING.map(({ name }) => name), 'version'];
export const MOVED_MESSAGES = recordset([
  ...FIXED.slice(0, 2),
  ...MOVING,
  { name: 'version', type: 'integer', shared: true, of: ({ version }) => version },
]);

const ATTEMPT_KEY: ReadonlyArray<Column<AttemptOf>> = [
  { name: 'message_id', type: 'uuid', of: ({ messageId }) => messageId },
  { name: 'n', type: 'smallint', of: ({ attempt }) => attempt.n },
  { name: 'bucket', type: 'smallint', of: ({ messageId }) => bucketOf(messageId) },
];

/** What an answer and a receipt change. */
const ATTEMPT_STATE: ReadonlyArray<Column<AttemptOf>> = [
  { name: 'state', type: 'text', shared: true, of: ({ attempt }) => attempt.state },
  { name: 'code', type: 'smallint', shared: true, of: ({ attempt }) => storedCode(attempt.code) },
  { name: 'parts', type: 'json', shared: true, of: ({ attempt }) => attempt.parts },
  {
    name: 'doubtful_carrier',
    type: 'text',
    shared: true,
    of: ({ attempt }) => (isInDoubt(attempt) ? attempt.carrier : null),
  },
  { name: 'reason', type: 'text', shared: true, of: ({ attempt }) => attempt.reason },
  { name: 'updated_at', type: 'instant', shared: true, of: ({ attempt }) => attempt.updatedAt },
];

/** What a hand-over changes, or that there is another one to come. */
const ATTEMPT_WAY: ReadonlyArray<Column<AttemptOf>> = [
  { name: 'carrier', type: 'text', shared: true, of: ({ attempt }) => attempt.carrier },
  { name: 'carriers_tried', type: 'texts', shared: true, of: ({ attempt }) => attempt.carriersTried },
  { name: 'tries', type: 'smallint', shared: true, of: ({ attempt }) => attempt.tries },
  { name: 'temporary_failures', type: 'smallint', shared: true, of: ({ attempt }) => attempt.temporaryFailures },
  { name: 'handed_over_at', type: 'instant', shared: true, of: ({ attempt }) => attempt.handedOverAt },
  { name: 'deadline_at', type: 'instant', shared: true, of: ({ attempt }) => attempt.deadlineAt },
  { name: 'retry_at', type: 'instant', shared: true, of: ({ attempt }) => attempt.retryAt },
];

const ATTEMPT_MOVING = [...ATTEMPT_WAY, ...ATTEMPT_STATE];

function isInDoubt({ parts }: Attempt): boolean {
  return parts.some((part) => part.inDoubt === true);
}

/** All that changes in an attempt. */
export const ATTEMPT_MOVES: readonly string[] = ATTEMPT_MOVING.map(({ name }) => name);

export const NEW_ATTEMPTS = recordset<AttemptOf>([
  ...ATTEMPT_KEY,
  { name: 'id', type: 'uuid', of: ({ attempt }) => attempt.id },
  { name: 'channel', type: 'text', shared: true, of: ({ attempt }) => attempt.channel },
  { name: 'sender', type: 'text', shared: true, of: ({ attempt }) => attempt.sender },
  ...ATTEMPT_MOVING,
]);

/** How an update of attempts is written: the columns that it names, and the rows with these. */
export interface AttemptUpdate {
  readonly moves: readonly string[];
  readonly rows: Recordset<MovedAttempt>;
}

const WHOLE_UPDATE = attemptUpdate(ATTEMPT_MOVING);
const STATE_UPDATE = attemptUpdate(ATTEMPT_STATE);

function attemptUpdate(columns: ReadonlyArray<Column<AttemptOf>>): AttemptUpdate {
  return {
    moves: columns.map(({ name }) => name),
    rows: recordset<MovedAttempt>([
      ...ATTEMPT_KEY,
      ...columns,
      { name: 'was_updated_at', type: 'instant', of: ({ before }) => before.updatedAt },
    ]),
  };
}

/** Nearly all updates are of attempts that go on as they went out: then the columns of their way are left as they are. */
export function updateOf(attempts: readonly MovedAttempt[]): AttemptUpdate {
  return attempts.every(goesOn) ? STATE_UPDATE : WHOLE_UPDATE;
}

function goesOn({ attempt, before }: MovedAttempt): boolean {
  return (
    attempt.carrier === before.carrier &&
    attempt.tries === before.tries &&
    attempt.temporaryFailures === before.temporaryFailures &&
    attempt.handedOverAt === before.handedOverAt &&
    attempt.deadlineAt === before.deadlineAt &&
    attempt.retryAt === before.retryAt &&
    attempt.carriersTried.join() === before.carriersTried.join()
  );
}

/** Ids with their buckets. */
export const KEYS = recordset<string>([
  { name: 'id', type: 'uuid', of: (id) => id },
  { name: 'bucket', type: 'smallint', of: bucketOf },
]);

/** Ids that are looked for as a list. */
export const IDS = recordset<string>([{ name: 'id', type: 'uuid', of: (id) => id }]);

export function toStored(row: MessageRow): StoredMessage {
  return {
    queue: row.queue,
    version: row.version,
    heldUntil: row.due_at === null && row.final_at === null ? row.held_until : null,
    owner:
      row.lease_node === null || row.lease_epoch === null ? null : { node: row.lease_node, epoch: row.lease_epoch },
    message: {
      id: row.id,
      accountId: row.account_id,
      kind: kindOf(row.kind),
      recipient: row.recipient,
      messageType: row.message_type as MessageType,
      externalId: row.external_id,
      callback: row.callback,
      plan: row.plan,
      optOutApplies: row.opt_out_applies,
      createdAt: row.created_at,
      step: row.step,
      status: codeOfStored(row.status),
      lastChannel: row.last_channel as Channel,
      possibleDoubles: row.possible_doubles,
      callbackSeq: row.callback_seq,
      updatedAt: row.updated_at,
      finalAt: row.final_at,
      dueAt: row.final_at === null ? (row.due_at ?? row.held_until) : null,
      attempts: [],
    },
  };
}

export function toAttempt(row: AttemptRow): Attempt {
  return {
    n: row.n,
    id: row.id,
    channel: row.channel as Channel,
    sender: row.sender,
    carrier: row.carrier,
    carriersTried: row.carriers_tried,
    state: row.state as Attempt['state'],
    code: codeOfStored(row.code),
    tries: row.tries,
    temporaryFailures: row.temporary_failures,
    parts: withWhyRefused(row),
    handedOverAt: row.handed_over_at,
    deadlineAt: row.deadline_at,
    retryAt: row.retry_at,
    reason: row.reason,
    updatedAt: row.updated_at,
  };
}

/**
 * Older releases kept why a part was refused in the attempt's reason alone. Only there may words decide it: a part that
 * this release refuses says it itself, whatever becomes of the reason afterwards.
 */
function withWhyRefused({ parts, reason }: AttemptRow): Part[] {
  for (const part of parts) {
    if (part.state === 'refused') part.notReachable ??= reason?.startsWith('not_reachable') === true;
  }
  return parts;
}
