/**
 * What the steps of CAMARA's `.feature` files mean here. What stands before the request changes the plan of a scenario:
 * about which number our client asks what, and what becomes of its request on the way. What follows is held against the
 * operator's answer.
 */
import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { asJsonObject, type JsonObject } from '../../../src/lib/json.ts';
import type { ContactFields } from '../../../src/sources/source.ts';
import { type CamaraExchange, checkAnswered } from './definitions.ts';

/** Whose token the request arrives with. */
export type TokenKind =
  | 'own'
  | 'none'
  | 'expired'
  | 'invalid'
  | 'of_the_number'
  | 'of_another_number'
  | 'for_another_scope';

export interface ScenarioPlan {
  path: string;
  /** The last three digits of the number choose its story. */
  ending: string;
  token: TokenKind;
  /** Null where the scenario says nothing about it. */
  sendsNumber: boolean | null;
  /** What arrives in place of the body that our client sent; null: none. */
  change: (body: JsonObject) => JsonObject | null;
  ageThreshold: number;
  match: ContactFields;
}

export const ANNA: ContactFields = {
  firstName: 'Anna',
  lastName: 'Schmidt',
  address: 'Hauptstraße 1',
  city: 'Berlin',
  postalCode: '10115',
  state: 'Berlin',
  country: 'DE',
  dateOfBirth: '1985-03-27',
};

/** Properties of kyc-match that our client asks about, and what they are called in a question. */
const MATCHED: Readonly<Record<string, keyof ContactFields>> = {
  name: 'firstName',
  givenName: 'firstName',
  familyName: 'lastName',
  address: 'address',
  locality: 'city',
  postalCode: 'postalCode',
  region: 'state',
  country: 'country',
  birthdate: 'dateOfBirth',
};

export function newPlan(): ScenarioPlan {
  return {
    path: '',
    ending: '123',
    token: 'own',
    sendsNumber: null,
    change: (body) => body,
    ageThreshold: 18,
    match: ANNA,
  };
}

export interface AnsweredExchange extends CamaraExchange {
  readonly sentHeaders: IncomingHttpHeaders;
  readonly headers: IncomingHttpHeaders;
}

type Groups = Readonly<Record<string, string>>;
type Before = readonly [RegExp, (plan: ScenarioPlan, groups: Groups) => void];
type After = readonly [RegExp, (exchange: AnsweredExchange, groups: Groups) => void];

const nothing = (): void => {};

function replacing(part: JsonObject) {
  return (plan: ScenarioPlan): void => {
    plan.change = (body) => ({ ...body, ...part });
  };
}

function about(ending: string) {
  return (plan: ScenarioPlan): void => {
    plan.ending = ending;
  };
}

function arrivingWith(token: TokenKind) {
  return (plan: ScenarioPlan): void => {
    plan.token = token;
  };
}

function without(name: string) {
  return (plan: ScenarioPlan): void => {
    plan.sendsNumber = false;
    plan.change = ({ [name]: _, ...body }) => body;
  };
}

