/**
 * Names that other services use for something that is done here under another name, or not at all. On a request that
 * sends, one of them is refused with our name for it: ignored, it would go out now, for too long, or at all (contract
 * section 12). Pure.
 *
 * 1. Refused is only what changes when, for how long, how often, by which channels or at what price something is sent,
 *    or whether it is. Every other unknown name is ignored.
 * 2. The spelling does not count: `sendAt`, `SendAt` and `send-at` are one name. What is called so here is never refused.
 * 3. They are looked for where other services have them: at the top, in an entry of a list of channels or methods, and
 *    in `message.<channel>`. Never in `parameters`, whose names are the caller's own.
 * 4. A name with nothing beside it (null) asks for nothing.
 */
import { Refusal } from '../errors.ts';
import type { JsonObject } from '../lib/json.ts';
import { fieldOf, objectOf } from './json-body.ts';

/** What sends; each has a name of its own for the same thing. */
export type Sending = 'message' | 'text' | 'code_text' | 'call' | 'verification';

type Meaning = 'when' | 'how_long' | 'window' | 'trial_run' | 'channels' | 'repeated' | 'price';

/** In the form that `plain` makes of a name. */
const NAMES: Readonly<Record<Meaning, string>> = {
  when: `sendat sendon sendafter senddate senddatetime sendtime sendtimestamp sendlater sendingtime sendingdate
    sendingdatetime schedule scheduled scheduleat scheduledat schedulefor scheduledfor scheduletime scheduledtime
    scheduletimestamp scheduledtimestamp scheduledate scheduleddate scheduledatetime scheduleddatetime scheduletype
    scheduledelivery scheduledeliverytime scheduleddeliverytime scheduledsendtime scheduleoptions scheddatetime schtime
    timescheduled deliverat deliveron deliverafter deliverlater deliverytime deliverydate deliverydatetime odeliverytime
    deferred deferuntil deferdelivery delay delayed delayseconds delayinseconds delayuntil notbefore firstattempt`,
  how_long: `ttl timetolive timetoliveseconds validity validityperiod validityperiodinseconds validityperiodtimeunit
    validityseconds validityinseconds validitytime relativevalidity validuntil validfor notafter lifetime maxage
    expire expires expireat expiresat expireson expirein expiresin expireafter expiretime expiredatetime expiry expiryat
    expirydate expirytime expiration expirationdate expirationtime messageexpiry messageexpirytimestamp sendbefore
    deliverbefore`,
  window:
    'deliverytimewindow deliverywindow sendwindow sendingwindow schedulewindow timewindow quiethours sendinghours',
  trial_run: 'dryrun validateonly testmode istest',
  channels:
    'failover fallback fallbacks fallbackto fallbackchannel fallbackchannels fallbackmessage smsfallback channelpriority',
  repeated: 'rrule recurrence recurring repeat repeatevery repeatinterval cron',
  price: 'maxprice pricethreshold maxcost pricelimit',
};

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(NAMES).flatMap(([meaning, names]) => names.split(/\s+/).map((name) => [name, meaning as Meaning])),
);

/** Rule 2: names of ours that other services spell otherwise. */
const OURS: ReadonlySet<string> = new Set(['send_at', 'dry_run']);

/** Longer than any of them, with what stands between its words. */
const LONGEST = 60;

/**
 * Names as they came, and what they mean. Requests repeat few names, and to spell each in the plain form every time took
 * a hundredth of a message's CPU time. When it is full, because somebody makes names up, it stays as it is.
 */
const looked = new Map<string, Meaning | null>();
const MOST_LOOKED = 500;

/** What a caller is told in place of the name, where it is the same for everything that sends. */
const EVERYWHERE: Readonly<Record<Exclude<Meaning, 'how_long' | 'channels'>, string>> = {
  when: 'the time at which it is to be sent is send_at (RFC 3339)',
  window: 'the hours in which nothing of type MKT is sent are the quiet_hours of the account (PATCH /v1/account)',
  trial_run: 'what would be done is asked for by dry_run',
  repeated: 'nothing is sent again by itself here; send each at its own send_at',
  price: 'no price limits what is sent here',
};

const ONE_CHANNEL = 'this is sent on one channel; POST /v1/omnichannel takes several in channels';
const CODE_LIVES = 'how long a code is valid is a setting of the account';

const BY_SENDING: Readonly<Record<Sending, Readonly<Record<'how_long' | 'channels', string>>>> = {
  message: {
    how_long: 'how long a channel is tried is channels[].fallback_time, on the last one until it is given up',
    channels: 'the channels stand in channels, in the order in which they are tried',
  },
  text: {
    how_long: 'a text is given up after 12 hours; POST /v1/omnichannel has fallback_time',
    channels: ONE_CHANNEL,
  },
  code_text: { how_long: CODE_LIVES, channels: ONE_CHANNEL },
  call: { how_long: CODE_LIVES, channels: ONE_CHANNEL },
  verification: {
    how_long: 'how long a method is tried is verification_policy[].fallback_time',
    channels: 'the methods stand in verification_policy, in the order in which they are tried',
  },
};

/** Rule 3. */
export function refuseForeignNames(body: JsonObject, sending: Sending): void {
  refuseForeignNamesIn(body, sending, '');
  const list = sending === 'verification' ? 'verification_policy' : 'channels';
  const entries = body[list];
  if (Array.isArray(entries)) {
    for (let index = 0; index < entries.length; index += 1) {
      const name = foreignNameIn(entries[index]);
      if (name !== null) throw refusalOf(name, sending, `${list}[${index}].`);
    }
  }
  const contents = sending === 'message' ? objectOf(fieldOf(body, 'message')) : null;
  for (const channel in contents) {
    const name = foreignNameIn(contents[channel]);
    if (name !== null) throw refusalOf(name, sending, `message.${channel}.`);
  }
}

/** Of these fields alone. `prefix`: what stands before their names in a refusal. */
export function refuseForeignNamesIn(fields: JsonObject, sending: Sending, prefix: string): void {
  const name = foreignNameIn(fields);
  if (name !== null) throw refusalOf(name, sending, prefix);
}

/** The first one; null as well for what has no fields. What is parsed from JSON inherits no names. */
function foreignNameIn(value: unknown): string | null {
  const fields = objectOf(value);
  for (const name in fields) {
    if (foreignMeaning(name) !== null && fields[name] !== null) return name;
  }
  return null;
}

function refusalOf(name: string, sending: Sending, prefix: string): Refusal {
  const meaning = foreignMeaning(name);
  const instead = meaning === null ? '' : insteadOf(meaning, sending);
  return new Refusal('body_malformed', { why: `${prefix}${name} means nothing here: ${instead}` });
}

/** Null: the name is ours, or nobody's. */
export function foreignMeaning(name: string): Meaning | null {
  if (name.length > LONGEST) return null;
  const known = looked.get(name);
  if (known !== undefined) return known;
  const meaning = OURS.has(name) ? null : (MEANINGS.get(plain(name)) ?? null);
  if (looked.size < MOST_LOOKED) looked.set(name, meaning);
  return meaning;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function insteadOf(meaning: Meaning, sending: Sending): string {
  return meaning === 'how_long' || meaning === 'channels' ? BY_SENDING[sending][meaning] : EVERYWHERE[meaning];
}
