/**
 * What simulated sources know of a number; the stories choose it (src/sandbox/phone-stories.ts).
 */
import type { AddOn, ForwardCondition, Port } from './source.ts';

/** How a simulated source behaves when it is asked about a number. */
export type SimulatedOutcome =
  | 'answers'
  | 'down'
  | 'not_covered'
  | 'not_applicable'
  | 'nothing'
  | 'refuses_input'
  | 'unusable'
  | 'hangs'
  /** Refuses, for what was agreed or for what it has to do; what it does not have; without an identity document. */
  | 'over_quota'
  | 'overloaded'
  | 'not_offered'
  | 'wants_document';

export interface SimulatedPerson {
  readonly givenName: string;
  readonly familyName: string;
  readonly address: string;
  readonly locality: string;
  readonly region: string;
  readonly postalCode: string;
  readonly country: string;
  readonly birthdate: string;
  readonly email: string;
  /** The number of an identity document. */
  readonly idDocument: string;
}

export interface SimulatedSubscriber {
  outcomeOf(addOn: AddOn): SimulatedOutcome;
  readonly person: SimulatedPerson;
  readonly simSwappedAt: number | null;
  readonly forwards: readonly ForwardCondition[];
  readonly contract: 'PAYG' | 'PAYM' | 'Business';
  readonly subscribedAt: number;
  readonly deactivatedAt: number;
  readonly carrier: { readonly name: string; readonly mcc: string; readonly mnc: string };
  /** Newest first. */
  readonly ports: readonly Port[];
  readonly breaches: ReadonlyArray<{ readonly name: string; readonly date: string; readonly data: readonly string[] }>;
}

/** `number`: digits; `now`: epoch milliseconds. */
export type SubscriberOf = (number: string, now: number) => SimulatedSubscriber;
