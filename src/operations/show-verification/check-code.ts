/**
 * Checks whether a code is the one that the call spoke or the text held (contract section 5).
 *
 * 1. A code is right once (NIST SP 800-63B, 5.1.3.2): an eavesdropper, or a reader of the caller's log, cannot use it
 *    after the person has.
 * 2. A code is valid from the POST on: of a call until 10 minutes after its end, of a text as long as the account says
 *    (engine/message/kinds.ts).
 * 3. A message allows 5 wrong tries, and all messages of the account to one number 20 an hour. After that even the right
 *    code is not valid. Tries at the same time run one after the other: each locks the row of the code.
 * 4. Codes are compared as keyed hashes, in constant time.
 */
import type { Context } from '../../context.ts';
import type { CodeSecrets } from '../../engine/data/code-secrets.ts';
import { countCode } from '../../engine/data/wrong-codes.ts';
import { KINDS } from '../../engine/message/kinds.ts';
import type { Message } from '../../engine/message/message.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { completeCall, countWrongTry, lockCall, useCode } from '../../store/messages/calls.ts';

export interface CheckCodeOptions {
  readonly context: Pick<Context, 'clock'>;
  readonly db: Database;
  readonly secrets: Pick<CodeSecrets, 'isCode'>;
  readonly checked: (isRight: boolean) => void;
  /** The code of a message came back, for the first time. */
  readonly completed: (message: Message) => void;
}

const WRONG_TRIES_A_MESSAGE = 5;

export async function checkCode(options: CheckCodeOptions, message: Message, given: string): Promise<boolean> {
  const now = options.context.clock.now();
  const endsAt = KINDS[message.kind].codeEndsAt(message);
  const tried =
    now > endsAt ? 'wrong' : await options.db.transaction((tx) => tryCode(tx, options, { message, given, now }));
  if (tried === 'right for the first time') options.completed(message);
  options.checked(tried !== 'wrong');
  return tried !== 'wrong';
}

interface Try {
  readonly message: Message;
  readonly given: string;
  readonly now: number;
}

async function tryCode(
  tx: Transaction,
  { secrets }: CheckCodeOptions,
  { message, given, now }: Try,
): Promise<'wrong' | 'right' | 'right for the first time'> {
  const { id } = message;
  const call = await lockCall(tx, id);
  if (!call || call.isUsed || call.wrongTries >= WRONG_TRIES_A_MESSAGE) return 'wrong';
  const isCode = secrets.isCode(id, given, call.codeHash);
  if (await countCode(tx, message, isCode, now)) {
    await useCode(tx, id, now);
    return (await completeCall(tx, id, now)) === 'first' ? 'right for the first time' : 'right';
  }
  if (!isCode) await countWrongTry(tx, id);
  return 'wrong';
}
