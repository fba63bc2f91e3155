/**
 * Asks whether the SIM of a number was swapped lately, before a code is sent to it: the add-on of Phone ID, for this
 * account, under its caps, from its sources, and recorded like a look-up of its own.
 *
 * 1. Whoever is not told whether the SIM was swapped is not sent a code: that is what the check was asked for.
 */
import type { Context } from '../../context.ts';
import type { AnswerAddOns, AskedAddOn } from '../../engine/look-ups/answer.ts';
import { ADD_ON_CODE, INCOMPLETE } from '../../engine/look-ups/codes.ts';
import type { AddOnPreview, PreviewAddOns } from '../../engine/look-ups/preview-add-ons.ts';
import type { RecordLookUp } from '../../engine/look-ups/record.ts';
import { TEXT_CODE } from '../../engine/message/text-codes.ts';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { NumberFacts, Numbering } from '../../sources/numbering/numbering.ts';
import { NO_INPUT } from '../../sources/source.ts';
import type { Account } from '../../store/accounts/account.ts';
import { lookUpText } from '../look-up-number/answer.ts';
import { addOnBody, evidenceOf } from '../look-up-number/handler.ts';
import { isEnabled } from '../look-up-number/questions.ts';

export interface SimSwapOptions {
  readonly context: Pick<Context, 'ids' | 'clock'>;
  readonly numbering: Numbering;
  readonly record: RecordLookUp;
  readonly answerAddOns: AnswerAddOns;
  readonly previewAddOns: PreviewAddOns;
}

export interface SimSwapAsked {
  readonly account: Account;
  /** Digits. */
  readonly number: string;
  readonly externalId: string | null;
}

export interface SimSwapFound {
  /** With which the text ends before it is sent; null: it may be sent. */
  readonly endsWith: number | null;
  /** As Phone ID would answer. */
  readonly answer: JsonObject;
}

const ADD_ON = 'sim_swap';
/** Swapped within 72 hours is 3, on the same day 4. */
const MOST_RISK = 2;

export function refuseUnlessEnabled(account: Account): void {
  if (!isEnabled(account, ADD_ON)) throw new Refusal('product_not_enabled', { product: ADD_ON });
}

export async function askSimSwap(
  { context, numbering, record, answerAddOns }: SimSwapOptions,
  { account, number, externalId }: SimSwapAsked,
): Promise<SimSwapFound> {
  const { facts, asked } = questionOf(numbering, number);
  const [answered] = await answerAddOns(account, [asked]);
  const answer = addOnBody(ADD_ON, answered);
  const id = context.ids.next();
  const at = context.clock.now();
  const status = answered && INCOMPLETE.has(answered.code) ? 301 : 300;
  const text = lookUpText({
    id,
    externalId,
    status,
    at,
    facts,
    block: undefined,
    addOns: new Map([[ADD_ON, answer]]),
  });
  await record({
    id,
    accountId: account.id,
    number: facts.digits,
    country: facts.country?.iso2 ?? '',
    externalId,
    status,
    answer: text,
    evidence: evidenceOf(ADD_ON, answered),
    consent: null,
    createdAt: at,
  });
  const risk = answered?.code === ADD_ON_CODE.completed ? answered.fields.risk_indicator : null;
  return { endsWith: endOf(risk, account.settings.simSwapMaxRisk ?? MOST_RISK), answer };
}

/** What would be asked, and what it would cost. */
export async function previewSimSwap(
  { numbering, previewAddOns }: Pick<SimSwapOptions, 'numbering' | 'previewAddOns'>,
  account: Account,
  number: string,
): Promise<AddOnPreview> {
  const { asked } = questionOf(numbering, number);
  const [preview] = await previewAddOns(account, [asked]);
  if (!preview) throw new RangeError('an add-on that is asked for has a preview');
  return preview;
}

function questionOf(numbering: Numbering, number: string): { readonly facts: NumberFacts; readonly asked: AskedAddOn } {
  const facts = numbering.describe(number);
  if (!facts) throw new Refusal('number_invalid', { name: 'phone_number' });
  const question = { addOn: ADD_ON, number: facts, input: NO_INPUT } as const;
  return { facts, asked: { key: ADD_ON, asked: { kind: 'question', question } } };
}

/** Rule 1. */
function endOf(risk: unknown, most: number): number | null {
  if (typeof risk !== 'number') return TEXT_CODE.swapUnknown;
  return risk > most ? TEXT_CODE.swapped : null;
}
