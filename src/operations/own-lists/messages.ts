/**
 * GET /v1/omnichannel, /v1/messaging and /v1/verify: an account's own messages, texts, and codes in calls and in texts,
 * newest first, each in the body that its own GET has (docs/records.md).
 *
 * 1. Nothing of anybody else is found, whatever is asked.
 * 2. A page that is not full goes on all the same (store/sql/windows.ts): the list is over when there is no `next`.
 * 3. A status is the code that the body shows, or a word for many of them.
 * 4. What a verification with several methods has sent is shown by that alone.
 */
import { CHANNEL_NAMES } from '../../carriers/channels.ts';
import { KINDS, type KindTraits, type MessageState } from '../../engine/message/kinds.ts';
import type { Message, MessageKind } from '../../engine/message/message.ts';
import { Refusal } from '../../errors.ts';
import { formsOf } from '../../lib/phone-number.ts';
import type { Database } from '../../store/database.ts';
import { listMessageIds, type MessageFilter } from '../../store/messages/message-lists.ts';
import { findMessages } from '../../store/messages/messages.ts';
import {
  LONGEST_EXTERNAL_ID,
  readAfterId,
  readHandset,
  readLimit,
  readOneOf,
  readSpan,
  readText,
  referenceOrNull,
} from '../listing.ts';
import type { Answer, Operation, OperationRequest } from '../operation.ts';
import { canShow } from './shown-codes.ts';

export interface OwnMessagesOptions {
  readonly db: Database;
}

interface OwnList {
  readonly name: string;
  readonly product: 'omnichannel' | 'messaging' | 'verify';
  /** Of the rows in the answer. */
  readonly rows: string;
}

const LISTS: readonly OwnList[] = [
  { name: 'list_messages', product: 'omnichannel', rows: 'messages' },
  { name: 'list_texts', product: 'messaging', rows: 'texts' },
  { name: 'list_codes', product: 'verify', rows: 'verifications' },
];

/** Statements that one request may make for codes that only the messages themselves can tell apart. */
const MOST_LOOKS = 5;
const STATES: readonly MessageState[] = ['open', 'delivered', 'failed'];

export function ownMessages({ db }: OwnMessagesOptions): Operation[] {
  return LISTS.map((list) => ({
    name: list.name,
    product: list.product,
    method: 'GET',
    path: `/v1/${list.product}`,
    bodyLimitBytes: 10 * 1024,
    handle: (request) => answer(db, request, list),
  }));
}

interface Question {
  readonly filter: MessageFilter;
  readonly fits: (message: Message) => boolean;
}

async function answer(db: Database, request: OperationRequest, { product, rows }: OwnList): Promise<Answer> {
  const query = new URLSearchParams(request.query);
  const question = readQuestion(query, request.caller.account.id, kindsShownBy(product));
  const { found, next } = await fitting(db, question);
  const shown = found.map((message) => KINDS[message.kind].answerOf(message, 'UNKNOWN'));
  return { status: 200, body: JSON.stringify({ [rows]: shown, next: referenceOrNull(next) }) };
}

function kindsShownBy(product: KindTraits['shownBy']): readonly MessageKind[] {
  return (Object.keys(KINDS) as MessageKind[]).filter((kind) => KINDS[kind].shownBy === product);
}

/** What a caller asks of one of these lists. */
export function readQuestion(query: URLSearchParams, accountId: string, kinds: readonly MessageKind[]): Question {
  const recipient = readHandset(query, 'recipient');
  const status = readStatus(query);
  const filter: MessageFilter = {
    accountId,
    kinds,
    externalId: readText(query, 'external_id', LONGEST_EXTERNAL_ID),
    recipients: recipient === undefined ? undefined : formsOf(recipient),
    channel: readOneOf(query, 'channel', CHANNEL_NAMES),
    ...readSpan(query),
    before: readAfterId(query),
    limit: readLimit(query),
    ...(typeof status === 'number' ? canShow(status, kinds) : { state: status }),
  };
  const hasStatus = (message: Message) => typeof status !== 'number' || KINDS[message.kind].codeOf(message) === status;
  return { filter, fits: (message) => hasStatus(message) && message.plan[0]?.verification === undefined };
}

/** Rule 3. */
function readStatus(query: URLSearchParams): number | MessageState | undefined {
  const text = query.get('status');
  if (text === null) return undefined;
  if (/^[0-9]{3,4}$/.test(text)) return Number(text);
  const state = STATES.find((each) => each === text);
  if (state) return state;
  throw new Refusal('value_invalid', { name: 'status', allowed: `${STATES.join(', ')}, or a status code` });
}

async function fitting(
  db: Database,
  { filter, fits }: Question,
): Promise<{ readonly found: readonly Message[]; readonly next: string | null }> {
  const found: Message[] = [];
  let before = filter.before;
  for (let looks = 1; ; looks += 1) {
    const limit = filter.limit - found.length;
    const page = await listMessageIds(db, { ...filter, before, limit });
    const messages = await findMessages(
      db,
      page.rows.map(({ id }) => id),
    );
    found.push(...page.rows.flatMap(({ id }) => messages.get(id) ?? []).filter(fits));
    // Fewer than were asked for: the statements have looked at as many rows as they may.
    const isOver = page.next === null || page.rows.length < limit || looks === MOST_LOOKS;
    if (isOver || found.length === filter.limit) return { found, next: page.next };
    before = page.next ?? undefined;
  }
}
