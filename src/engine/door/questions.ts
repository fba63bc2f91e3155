/**
 * What a transaction of the door asks besides the messages themselves: who has opted out, and whether an idempotency
 * key is free.
 */

import type { Queryable } from '../../store/database.ts';
import { type BlockQuestion, findBlocks } from '../../store/messages/blocks.ts';
import type { StoredMessage } from '../../store/messages/message-rows.ts';
import { claimIdempotencyKeys } from '../../store/requests/idempotency-claims.ts';
import type { Message } from '../message/message.ts';
import type { CreateChange, Surroundings } from './change.ts';

/** Creations whose idempotency key somebody else holds. */
export async function lostClaims(
  tx: Queryable,
  creates: readonly CreateChange[],
  at: number,
): Promise<Set<CreateChange>> {
  const claiming = creates.flatMap((each) => (each.claim ? [{ change: each, claim: each.claim }] : []));
  if (claiming.length === 0) return new Set();
  const won = await claimIdempotencyKeys(
    tx,
    claiming.map((each) => each.claim),
    at,
  );
  return new Set(claiming.filter((_, index) => !won[index]).map((each) => each.change));
}

type Blockable = Pick<Message, 'id' | 'accountId' | 'recipient' | 'plan' | 'optOutApplies'>;

/** The ids of the messages that a block of their recipient stops. */
export async function blocksOf(
  tx: Queryable,
  messages: readonly Blockable[],
  around: Surroundings,
): Promise<Set<string>> {
  const subject = messages.filter((message) => message.optOutApplies);
  if (subject.length === 0) return new Set();
  const questions: BlockQuestion[] = subject.map((message) => ({
    accountId: message.accountId,
    recipient: message.recipient,
    senders: around.sendersOf(message),
  }));
  const answers = await findBlocks(tx, questions, around.aliasOf);
  return new Set(subject.filter((_, index) => answers[index]).map((message) => message.id));
}

/** Of messages, those that are not final. */
export function open(found: ReadonlyMap<string, StoredMessage>): Message[] {
  return [...found.values()].map((stored) => stored.message).filter((message) => message.finalAt === null);
}
