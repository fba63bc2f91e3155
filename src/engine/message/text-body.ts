/**
 * What a caller is told about one text: the bodies of its callbacks and of GET, for `/v1/messaging` and for a code by SMS.
 * Pure. The text and its code stand in none of them.
 */
import { toReference } from '../../lib/ids.ts';
import type { CodeState } from './call-body.ts';
import { CODE } from './codes.ts';
import { type Message, shownSendAt } from './message.ts';
import { describeTextCode, TEXT_CODE, textCode } from './text-codes.ts';

export interface StatusOfText {
  readonly code: number;
  readonly description: string;
  readonly updated_on: string;
  /** When its caller wanted it sent. */
  readonly send_at?: string;
}

/** What is known once it was given to a carrier. */
export interface AdditionalInfo {
  readonly message_parts_count?: number;
  readonly sender_id?: string;
}

export interface TextBody {
  readonly reference_id: string;
  readonly external_id: string | null;
  readonly status: StatusOfText;
  readonly submit_timestamp: string;
  readonly additional_info: AdditionalInfo;
}

export interface CodeTextBody extends TextBody {
  readonly sub_resource: 'sms';
  readonly errors: readonly [];
  /** `code_entered` is never told; a callback has null in its place, as the public service. */
  readonly verify: { readonly code_state: CodeState; readonly code_entered: '' | null };
}

type ShownText = Pick<
  Message,
  'id' | 'externalId' | 'status' | 'finalAt' | 'attempts' | 'plan' | 'createdAt' | 'updatedAt'
>;

export function textBody(message: ShownText): TextBody {
  const { id, externalId, createdAt, updatedAt } = message;
  return {
    reference_id: toReference(id),
    external_id: externalId,
    status: { ...statusOfText(textCode(message), updatedAt), ...shownSendAt(message) },
    submit_timestamp: new Date(createdAt).toISOString(),
    additional_info: infoOf(message),
  };
}

/** Of its callbacks. */
export function codeTextBody(message: ShownText): CodeTextBody {
  return withVerify(message, 'UNKNOWN', null);
}

/** As an answer to who asks for it. */
export function shownCodeText(message: ShownText, codeState: CodeState): CodeTextBody {
  return withVerify(message, codeState, '');
}

function withVerify(message: ShownText, codeState: CodeState, codeEntered: '' | null): CodeTextBody {
  return {
    ...textBody(message),
    sub_resource: 'sms',
    errors: [],
    verify: { code_state: codeState, code_entered: codeEntered },
  };
}

export function statusOfText(code: number, at: number): StatusOfText {
  return { code, description: describeTextCode(code), updated_on: new Date(at).toISOString() };
}

/** What is answered when it has been taken. */
export function acceptedText(message: Pick<ShownText, 'plan'>, at: number): StatusOfText {
  return { ...statusOfText(TEXT_CODE.inProgress, at), ...shownSendAt(message) };
}

/** `endsWith`: it was recorded, and is not sent for that reason. */
export function acceptedCodeText(
  { id, externalId, plan }: Pick<ShownText, 'id' | 'externalId' | 'plan'>,
  endsWith: number | null,
  at: number,
): CodeTextBody {
  const message = { id, externalId, plan, status: CODE.inProgress, finalAt: null, attempts: [] };
  const body = shownCodeText({ ...message, createdAt: at, updatedAt: at }, 'UNKNOWN');
  return endsWith === null ? body : { ...body, status: { ...body.status, ...statusOfText(endsWith, at) } };
}

function infoOf({ attempts, plan }: ShownText): AdditionalInfo {
  const parts = attempts.at(-1)?.parts.length ?? 0;
  const sender = plan[0]?.sender ?? null;
  return {
    ...(parts > 0 ? { message_parts_count: parts } : {}),
    ...(sender === null ? {} : { sender_id: sender }),
  };
}
