/**
 * The types of the admission step: its request and its guards. It reads the fields about the end user, too.
 */
import { isIP } from 'node:net';
import { Refusal } from '../../errors.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { NumberKind, PhoneNumber } from '../../lib/phone-number.ts';
import type { Account, Product } from '../../store/accounts/account.ts';
import { fieldOf } from '../json-body.ts';

export type AdmittedOperation = 'message' | 'call' | 'session' | 'look_up';

/** What a caller says of whom the request is about; the same fields in every operation. */
export interface EndUser {
  readonly externalId: string | null;
  /** IPv4 or IPv6. */
  readonly originatingIp: string | null;
  readonly lifecycleEvent: LifecycleEvent | null;
}

export const LIFECYCLE_EVENTS = ['create', 'sign-in', 'transact', 'update', 'delete'] as const;
export type LifecycleEvent = (typeof LIFECYCLE_EVENTS)[number];

export interface AdmittedNumber {
  /** The field of the request in which it stands. */
  readonly name: string;
  readonly digits: string;
  readonly countryCode: string;
  /** ISO 3166 alpha-2; null for codes that belong to no country. */
  readonly country: string | null;
  readonly kind: NumberKind | null;
}

/** A number as it stands in a field. */
export function namedNumber(name: string, number: PhoneNumber): AdmittedNumber {
  return new NamedNumber(name, number);
}

/** A class, since an object that is made with a getter of its own costs twenty times as much. */
class NamedNumber implements AdmittedNumber {
  readonly name: string;
  readonly digits: string;
  readonly country: string | null;
  readonly countryCode: string;
  private readonly number: PhoneNumber;

  constructor(name: string, number: PhoneNumber) {
    this.name = name;
    this.digits = number.digits;
    this.country = number.country;
    this.countryCode = number.countryCode;
    this.number = number;
  }

  /** Worked out when it is asked for. */
  get kind(): NumberKind | null {
    return this.number.kind;
  }
}

export interface AdmissionRequest {
  readonly operation: AdmittedOperation;
  readonly account: Account;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Where the request came from, as far as proxies are trusted. */
  readonly clientAddress: string;
  readonly endUser: EndUser;
  /** What has to be enabled on the account. */
  readonly products: readonly Product[];
  readonly numbers: readonly AdmittedNumber[];
  /** A code: a text of type OTP, or a verification call. */
  readonly isCode: boolean;
  /** Parts that the text has at most; 0 for what is no message. */
  readonly texts: number;
  /** Keys are pressed after the answer of a call. */
  readonly pressesKeys: boolean;
  /** A message that is refused where the number is blocked for every sender, as calls are. */
  readonly asksForBlocks?: true;
  /** An add-on about a person is asked of a source. */
  readonly asksAboutPeople: boolean;
}

/** Takes back what a guard has counted, since another one refused or nothing came of the request. */
export type Undo = () => void | Promise<void>;

/** A rule of the admission step. `check` and `peek` ask the same question; only `check` counts. */
export interface Guard {
  /** Throws a Refusal, or lets the request pass. */
  check(request: AdmissionRequest): undefined | Undo | Promise<undefined | Undo>;
  /** Everything for which it would refuse the request now. Counts nothing, and changes nothing here or in the store. */
  peek(request: AdmissionRequest): readonly Refusal[] | Promise<readonly Refusal[]>;
}

/** Of a rule that counts nothing: it says all that it has against a request, best first. */
export type FindObjections = (request: AdmissionRequest) => readonly Refusal[] | Promise<readonly Refusal[]>;

/** Shared, so that a request that passes makes no garbage. */
export const NO_OBJECTIONS: readonly Refusal[] = [];

export function guardOf(peek: FindObjections): Guard {
  return {
    peek,
    check(request) {
      const found = peek(request);
      return found instanceof Promise ? found.then(throwFirst) : throwFirst(found);
    },
  };
}

function throwFirst([first]: readonly Refusal[]): undefined {
  if (first) throw first;
  return undefined;
}

const EXTERNAL_ID = /^[ -~]{0,100}$/;

/** The one place where these fields are read. An empty address or event counts as absent. */
export function readEndUser(body: JsonObject): EndUser {
  return {
    externalId: readExternalId(body),
    originatingIp: readAddress(body),
    lifecycleEvent: readLifecycleEvent(body),
  };
}

function readExternalId(body: JsonObject): string | null {
  const name = 'external_id';
  const value = fieldOf(body, name);
  if (value === null) return null;
  if (typeof value === 'string' && EXTERNAL_ID.test(value)) return value;
  throw new Refusal('external_id_invalid', { name, allowed: 'at most 100 ASCII characters' });
}

function readAddress(body: JsonObject): string | null {
  const name = 'originating_ip';
  const value = fieldOf(body, name);
  if (value === null || value === '') return null;
  if (typeof value === 'string' && isIP(value) !== 0) return value;
  throw new Refusal('originating_ip_invalid', { name, allowed: 'an IPv4 or IPv6 address' });
}

function readLifecycleEvent(body: JsonObject): LifecycleEvent | null {
  const name = 'account_lifecycle_event';
  const value = fieldOf(body, name);
  if (value === null || value === '') return null;
  const event = LIFECYCLE_EVENTS.find((each) => each === value);
  if (event) return event;
  throw new Refusal('lifecycle_event_invalid', { name, allowed: LIFECYCLE_EVENTS.join(', ') });
}