const BEFORE: readonly Before[] = [
  [/^an environment at "apiRoot"$/, nothing],
  [
    /^the (?:resource|path) "(?<path>[^"]+)"$/,
    (plan, { path = '' }) => {
      // The definition has it with a letter less, and that is what operators serve.
      if (plan.path === '') plan.path = path.replace('/retrieve-subscription', '/retrive-subscription');
    },
  ],
  [/^the header "(?:Content-Type|x-correlator)" (?:is set to|complies with)/, nothing],

  [
    /^the header "Authorization" is set to a valid access(?: token)?(?: which does not identify a single phone number)?$/,
    nothing,
  ],
  [/^the header "Authorization" is set to a valid access token with the "kyc-fill-in:set-all" scope$/, nothing],
  [/"Authorization" is (?:removed|not sent)$/, arrivingWith('none')],
  [/^(?:the header "Authorization" is set to )?an expired access token$/, arrivingWith('expired')],
  [/^(?:the header "Authorization" is set to )?an invalid (?:access|authentication) token/, arrivingWith('invalid')],
  [
    /^(?:the header "Authorization" is set to )?an access token (?:without the required scope|with (?:an invalid context|insufficient permissions))$/,
    arrivingWith('for_another_scope'),
  ],
  [
    /"Authorization" is set to a valid access token identifying (?:a|same) phone number$/i,
    arrivingWith('of_the_number'),
  ],
  [
    /"Authorization" is set to a valid access token emitted for a different phone number$/,
    arrivingWith('of_another_number'),
  ],

  [/^the request body is (?:set by default to|set to a valid|compliant)/, nothing],
  [
    /^the request body contains (?:this phone number|the phone number|valid required properties|a random combination)/,
    nothing,
  ],
  [/^the request body optionally contains/, nothing],
  [/^a valid request body with phone number$/, nothing],
  [/^the request body is not included$/, (plan) => (plan.change = () => null)],
  [/^(?:the request body is set to "\{\}"|an empty request body)$/, (plan) => (plan.change = () => ({}))],
  [
    /^the request body is set to any value which is not compliant with the OAS schema/,
    (plan) => (plan.change = (body) => Object.fromEntries(Object.keys(body).map((name) => [name, { wrong: true }]))),
  ],
  [
    /^the request body contains only the property "\$\.phoneNumber"$/,
    (plan) => (plan.change = ({ phoneNumber }) => ({ phoneNumber })),
  ],

  [/^the request body property "\$\.phoneNumber" does not comply/, replacing({ phoneNumber: '491511' })],
  [/^an invalid phone number "(?<number>\d+)"/, (plan, { number }) => replacing({ phoneNumber: number })(plan)],
  [/^the request body contains the invalid phone number$/, nothing],
  [/"\$\.phoneNumber" is compliant with the schema but does not identify/, about('943')],
  [/^a valid but non-existent phone number/, about('943')],
  [
    /"\$\.phoneNumber" is set to a valid phone number for which the (?:unconditional )?call forwarding status could not/,
    about('943'),
  ],
  [/"\$\.phoneNumber" is (?:not included|not set to a value)$/, without('phoneNumber')],
  [/"\$\.phoneNumber" (?:is )?set to a (?:valid|proper)/, (plan) => (plan.sendsNumber = true)],
  [
    /^a valid (?:testing )?phone number,? (?:supported|identified|"\+)[^,]*(?:, identified by the access token or provided in the request body)?$/,
    nothing,
  ],
  [/^that the service is not available for all phone numbers/, nothing],
  [/for which (?:the service is not applicable|service is unavailable)$/, about('944')],

  [/^the SIM for this phone number has been swapped$/, about('952')],
  [/^the SIM for this phone number has been swapped before the limited history/, nothing],
  [/^the phone number is not associated to any sim card$/, about('945')],

  [/"\$\.ageThreshold" is set to a valid value/, nothing],
  [/"\$\.ageThreshold" is set to a value that is not/, replacing({ ageThreshold: 121 })],
  [/^the age information .* is equal or greater/, nothing],
  [/^the age information .* is lower/, (plan) => (plan.ageThreshold = 100)],
  [/^the API Provider cannot verify the age information$/, about('945')],
  [
    /"\$\.include(?<what>ContentLock|ParentalControl)" is set to true$/,
    (plan, { what }) => replacing({ [`include${what}`]: true })(plan),
  ],

  [
    /"\$\.(?<name>tenureDate|specifiedDate)" is set to a value in the future$/,
    (plan, { name = '' }) => replacing({ [name]: '2040-01-01' })(plan),
  ],
  [/"\$\.tenureDate" is set to a valid past date/, nothing],
  [/has had a valid tenure since/, nothing],
  [/hasn't had a valid tenure since/, about('957')],
  [/"\$\.specifiedDate" is set to a date on which/, nothing],
  [/^the same phone number was cancelled by the User A/, about('955')],

  [
    /"\$\.idDocument" is set to a valid identity document associated/,
    (plan) => {
      about('964')(plan);
      replacing({ idDocument: 'L01X00T47' })(plan);
    },
  ],
  [
    /"\$\.idDocument" is set to a valid idDocument that is not associated/,
    (plan) => {
      about('964')(plan);
      replacing({ idDocument: 'X' })(plan);
    },
  ],
  [/^the request body property "\$\.(?<name>\w+)" is set to a valid value that complies/, nothing],

  [/^the number of endpoints calls is equal to the business limit$/, about('961')],
  [/^the number of endpoints calls from any API Consumer is equal to the server limit$/, about('962')],
  [/^the API Producer doesn't offer general information/, about('963')],
  [/^(?:a new endpoint invocation is done|the endpoint is invoked)$/, nothing],
];

/** More specific than what `BEFORE` says of the same words: looked at first. */
const BEFORE_ALL: readonly Before[] = [
  [/valid parameter combination without property "\$\.idDocument"$/, about('964')],
  [
    /valid parameter combination with property "\$\.specifiedDate" set to "(?<date>[^"]+)"$/,
    (plan, { date }) => replacing({ specifiedDate: date })(plan),
  ],
  [
    /with property "\$\.(?<name>\w+)" set to a valid formatted value that does not match/,
    (plan, { name = '' }) => {
      const field = MATCHED[name];
      assert.ok(field, name);
      plan.match = { ...ANNA, [field]: 'Somewhat Else' };
    },
  ],
];

