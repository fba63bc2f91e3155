/**
 * What becomes of pieces that people sent, many in one transaction: whose each is, what it means, whom it blocks, what is
 * said back, what the account is told, and how it is kept.
 *
 * 1. A STOP blocks (account, sender, recipient), and is answered once: a second one says nothing. START lifts the block.
 *    Block, answer, callback and record are one transaction: a crash neither loses one of them nor makes it twice.
 * 2. A sender that no account registered is blocked for every account. Of several accounts that share a sender each gets
 *    the block; the piece goes to the one that wrote to the number last, and to nobody where none did.
 * 3. Who wrote is known by a number: from an address that could not be made one nothing follows, neither a block nor an
 *    answer, which would reach somebody else. It is kept, and told.
 * 4. What one person sent to one account is told in the order in which it is recorded (store/messages/inbound-lines.ts).
 * 5. A piece that is kept already was recorded with all that follows: only its input is finished.
 */
import type { AsCame, Channel } from '../../carriers/carrier.ts';
import { CHANNELS } from '../../carriers/channels.ts';
import { isUnreadable } from '../../carriers/inbound-address.ts';
import { attemptIdOf } from '../../lib/ids.ts';
import { addOptOut, liftOptOut } from '../../store/accounts/opt-outs.ts';
import type { SenderHolder } from '../../store/accounts/sender-names.ts';
import { insertCallbacks, type NewCallback } from '../../store/callbacks/callback-rows.ts';
import { type Transaction, together } from '../../store/database.ts';
import {
  forgetParts,
  type InboundDetails,
  type InboundText,
  insertNewInboundTexts,
  keptAmong,
} from '../../store/messages/inbound-texts.ts';
import { finishInbox, type InboxRow } from '../../store/messages/inbox.ts';
import { newestWithPayload } from '../../store/messages/payload-messages.ts';
import type { AliasOf } from '../../store/secrets/number-aliases.ts';
import { sendersNamed, type WhoseText, whoseTexts } from '../accounts/sender-accounts.ts';
import type { NewMessage } from '../door/accept.ts';
import type { CallbackTarget } from '../message/message.ts';
import type { ToldInbound } from './inbound-body.ts';
import {
  type AnswerTexts,
  answerTo,
  KEYWORD_REPLY_NUMBER,
  type Keyword,
  readKeyword,
  type WordList,
} from './keywords.ts';
import { type TellOptions, tellInOrder } from './tell-in-order.ts';

/** What an account wants of what is sent to it; of nobody's account what the gateway says. */
export interface InboundSettings {
  /** Those of the account first. */
  readonly words: readonly WordList[];
  /** Those of the account first. */
  readonly answers: readonly AnswerTexts[];
  /** Whom it is told; null: nobody. */
  readonly callback: CallbackTarget | null;
}

export interface RecordInboundOptions extends TellOptions {
  readonly settingsOf: (accountId: string | null) => Promise<InboundSettings>;
  readonly channelOf: (carrier: string) => Channel;
  readonly aliasOf: AliasOf;
  /** Whether a number that is nobody's sender is a mask. */
  readonly isMask: (number: string) => Promise<boolean>;
}

/** How it came. */
export interface ArrivedRow extends Pick<InboxRow, 'id' | 'carrier' | 'receivedAt' | 'tries'> {
  /** It stands in the inbox. */
  readonly isStored: boolean;
}

/** One whole piece. */
export interface Arrived {
  readonly row: ArrivedRow;
  readonly from: string;
  /** The sender of ours to which it came: a number, a short code, a word, an RBM agent. */
  readonly to: string;
  readonly asCame?: AsCame | undefined;
  readonly said: Said;
  /** Of its parts in the store; null when it came in one. */
  readonly partsKey: string | null;
  /** False: its answer could not be recorded, and all else is to be. */
  readonly mayAnswer: boolean;
}

export type Said =
  /** `isIncomplete`: some of its parts never came, so it means nothing. */
  | { readonly kind: 'text'; readonly text: string; readonly isIncomplete?: true }
  | {
      readonly kind: 'tap' | 'file' | 'location';
      readonly text: string;
      readonly details: InboundDetails;
    };

