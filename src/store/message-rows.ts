/**
 * Messages and attempts as rows: columns to values and back.
 */
import type { Channel, MessageType } from '../carriers/carrier.ts';
import type { Attempt, CallbackTarget, ChannelPlan, Message, MessageKind, Part } from '../engine/message.ts';
import { bucketOf } from '../lib/ids.ts';

/** Which node works on a row, and since which of its starts. */
export interface Owner {
  readonly node: string;
  readonly epoch: number;
}

/** A message as it is stored: with what it waits for and who works on it. */
export interface StoredMessage {
  readonly message: Message;
  /** The carrier whose room it waits for. */
  readonly queue: string | null;
  readonly owner: Owner | null;
}

export const PRIORITY: Readonly<Record<MessageType, number>> = { OTP: 0, ARN: 1, MKT: 2 };

export const MESSAGE_COLUMNS = `m.id, m.account_id, m.kind, m.recipient, m.message_type, m.external_id, m.callback, m.plan,
  m.opt_out_applies, m.created_at, m.step, m.status, m.last_channel, m.possible_doubles, m.callback_seq, m.updated_at,
  m.final_at, m.due_at, m.queue, m.lease_node, m.lease_epoch`;

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
  queue: string | null;
  lease_node: string | null;
  lease_epoch: number | null;
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

export function fixed(message: Message): Record<string, unknown> {
  return {
    id: message.id,
    bucket: bucketOf(message.id),
    account_id: message.accountId,
    kind: message.kind,
    recipient: message.recipient,
    message_type: message.messageType,
    priority: PRIORITY[message.messageType],
    external_id: message.externalId,
    callback: message.callback,
    plan: message.plan,
    opt_out_applies: message.optOutApplies,
    created_at: iso(message.createdAt),
  };
}

export function moving(message: Message, queue: string | null, owner: Owner | null): Record<string, unknown> {
  return {
    step: message.step,
    status: message.status,
    last_channel: message.lastChannel,
    possible_doubles: message.possibleDoubles,
    callback_seq: message.callbackSeq,
    updated_at: iso(message.updatedAt),
    final_at: isoOrNull(message.finalAt),
    due_at: isoOrNull(message.dueAt),
    queue,
    lease_node: owner?.node ?? null,
    lease_epoch: owner?.epoch ?? null,
  };
}

export function attemptJson({ messageId, attempt }: AttemptOf): Record<string, unknown> {
  return {
    message_id: messageId,
    n: attempt.n,
    bucket: bucketOf(messageId),
    id: attempt.id,
    channel: attempt.channel,
    sender: attempt.sender,
    carrier: attempt.carrier,
    carriers_tried: attempt.carriersTried,
    state: attempt.state,
    code: attempt.code,
    tries: attempt.tries,
    temporary_failures: attempt.temporaryFailures,
    parts: attempt.parts,
    handed_over_at: isoOrNull(attempt.handedOverAt),
    deadline_at: isoOrNull(attempt.deadlineAt),
    retry_at: isoOrNull(attempt.retryAt),
    reason: attempt.reason,
    updated_at: iso(attempt.updatedAt),
  };
}

export function toStored(row: MessageRow): StoredMessage {
  return {
    queue: row.queue,
    owner:
      row.lease_node === null || row.lease_epoch === null ? null : { node: row.lease_node, epoch: row.lease_epoch },
    message: {
      id: row.id,
      accountId: row.account_id,
      kind: row.kind as MessageKind,
      recipient: row.recipient,
      messageType: row.message_type as MessageType,
      externalId: row.external_id,
      callback: row.callback,
      plan: row.plan,
      optOutApplies: row.opt_out_applies,
      createdAt: row.created_at,
      step: row.step,
      status: row.status,
      lastChannel: row.last_channel as Channel,
      possibleDoubles: row.possible_doubles,
      callbackSeq: row.callback_seq,
      updatedAt: row.updated_at,
      finalAt: row.final_at,
      dueAt: row.due_at,
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
    code: row.code,
    tries: row.tries,
    temporaryFailures: row.temporary_failures,
    parts: row.parts,
    handedOverAt: row.handed_over_at,
    deadlineAt: row.deadline_at,
    retryAt: row.retry_at,
    reason: row.reason,
    updatedAt: row.updated_at,
  };
}

export function keys(ids: readonly string[]): string {
  return JSON.stringify(ids.map((id) => ({ id, bucket: bucketOf(id) })));
}

/** The lowest and the highest of the ids: what the planner may leave out lies outside. */
export function range(ids: readonly string[]): [string, string] {
  let low = ids[0] ?? '';
  let high = low;
  for (const id of ids) {
    if (id < low) low = id;
    if (id > high) high = id;
  }
  return [low, high];
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
