/**
 * What a gateway with real carriers still needs before it does its work: an account, a sender, masks, sources.
 */
import type { Carrier } from '../carriers/carrier.ts';
import { CHANNELS } from '../carriers/channels.ts';
import { accountsWithoutSender, hasActiveAccount } from '../store/accounts/senders.ts';
import type { Queryable } from '../store/database.ts';
import { hasActiveMask } from '../store/masking/masks.ts';

export interface FirstStep {
  /** `an account` */
  readonly missing: string;
  /** What leads to it. */
  readonly command: string;
}

export interface FirstStepsQuestion {
  readonly db: Queryable;
  readonly carriers: readonly Carrier[];
  /** How many sources of Phone ID are configured. */
  readonly sources: number;
}

/** In the order in which they are done. */
export async function firstSteps({ db, carriers, sources }: FirstStepsQuestion): Promise<FirstStep[]> {
  const isTexting = carriers.some(({ channel }) => CHANNELS[channel].sentBy === 'sender');
  const hasAccount = await hasActiveAccount(db);
  const steps: FirstStep[] = [];
  if (!hasAccount) steps.push({ missing: 'an account', command: 'npx trunkline account create --help' });
  if (isTexting && hasAccount) {
    const [first] = await accountsWithoutSender(db);
    if (first !== undefined) {
      steps.push({ missing: 'a sender', command: `npx trunkline account set ${first} --sender <sender>:*` });
    }
  }
  if (isTexting && !(await hasActiveMask(db))) {
    steps.push({ missing: 'masking numbers', command: 'npx trunkline number import <file.csv>' });
  }
  if (sources === 0) steps.push({ missing: 'sources of Phone ID', command: 'phone_id.sources in the settings' });
  return steps;
}