export interface RecordedPieces {
  /** Which were recorded or are kept already. The others are to a mask, or are nobody's and have to land first. */
  readonly isRecorded: readonly boolean[];
  /** Whose account each is of; null: of nobody's. */
  readonly owners: ReadonlyArray<string | null>;
  readonly answers: readonly NewMessage[];
  readonly callbacks: readonly NewCallback[];
  /** Under way. */
  readonly writes: ReadonlyArray<Promise<unknown>>;
}

export interface RecordMoment {
  readonly now: number;
  /** The same may have been recorded by a transaction whose COMMIT had no answer. */
  readonly isAgain: boolean;
}

const REPLY_VALID_MS = 3_600_000;

/** A piece as far as it is understood. */
interface Understood extends WhoseText {
  readonly piece: Arrived;
  /** Under the name by which it is registered. */
  readonly sender: string;
  readonly settings: InboundSettings;
  readonly keyword: Keyword | null;
}

/** Its statements are under way when this resolves. All pieces are of people in one lane. */
export async function recordInbound(
  tx: Transaction,
  pieces: readonly Arrived[],
  options: RecordInboundOptions,
  { now, isAgain }: RecordMoment,
): Promise<RecordedPieces> {
  const known = await keptBefore(tx, pieces, isAgain);
  const whose = await whoseTexts(tx, pieces.map(question));
  const isRecorded: boolean[] = [];
  const fresh: Understood[] = [];
  for (const [index, piece] of pieces.entries()) {
    const found = whose[index] ?? { holders: [], owner: null };
    const isKnown = known.has(piece.row.id);
    const isFresh = !isKnown && (await isToRecord(piece, found, options));
    isRecorded.push(isKnown || isFresh);
    if (isFresh) fresh.push(await understand(piece, found, options));
  }
  const answers: NewMessage[] = [];
  for (const each of fresh) {
    const isNews = await setBlocks(tx, each, options);
    const answer = isNews ? answerOf(each, options) : null;
    if (answer) answers.push(answer);
  }
  const kept = await together(fresh.map((each) => keptOf(tx, each, options)));
  const { callbacks, lineIds, writes } = await tellInOrder(tx, toTell(fresh, kept), options, now);
  const texts = kept.map((text, index) => ({ ...text, lineId: lineIds.get(index) ?? null }));
  return {
    isRecorded,
    owners: pieces.map((_, index) => whose[index]?.owner ?? null),
    answers,
    callbacks,
    writes: [...writes, ...write(tx, { pieces, isRecorded, texts, callbacks }, options)],
  };
}

/** Rule 5. */
function keptBefore(tx: Transaction, pieces: readonly Arrived[], isAgain: boolean): Promise<Set<string>> {
  const asked = pieces.filter(({ row }) => isAgain || row.tries > 0).map(({ row }) => row.id);
  return keptAmong(tx, asked, null);
}

/** What has no sender of an account is recorded when it has landed, unless it is for a mask. */
async function isToRecord(
  { row, to }: Arrived,
  { holders }: WhoseText,
  { isMask }: RecordInboundOptions,
): Promise<boolean> {
  return holders.length > 0 || (row.isStored && !(await isMask(to)));
}

function question({ from, to, asCame }: Arrived) {
  return { senders: sendersNamed({ to, ...(asCame ? { asCame } : {}) }), from };
}

async function understand(
  piece: Arrived,
  { holders, owner }: WhoseText,
  { settingsOf }: RecordInboundOptions,
): Promise<Understood> {
  const settings = await settingsOf(owner);
  const { said, to } = piece;
  const isWhole = said.kind === 'text' && said.isIncomplete !== true;
  const keyword = isWhole ? readKeyword(said.text, settings.words) : null;
  return { piece, holders, owner, settings, keyword, sender: holders[0]?.sender ?? to };
}

/** Whether that is news, and so is answered. */
async function setBlocks(
  tx: Transaction,
  { piece, holders, keyword }: Understood,
  options: RecordInboundOptions,
): Promise<boolean> {
  if (keyword === null || isUnreadable(piece.from)) return false;
  const { meaning } = keyword;
  let isNews = meaning === 'help';
  for (const holder of holdersOr(holders, piece.to)) {
    if (meaning !== 'help')
      isNews = (await setBlock(tx, meaning, { holder, recipient: piece.from }, options)) || isNews;
  }
  return isNews;
}

