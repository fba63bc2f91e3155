/**
 * What a source of answers about phone numbers is: something that knows one or more things about some numbers.
 *
 * 1. A source answers with facts as they are; how callers see them is decided where they are answered. So an answer can
 *    be kept for a while and be seen later at its age.
 * 2. `lookUp` never rejects, and settles by its deadline.
 * 3. Instants are epoch milliseconds. What a source does not know is null.
 */
import type { NumberFacts } from './numbering/numbering.ts';

export const ADD_ONS = [
  'age_verify',
  'breached_data',
  'call_forward_detection',
  'contact',
  'contact_match',
  'contact_plus',
  'number_deactivation',
  'porting_history',
  'porting_status',
  'sim_swap',
  'subscriber_status',
] as const;

/** One question about a number. */
export type AddOn = (typeof ADD_ONS)[number];

export interface ContactFields {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly state: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** `1985-03-27` */
  readonly dateOfBirth: string | null;
}

/** What came with the question. */
export interface QuestionInput {
  /** contact_match: what is compared. */
  readonly match: ContactFields | null;
  /** number_deactivation: when the caller last knew the number to be the same person's. */
  readonly lastVerifiedAt: number | null;
  /** porting_history: how far back. */
  readonly pastDays: number | null;
  /** age_verify: years. */
  readonly ageThreshold: number;
}

/** Years that age_verify asks about where an account says nothing else. */
export const DEFAULT_AGE = 18;

/** A question that needs nothing but the number. Everybody asks with the same, so that answers can be shared. */
export const NO_INPUT: QuestionInput = { match: null, lastVerifiedAt: null, pastDays: null, ageThreshold: DEFAULT_AGE };

export interface Question {
  readonly addOn: AddOn;
  readonly number: NumberFacts;
  readonly input: QuestionInput;
}

export interface Network {
  readonly name: string | null;
  readonly mcc: string | null;
  readonly mnc: string | null;
}

export interface Port {
  readonly portedAt: number;
  readonly from: Network;
  readonly to: Network;
}

export type ForwardCondition = 'unconditional' | 'busy' | 'not_reachable' | 'no_answer';

export type Facts =
  | { readonly about: 'age_verify'; readonly isOldEnough: boolean }
  | {
      readonly about: 'breached_data';
      /** Newest first. */
      readonly breaches: ReadonlyArray<{ readonly at: number | null; readonly data: readonly string[] }>;
    }
  | {
      readonly about: 'call_forward_detection';
      readonly isForwarded: boolean;
      /** Empty when the source says no more than whether. */
      readonly conditions: readonly ForwardCondition[];
    }
  | { readonly about: 'contact'; readonly contact: Contact }
  | {
      readonly about: 'contact_match';
      /** 0 to 100; null where the source cannot say, undefined where nothing was asked. */
      readonly firstName: number | null | undefined;
      readonly lastName: number | null | undefined;
      readonly address: number | null | undefined;
      readonly dateOfBirth: number | null | undefined;
    }
  | {
      readonly about: 'number_deactivation';
      readonly carrier: string | null;
      readonly deactivatedAt: number | null;
      readonly trackedSince: number | null;
      /** Null without a date to compare with. */
      readonly isRecycled: boolean | null;
    }
  | {
      readonly about: 'porting_history';
      readonly current: Network /** Newest first. */;
      readonly ports: readonly Port[];
    }
  | { readonly about: 'porting_status'; readonly current: Network; readonly isPorted: boolean | null }
  | {
      readonly about: 'sim_swap';
      /** Null: none in the period that the operator looks at. */
      readonly swappedAt: number | null;
    }
  | {
      readonly about: 'subscriber_status';
      readonly accountType: 'individual' | 'business' | 'government' | 'other' | null;
      readonly contract: 'prepaid' | 'postpaid' | null;
      readonly state: 'active' | 'suspended' | 'deactivated' | null;
      readonly isPrimaryHolder: boolean | null;
      /** Whole months. */
      readonly tenureMinMonths: number | null;
      readonly tenureMaxMonths: number | null;
      readonly activatedAt: number | null;
    };

export interface Contact {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly addressLines: readonly string[];
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
  readonly email: string | null;
  readonly dateOfBirth: string | null;
}

export type Finding =
  | { readonly kind: 'found'; readonly facts: Facts }
  /** The source knows the number and has nothing to tell. */
  | { readonly kind: 'nothing' }
  /** Not a number of this source's. */
  | { readonly kind: 'not_covered' }
  /** The question makes no sense for the line. */
  | { readonly kind: 'not_applicable' }
  /** A value that the caller gave is not one for this source. */
  | { readonly kind: 'refused_input' }
  /** `retryAfterMs`: for how long it asks to be left alone. */
  | { readonly kind: 'down'; readonly reason: string; readonly retryAfterMs?: number }
  | { readonly kind: 'unusable'; readonly reason: string }
  | { readonly kind: 'timed_out' };

export interface Deadline {
  readonly withinMs: number;
}

export interface Source {
  /** As configured; in evidence, metrics and logs. */
  readonly name: string;
  /** What it can be asked at all. */
  readonly addOns: readonly AddOn[];
  /** Whether it may know this number: decided without asking it. */
  covers(question: Question): boolean;
  lookUp(question: Question, deadline: Deadline): Promise<Finding>;
}
