/**
 * What a diagnosis says of senders: accounts without one, and senders that several accounts have by accident.
 */
import { type Check, ok, warn } from '../lib/checks.ts';
import { undecidedSenders } from '../store/accounts/sender-names.ts';
import { accountsWithoutSender } from '../store/accounts/senders.ts';
import type { Queryable } from '../store/database.ts';

const MOST_NAMED = 5;

/** None where no carrier takes texts. */
export async function checkSenders(db: Queryable): Promise<Check[]> {
  const without = await accountsWithoutSender(db);
  const undecided = await undecidedSenders(db, MOST_NAMED + 1);
  return [
    without.length === 0
      ? ok('senders', 'every active account has one')
      : warn(
          'senders',
          `${named(without)}: no sender, so that texts leave with an empty source address, which most carriers refuse`,
          'register one: trunkline account set <customer_id> --sender <sender>:*',
        ),
    ...(undecided.length === 0
      ? []
      : [
          warn(
            'senders of several accounts',
            `${named(undecided)}: nobody has decided that several accounts have it`,
            'trunkline account set <customer_id> --remove-sender <sender>, or --shared-sender <sender> to keep it so',
          ),
        ]),
  ];
}

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and more` : names.join(', ');
}
