/**
 * What the routes of the sandbox work with, and what all of them ask first.
 *
 * 1. The routes are there in every gateway. Where a real carrier is configured each of them answers that there is no
 *    sandbox.
 * 2. Nobody is behind the numbers: whoever may see in full is shown them as they are, with texts, without asking for it
 *    each time. To all others numbers are masked, and texts are not there.
 */
import type { FastifyRequest } from 'fastify';
import type { SimulatedButton } from '../../../carriers/rcs/simulator-suggestions.ts';
import type { AccountDirectory } from '../../../engine/accounts/account-directory.ts';
import { Refusal } from '../../../errors.ts';
import type { Operation } from '../../../operations/operation.ts';
import { paramOf, wrong } from '../request.ts';
import type { HandsetsInHand, StoryInWords } from './in-hand.ts';

export interface OperatorSandbox {
  /** The account that comes with the sandbox. */
  readonly accountId: string;
  readonly directory: Pick<AccountDirectory, 'find'>;
  /** Of callers. */
  readonly operations: readonly Operation[];
  readonly handsets: HandsetsInHand;
  /** What a phone does when a button is pressed, in words. */
  readonly whatHappens: (button: SimulatedButton) => string;
  readonly stories: readonly StoryInWords[];
  /** What a number does that has no story, as a sentence. */
  readonly withoutStory: string;
}

/** Rule 1. */
export function theSandbox({ sandbox }: { readonly sandbox?: OperatorSandbox | null }): OperatorSandbox {
  if (!sandbox) throw new Refusal('sandbox_off');
  return sandbox;
}

/** Rule 2. */
export function seesInFull({ operator }: FastifyRequest): boolean {
  return operator?.rights.has('full') === true;
}

/** The digits of the handset that a path names. */
export function handsetIn(request: FastifyRequest): string {
  const number = paramOf(request, 'number').replace(/^\+/, '');
  if (!/^\d{4,15}$/.test(number)) throw wrong('number', '4 to 15 digits');
  return number;
}

/** The same where a path may name it by its id, as who sees no number does. */
export function shownHandsetIn(request: FastifyRequest, { handsets }: OperatorSandbox): string {
  const id = paramOf(request, 'number');
  const found = /^[0-9a-f]{16}$/.test(id)
    ? [...handsets.used()].find((each) => handsets.idOf(each.phone_number) === id)
    : null;
  return found?.phone_number ?? handsetIn(request);
}
