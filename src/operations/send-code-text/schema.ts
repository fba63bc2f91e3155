/**
 * The body of POST /v1/verify/sms, checked (contract section 10). Pure.
 *
 * 1. The first fault is refused; the refusal names the field and what is allowed.
 * 2. A form says the same as JSON. Fields of the public service that mean nothing here (ucid, is_primary, dlt_entity_id …)
 *    are ignored, like unknown ones but those of other services (foreign-names.ts).
 * 3. What is paid to whom is part of the text from the beginning. Neither can bring in another place for a code.
 */
import { Refusal } from '../../errors.ts';
import { CODE_TOKEN } from '../../lib/code-token.ts';
import type { JsonObject } from '../../lib/json.ts';
import { type PhoneNumber, parseHandset } from '../../lib/phone-number.ts';
import type { AccountSettings } from '../../store/accounts/account.ts';
import { type EndUser, readEndUser } from '../admission/request.ts';
import { refuseForeignNames } from '../foreign-names.ts';
import { allowedUrl, fieldOf, isHttpUrl, lengthOf } from '../json-body.ts';
import { SENDERS_ALLOWED } from '../outgoing.ts';
import { PAYMENT_LANGUAGES, textOfLanguage } from './texts.ts';

export interface CodeTextRequest {
  readonly recipient: PhoneNumber;
  /** Null: the caller gave none. */
  readonly code: string | null;
  /** `$$CODE$$` in place of the code; without it the caller's text says no code, or one of its own. */
  readonly text: string;
  readonly senderId: string | null;
  readonly checksSimSwap: boolean;
  readonly endUser: EndUser;
  readonly callbackUrl: string | null;
}

const CODE = /^[0-9]{3,10}$/;
const SENDER_ID = /^[ -~]{1,20}$/;
const DEFAULT_LANGUAGE = 'en';
/** Characters (code points) of a template. */
const LONGEST_TEMPLATE = 160;
const LONGEST_WHERE_ALLOWED = 1_600;
const LONGEST_PAID = 40;
const PAID = /\$\$(AMOUNT|PAYEE)\$\$/g;

export function readCodeText(body: JsonObject, settings: AccountSettings): CodeTextRequest {
  refuseForeignNames(body, 'code_text');
  const recipient = readRecipient(body, settings);
  const code = readCode(body);
  return {
    recipient,
    code,
    text: withCodeAtEnd(readMessage(body, settings), code),
    senderId: readSenderId(body),
    checksSimSwap: readSwitch(body, 'sim_swap_check'),
    endUser: readEndUser(body),
    callbackUrl: readCallbackUrl(body),
  };
}

function readRecipient(body: JsonObject, { strictNumbers }: AccountSettings): PhoneNumber {
  const name = 'phone_number';
  const value = given(body, name);
  if (value === null) throw new Refusal('parameter_missing', { name });
  const number = typeof value === 'string' ? parseHandset(value) : null;
  if (!number?.isPossible || (strictNumbers === true && !number.isValid)) throw new Refusal('number_invalid', { name });
  return number;
}

/** A number of JSON counts as its digits. */
function readCode(body: JsonObject): string | null {
  const value = given(body, 'verify_code');
  if (value === null) return null;
  const code = typeof value === 'number' ? String(value) : value;
  if (typeof code === 'string' && CODE.test(code)) return code;
  throw new Refusal('value_invalid', { name: 'verify_code', allowed: '3 to 10 digits' });
}

function readMessage(body: JsonObject, settings: AccountSettings): string {
  const paid = readPaid(body);
  const template = readTemplate(body, settings) ?? readPredefined(body, paid !== null);
  const text = template.replaceAll(PAID, (_, name: string) => {
    if (!paid) throw new Refusal('parameter_missing', { name: `transaction_${name.toLowerCase()}` });
    return name === 'AMOUNT' ? paid.amount : paid.payee;
  });
  if (lengthOf(text) <= LONGEST_WHERE_ALLOWED) return text;
  const allowed = `at most ${LONGEST_WHERE_ALLOWED} characters with what is paid to whom`;
  throw new Refusal('value_invalid', { name: 'template', allowed });
}

function readTemplate(body: JsonObject, { longCodeTexts }: AccountSettings): string | null {
  const name = 'template';
  const value = given(body, name);
  if (value === null) return null;
  const longest = longCodeTexts === true ? LONGEST_WHERE_ALLOWED : LONGEST_TEMPLATE;
  if (typeof value === 'string' && (value.length <= longest || lengthOf(value) <= longest)) return value;
  throw new Refusal('value_invalid', { name, allowed: `a text of at most ${longest} characters` });
}

function readPredefined(body: JsonObject, isPayment: boolean): string {
  const value = given(body, 'language') ?? DEFAULT_LANGUAGE;
  const text = typeof value === 'string' ? textOfLanguage(value, isPayment) : null;
  if (text !== null) return text;
  throw new Refusal('value_invalid', {
    name: 'language',
    allowed: isPayment
      ? `${PAYMENT_LANGUAGES.join(', ')} for a payment; in other languages give a template`
      : 'a tag of a language that there is a text in, such as en-US, de-DE or ja; in other languages give a template',
  });
}

interface Paid {
  readonly amount: string;
  readonly payee: string;
}

/** Rule 3. Each needs the other. */
function readPaid(body: JsonObject): Paid | null {
  const amount = readPart(body, 'transaction_amount');
  const payee = readPart(body, 'transaction_payee');
  if (amount !== null && payee !== null) return { amount, payee };
  if (amount === null && payee === null) return null;
  throw new Refusal('parameter_missing', { name: amount === null ? 'transaction_amount' : 'transaction_payee' });
}

function readPart(body: JsonObject, name: string): string | null {
  const value = given(body, name);
  if (value === null) return null;
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && lengthOf(text) <= LONGEST_PAID && !text.includes('$$')) return text;
  throw new Refusal('value_invalid', { name, allowed: `a text of at most ${LONGEST_PAID} characters without $$` });
}

/** A code that the caller gave is said in any case. */
function withCodeAtEnd(text: string, code: string | null): string {
  return code === null || text.includes(CODE_TOKEN) ? text : `${text} ${CODE_TOKEN}`;
}

/** Whether it is the account's is asked where the account is known. */
function readSenderId(body: JsonObject): string | null {
  const name = 'sender_id';
  const value = given(body, name);
  if (value === null) return null;
  if (typeof value === 'string' && SENDER_ID.test(value)) return value;
  throw new Refusal('value_invalid', { name, allowed: SENDERS_ALLOWED });
}

function readSwitch(body: JsonObject, name: string): boolean {
  const value = given(body, name);
  if (value === null || value === false || value === 'false') return false;
  if (value === true || value === 'true') return true;
  throw new Refusal('value_invalid', { name, allowed: 'true or false' });
}

function readCallbackUrl(body: JsonObject): string | null {
  const name = 'callback_url';
  const value = given(body, name);
  if (value === null) return null;
  if (typeof value === 'string' && isHttpUrl(value)) return value;
  throw new Refusal('value_invalid', { name, allowed: allowedUrl(value) });
}

function given(body: JsonObject, name: string): unknown {
  const value = fieldOf(body, name);
  return value === '' ? null : value;
}