/** Whether it changed anything. */
export async function setBlock(
  tx: Transaction,
  meaning: 'stop' | 'start',
  { holder, recipient }: { readonly holder: SenderHolder; readonly recipient: string },
  { context, aliasOf }: Pick<RecordInboundOptions, 'context' | 'aliasOf'>,
): Promise<boolean> {
  const block = { ...holder, recipient };
  if (meaning === 'start') return liftOptOut(tx, block, aliasOf);
  return addOptOut(tx, { ...block, source: 'recipient' }, context.clock.now(), aliasOf);
}

/** The account '' stands for every account (rule 2). */
export function holdersOr(holders: readonly SenderHolder[], sender: string): readonly SenderHolder[] {
  return holders.length > 0 ? holders : [{ accountId: '', sender }];
}

/** What is said back; null: nothing. */
function answerOf(
  { piece, owner, sender, settings, keyword }: Understood,
  { channelOf }: RecordInboundOptions,
): NewMessage | null {
  const channel = channelOf(piece.row.carrier);
  const type = CHANNELS[channel].answersKeywordsWith;
  if (type === null || keyword === null || !piece.mayAnswer) return null;
  const text = answerTo(keyword, settings.answers);
  if (text === '' || isUnreadable(sender)) return null;
  return {
    id: attemptIdOf(piece.row.id, KEYWORD_REPLY_NUMBER),
    accountId: owner ?? '',
    kind: 'reply',
    recipient: piece.from,
    messageType: 'ARN',
    externalId: null,
    callback: null,
    optOutApplies: false,
    plan: [{ channel, fallbackAfterMs: REPLY_VALID_MS, sender, content: { type, text } }],
  };
}

async function keptOf(
  tx: Transaction,
  { piece, owner, sender, keyword }: Understood,
  { context, channelOf }: RecordInboundOptions,
): Promise<ToldInbound> {
  const { row, from, said } = piece;
  return {
    id: row.id,
    carrier: row.carrier,
    channel: channelOf(row.carrier),
    sender: from,
    recipient: sender,
    accountId: owner,
    body: said.text,
    meaning: said.kind === 'text' && said.isIncomplete ? 'incomplete' : (keyword?.meaning ?? 'other'),
    keyword: keyword?.word ?? '',
    receivedAt: row.receivedAt,
    kind: said.kind,
    details:
      said.kind === 'text'
        ? null
        : await detailsOf(tx, said.details, { accountId: owner, recipient: from }, context.clock.now()),
    place: context.ids.next(),
  };
}

/** Of a tap also which message it is about. */
async function detailsOf(
  tx: Transaction,
  details: InboundDetails,
  { accountId, recipient }: { readonly accountId: string | null; readonly recipient: string },
  now: number,
): Promise<InboundDetails> {
  const { payload } = details;
  if (payload === undefined || accountId === null) return details;
  return { ...details, pressed: await newestWithPayload(tx, { accountId, recipient, payload }, now) };
}

function toTell(fresh: readonly Understood[], kept: readonly ToldInbound[]) {
  return kept.flatMap((text, index) => {
    const callback = fresh[index]?.settings.callback ?? null;
    const { accountId } = text;
    return accountId === null ? [] : [{ index, text, accountId, callback }];
  });
}

interface Writing {
  readonly pieces: readonly Arrived[];
  readonly isRecorded: readonly boolean[];
  readonly texts: readonly InboundText[];
  readonly callbacks: readonly NewCallback[];
}

function write(
  tx: Transaction,
  { pieces, isRecorded, texts, callbacks }: Writing,
  { lanes }: RecordInboundOptions,
): Array<Promise<unknown>> {
  const writes: Array<Promise<unknown>> = [];
  if (texts.length > 0) writes.push(insertNewInboundTexts(tx, texts.map(listed)));
  if (callbacks.length > 0) writes.push(insertCallbacks(tx, callbacks, lanes));
  const done = pieces.filter((_, index) => isRecorded[index]);
  for (const { partsKey } of done) if (partsKey !== null) writes.push(forgetParts(tx, partsKey));
  const meanings = new Map(texts.map(({ id, kind = 'text', meaning }) => [id, `${kind}: ${meaning}`]));
  const results = done.flatMap(({ row }) =>
    row.isStored ? [{ id: row.id, result: meanings.get(row.id) ?? 'recorded', dueAt: null }] : [],
  );
  writes.push(finishInbox(tx, results, lanes));
  return writes;
}

/** What is nobody's stands in no list but the operators'. */
function listed(text: InboundText): InboundText {
  return text.accountId === null ? { ...text, place: null } : text;
}