const AFTER: readonly After[] = [
  [
    /^the response status code is "?(?<status>\d+)"?$/,
    ({ status }, groups) => assert.equal(status, Number(groups.status)),
  ],
  [
    /^the response header "Content-Type" is "(?<type>[^"]+)"$/,
    ({ headers }, { type }) => assert.equal(headers['content-type']?.split(';')[0], type),
  ],
  [
    /^the response header "x-correlator" has same value/,
    ({ headers, sentHeaders }) => assert.equal(headers['x-correlator'], sentHeaders['x-correlator']),
  ],
  [
    /^the response body (?:complies with|contains valid|contains all the available)/,
    (exchange) => void checkAnswered(exchange),
  ],
  [
    /"\$\.message" contains a user friendly text$/,
    (exchange) => assert.match(String(propertyOf(exchange, 'message')), /\w{3}/),
  ],
  [
    /^the response contains error code "(?<code>[^"]+)"$/,
    (exchange, { code }) => assert.equal(propertyOf(exchange, 'code'), code),
  ],
  [
    /"\$\.(?<name>\w+)" is (?:equal to )?(?<values>(?:(?:or )?(?:"[^"]*"|true|false|null|\d+) ?)+)$/,
    (exchange, { name = '', values = '' }) =>
      assert.ok(valuesIn(values).includes(propertyOf(exchange, name) ?? null), `${name} ${propertyOf(exchange, name)}`),
  ],
  [
    /"\$\.(?<name>\w+)" is (?:either|one of:) (?<values>.+)$/,
    (exchange, { name = '', values = '' }) =>
      assert.ok(
        valuesIn(values)
          .map(String)
          .includes(String(propertyOf(exchange, name))),
      ),
  ],
  [
    /^the response contains property "\$\.(?<name>\w+)" whose value is one of \[(?<values>[^\]]+)\]$/,
    (exchange, { name = '', values = '' }) => assert.ok(valuesIn(values).includes(propertyOf(exchange, name))),
  ],
  [
    /^if the response contains property "\$\.(?<name>\w+)", the value is one of \[(?<values>[^\]]+)\]$/,
    (exchange, { name = '', values = '' }) =>
      assert.ok([undefined, ...valuesIn(values)].includes(propertyOf(exchange, name))),
  ],
  [/^if the response contains property .* compliant with OAS schema/, (exchange) => void checkAnswered(exchange)],
  [
    /^the response contains the property "\$\.(?<name>\w+)"$/,
    (exchange, { name = '' }) => assert.notEqual(propertyOf(exchange, name), undefined),
  ],
  [
    /"\$\.(?<name>\w+)" is equal to an integer value between 0 and 99$/,
    (exchange, { name = '' }) => {
      // Scores are optional, and postal code, country and birthdate have none by the definition.
      const score = propertyOf(exchange, name);
      assert.ok(Number.isInteger(score) && Number(score) >= 0 && Number(score) <= 99, String(score));
    },
  ],
  [
    /^the correspondent score property, if exists, is not returned$/,
    ({ answered }) => {
      const body = asJsonObject(answered) ?? {};
      const perfect = Object.keys(body).filter((name) => body[name] === 'true');
      assert.deepEqual(
        perfect.filter((name) => `${name}Score` in body),
        [],
      );
    },
  ],
  [
    /"\$\.latestSimChange" contains a valid timestamp$/,
    (exchange) => assert.ok(Date.parse(String(propertyOf(exchange, 'latestSimChange'))) > 0),
  ],
  [
    /^the response optionally contains the property "\$\.monitoredPeriod"/,
    (exchange) => assert.equal(typeof propertyOf(exchange, 'monitoredPeriod'), 'number'),
  ],
  [
    /^the response body is a string with the value "inactive"$/,
    ({ answered }) => assert.deepEqual(answered, ['inactive']),
  ],
  [
    /^the response body is an array of strings with the possible values \[(?<values>[^\]]+)\]$/,
    ({ answered }, { values = '' }) => {
      assert.ok(Array.isArray(answered) && answered.length > 0);
      assert.deepEqual(
        answered.filter((each) => !valuesIn(values).includes(each)),
        [],
      );
    },
  ],
];

export function isRequest(step: string): boolean {
  return /^the (?:HTTP "POST" )?request(?: "[^"]+")? is sent$/.test(step);
}

/** Fails for a step that it does not know. */
export function prepare(plan: ScenarioPlan, step: string): void {
  apply([...BEFORE_ALL, ...BEFORE], step, plan);
}

/** Fails when the answer is not what the step says, and for a step that it does not know. */
export function hold(exchange: AnsweredExchange, step: string): void {
  apply(AFTER, step, exchange);
}

function apply<T>(steps: ReadonlyArray<readonly [RegExp, (of: T, groups: Groups) => void]>, step: string, of: T): void {
  for (const [pattern, run] of steps) {
    const found = pattern.exec(step);
    if (found) return run(of, (found.groups ?? {}) as Groups);
  }
  assert.fail(`no step has these words: ${step}`);
}

function propertyOf({ answered }: CamaraExchange, name: string): unknown {
  return asJsonObject(answered)?.[name];
}

/** `"a", "b" or true` */
function valuesIn(text: string): unknown[] {
  return [...text.matchAll(/"[^"]*"|true|false|null|\d+/g)].map(([value]) => JSON.parse(value) as unknown);
}
