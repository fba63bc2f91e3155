/**
 * The admission step: decides whether a message, call, session or look-up may be carried out. It asks its guards in one
 * order, after the request is read and before anything of it is stored. docs/limits.md has a row for each rule.
 *
 * 1. The first guard that refuses decides. Its refusal names its rule.
 * 2. A refused request counts against no limit: what earlier guards have counted for it is taken back. `undo` does the
 *    same for an admitted request that is not carried out. Example: another request has won its idempotency key.
 * 3. A guard that needs no query answers without a promise, so that nothing waits for it.
 * 4. `peek` asks the same guards for all that they have against a request. It takes nothing, so what it says holds for
 *    the moment in which it is asked.
 */
import type { Context } from '../context.ts';
import type { Refusal } from '../errors.ts';
import { DAY_MS, HOUR_MS } from '../lib/durations.ts';
import type { Service } from '../lib/service.ts';
import type { AdmissionLimits } from '../store/accounts/account-limits.ts';
import type { Database } from '../store/database.ts';
import { BUDGETS, budgetGuard } from './admission/budgets.ts';
import { codePauseGuard } from './admission/code-pauses.ts';
import { AdmissionNotices } from './admission/notices.ts';
import { perNumberGuard } from './admission/per-number.ts';
import type { AdmissionRequest, Guard, Undo } from './admission/request.ts';
import { countryLimitGuard, endUserGuard, lookedUpGuard, prefixGuard } from './admission/shared-limits.ts';
import { Slices } from './admission/slices.ts';
import {
  blockGuard,
  countryGuard,
  extensionGuard,
  type FindBlocks,
  numberKindGuard,
  productGuard,
  trialGuard,
} from './admission/who-and-where.ts';

export interface AdmissionOptions {
  readonly context: Context;
  readonly db: Database;
  /** For accounts that say nothing else. */
  readonly limits: AdmissionLimits;
  /** `number`: digits. Asked for trial accounts only. */
  readonly isVerifiedNumber: (accountId: string, number: string) => Promise<boolean>;
  readonly findBlocks: { readonly call: FindBlocks; readonly session: FindBlocks };
}

/** Started before requests come in, stopped after the last one: what is borrowed and not used is given back then. */
export interface Admission extends Service {
  /**
   * Refuses, or counts the request; what it says takes that back. At once where no guard needs the store. Rejects with
   * Refusal, or StoreDown; throws nothing.
   */
  admit(request: AdmissionRequest): Undo | Promise<Undo>;
  /** Rule 4. All that would refuse the request now; the first is what `admit` would say. Rejects with StoreDown. */
  peek(request: AdmissionRequest): Promise<readonly Refusal[]>;
}

export function createAdmission(options: AdmissionOptions): Admission {
  const { context, db, limits } = options;
  const notices = new AdmissionNotices(context);
  const hours = new Slices({ context, db, windowMs: HOUR_MS, exact: false });
  // There are so many prefixes that they would push out the others.
  const prefixes = new Slices({ context, db, windowMs: HOUR_MS, exact: false });
  const almostUsedUp = (accountId: string, counter: string, limit: number) =>
    notices.budgetAlmostUsedUp(accountId, ruleOf(counter), limit);
  const days = new Slices({ context, db, windowMs: DAY_MS, exact: true, almostUsedUp });
  const guards: readonly Guard[] = [
    productGuard,
    countryGuard,
    trialGuard(options.isVerifiedNumber),
    blockGuard(options.findBlocks),
    numberKindGuard(limits),
    extensionGuard,
    perNumberGuard(db, limits),
    lookedUpGuard(hours, limits),
    codePauseGuard(db, limits),
    prefixGuard(prefixes, limits),
    countryLimitGuard(hours, limits),
    endUserGuard(hours, limits),
    budgetGuard(days, limits),
  ];
  return {
    name: 'admission',
    async start() {
      await Promise.all([hours.start(), prefixes.start(), days.start()]);
    },
    async stop() {
      await Promise.all([hours.stop(), prefixes.stop(), days.stop()]);
      notices.end();
    },
    admit: (request) => passFrom(0, { guards, request, notices, undos: [] }),
    peek: async (request) => (await Promise.all(guards.map((guard) => guard.peek(request)))).flat(),
  };
}

/** A request on its way through the guards. */
interface Passing {
  readonly guards: readonly Guard[];
  readonly request: AdmissionRequest;
  readonly notices: AdmissionNotices;
  /** Of the guards that it has passed. */
  readonly undos: Undo[];
}

/** Rule 3: without a promise as far as no guard gives one. */
function passFrom(first: number, passing: Passing): Undo | Promise<Undo> {
  const { guards, request, undos } = passing;
  try {
    for (let index = first; index < guards.length; index += 1) {
      const checked = guards[index]?.check(request);
      if (checked instanceof Promise) return passAfter(checked, index + 1, passing);
      if (checked) undos.push(checked);
    }
    return () => undoAll(undos);
  } catch (error) {
    return refuse(passing, error);
  }
}

async function passAfter(waiting: Promise<Undo | undefined>, next: number, passing: Passing): Promise<Undo> {
  try {
    const undo = await waiting;
    if (undo) passing.undos.push(undo);
  } catch (error) {
    return refuse(passing, error);
  }
  return passFrom(next, passing);
}

/** Rule 2. */
async function refuse({ request, notices, undos }: Passing, error: unknown): Promise<never> {
  // What cannot be taken back is a request too few, not one too many.
  await undoAll(undos).catch(() => undefined);
  notices.refused(request, error);
  throw error;
}

async function undoAll(undos: Undo[]): Promise<void> {
  for (let undo = undos.pop(); undo; undo = undos.pop()) await undo();
}

function ruleOf(counter: string): string {
  return Object.values(BUDGETS).find((each) => each.counter === counter)?.rule ?? counter;
}
