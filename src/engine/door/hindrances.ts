/**
 * What keeps messages from leaving now, beside themselves: blocks of their recipients, accounts that were suspended since,
 * quiet hours, batches that are paused or taken back. Asked for in the transaction that decides what becomes of them.
 *
 * 1. Accounts are looked at for marketing, which may have quiet hours, and for what waited for a time. All else was taken
 *    from an account that was active then, and goes out.
 * 2. Quiet hours are those of the account at that moment, whatever they were when the message was taken.
 * 3. No order about a batch comes in between now and the end of the transaction. Whoever makes its messages holds nobody up
 *    here (store/batches/batches.ts).
 * 4. A number that is blocked for all senders refuses calls and single texts of every type when they are asked for
 *    (operations/admission.ts). So it stops those that waited for their time.
 */
import type { Channel } from '../../carriers/carrier.ts';
import { quietUntil } from '../../lib/quiet-hours.ts';
import { findStandings, type Standing } from '../../store/accounts/standing.ts';
import { findHeldBack } from '../../store/batches/batches.ts';
import { type Queryable, type Transaction, together } from '../../store/database.ts';
import { type BlockQuestion, findBlocks } from '../../store/messages/blocks.ts';
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import { KINDS } from '../message/kinds.ts';
import type { Message, Moment } from '../message/message.ts';
import type { NewMessage } from './accept.ts';
import type { ChangeOptions } from './change.ts';

/** Of one message. */
export type Hindrance = Pick<Moment, 'optedOut' | 'isSuspended' | 'quietUntil' | 'isHeldBack'>;

/** By id; what is not named may leave. */
export type Hindrances = ReadonlyMap<string, Hindrance>;

/** What is asked about a message. */
export type Asked = Pick<
  Message,
  'id' | 'accountId' | 'kind' | 'recipient' | 'plan' | 'optOutApplies' | 'messageType'
> &
  Pick<NewMessage, 'sendAt'>;

/** Under which senders a block of the recipient stops a message: those of its plan, and the agents of its channels. */
export function sendersWith(agents: Readonly<Partial<Record<Channel, readonly string[]>>>): ChangeOptions['sendersOf'] {
  return ({ plan }) => plan.flatMap(({ channel, sender }) => (sender === null ? (agents[channel] ?? []) : [sender]));
}

export type HindranceOptions = Pick<ChangeOptions, 'sendersOf' | 'aliasOf' | 'zonesOf'>;

export async function findHindrances(
  tx: Transaction,
  messages: readonly Asked[],
  at: number,
  options: HindranceOptions,
): Promise<Hindrances> {
  if (!messages.some(mayBeHindered)) return NOTHING;
  const looked = messages.filter(isLookedAt);
  const accounts = [...new Set(looked.map(({ accountId }) => accountId))];
  const [blocked, standings, held] = await together([
    findBlocked(tx, messages, options),
    findStandings(tx, accounts),
    findHeldBackOf(tx, messages),
  ]);
  const found = new Map<string, Hindrance>();
  for (const id of blocked) found.set(id, { optedOut: true });
  for (const message of looked) {
    const hindrance = hindranceOf(message, standings.get(message.accountId), at, options);
    if (hindrance) found.set(message.id, { optedOut: blocked.has(message.id), ...hindrance });
  }
  for (const id of held) found.set(id, { optedOut: false, ...found.get(id), isHeldBack: true });
  return found;
}

const NOTHING: Hindrances = new Map();

/** Of most there is nothing to ask. */
function mayBeHindered(message: Asked): boolean {
  return (
    isLookedAt(message) || message.optOutApplies || isStoppedByNumber(message) || message.plan[0]?.batch !== undefined
  );
}

/** Rule 1. */
function isLookedAt({ messageType, plan, sendAt = plan[0]?.sendAt }: Asked): boolean {
  return messageType === 'MKT' || sendAt !== undefined;
}

function hindranceOf(
  { messageType, recipient }: Asked,
  standing: Standing | undefined,
  at: number,
  { zonesOf }: HindranceOptions,
): Omit<Hindrance, 'optedOut'> | null {
  if (!standing) return null;
  const { isSuspended, quietHours } = standing;
  const until = messageType === 'MKT' && quietHours ? quietUntil(quietHours, zonesOf(recipient), at) : null;
  return isSuspended || until !== null ? { isSuspended, quietUntil: until } : null;
}

/** Rule 3: the ids of those whose batch is paused or taken back. One that is being made belongs to one that is not. */
async function findHeldBackOf(tx: Transaction, messages: readonly Asked[]): Promise<readonly string[]> {
  const batches = new Set<string>();
  for (const { plan } of messages) if (plan[0]?.batch !== undefined) batches.add(plan[0].batch);
  if (batches.size === 0) return [];
  const held = await findHeldBack(tx, [...batches]);
  return messages.filter(({ plan }) => held.has(plan[0]?.batch ?? '')).map(({ id }) => id);
}

/** The ids of those that a block of their recipient stops. */
async function findBlocked(
  tx: Queryable,
  messages: readonly Asked[],
  options: HindranceOptions,
): Promise<ReadonlySet<string>> {
  const subject = messages.filter((message) => message.optOutApplies || isStoppedByNumber(message));
  if (subject.length === 0) return new Set();
  const questions: BlockQuestion[] = subject.map((message) => ({
    accountId: message.accountId,
    recipient: message.recipient,
    senders: message.optOutApplies ? options.sendersOf(message) : [],
  }));
  const answers = await findBlocks(tx, questions, options.aliasOf);
  return new Set(subject.filter((_, index) => answers[index]).map((message) => message.id));
}

/** Rule 4. */
function isStoppedByNumber({ kind, plan, sendAt = plan[0]?.sendAt }: Asked): boolean {
  return sendAt !== undefined && KINDS[kind].isStoppedByNumber;
}

/** Those that are not final. */
export function unfinished(found: ReadonlyMap<string, StoredMessage>): Message[] {
  const messages: Message[] = [];
  found.forEach(({ message }) => {
    if (message.finalAt === null) messages.push(message);
  });
  return messages;
}
