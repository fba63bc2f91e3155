/**
 * The settings of an account as a body names them: what the account itself may change of them, and how a change is laid
 * over what stands.
 *
 * 1. A setting that is null goes back to its default; one that is absent stays as it is.
 * 2. What an account says back, and to which words, has at most `MOST_SAID` characters in all, however many changes it comes
 *    in: every node holds the settings in memory.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { Refusal } from '../../errors.ts';
import { type JsonObject, snakeCase } from '../../lib/json.ts';
import { pathText, problemsOf } from '../../lib/problems.ts';
import { oneOf, strict } from '../../lib/schemas.ts';
import type { AccountSettings } from '../../store/accounts/account.ts';
import { allowedUrl, isHttpUrl } from '../json-body.ts';
import { problemOfQuietHours, QuietHoursBody } from '../quiet-hours.ts';

/** Each as `T | null` (rule 1). */
export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** What is said back to a person. */
export const REPLY = Type.String({ maxLength: 1000 });
const words = Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 1000 });
const OPT_OUT_LANGUAGE = Type.Object(
  {
    stop_words: orNull(words),
    start_words: orNull(words),
    help_words: orNull(words),
    stopped: orNull(REPLY),
    started: orNull(REPLY),
    help: orNull(REPLY),
  },
  strict,
);

const URL_TEXT = Type.String({ maxLength: 2048 });
const METHOD = oneOf(['POST', 'GET']);

/** What the account itself changes; operators change these and more. */
export const OWN_SETTINGS = {
  callback_url: orNull(URL_TEXT),
  callback_method: orNull(METHOD),
  callback_key_id: orNull(Type.String({ maxLength: 36 })),
  inbound_url: orNull(URL_TEXT),
  inbound_method: orNull(METHOD),
  fallback_time_unit: orNull(oneOf(['seconds', 'milliseconds'])),
  quiet_hours: orNull(QuietHoursBody),
  opt_out_texts: orNull(Type.Object({ stopped: orNull(REPLY), started: orNull(REPLY), help: orNull(REPLY) }, strict)),
  opt_out_words: orNull(Type.Object({ stop: orNull(words), start: orNull(words), help: orNull(words) }, strict)),
  opt_out_languages: orNull(
    Type.Record(Type.String({ pattern: '^[a-z]{2,3}$' }), orNull(OPT_OUT_LANGUAGE), {
      ...strict,
      allowed: 'words and texts by language, such as de',
    }),
  ),
};

const OwnSettings = Type.Object(OWN_SETTINGS, strict);
export type OwnSettings = Static<typeof OwnSettings>;

/** What GET shows beside them. */
const READ_ONLY: ReadonlySet<string> = new Set([
  ...['customer_id', 'name', 'kind', 'state', 'products', 'addons', 'limits', 'senders', 'created_on', 'updated_on'],
]);

/** The body of PATCH /v1/account. What the account cannot change is refused by its name, with what it can. */
export function readOwnSettings(body: JsonObject): OwnSettings {
  const fixed = Object.keys(body).find((name) => READ_ONLY.has(name));
  if (fixed !== undefined) {
    const why = `${fixed}: only an operator changes it; allowed: ${Object.keys(OWN_SETTINGS).join(', ')}`;
    throw new Refusal('body_malformed', { why });
  }
  const [problem] = problemsOf(OwnSettings, body, [], 'field');
  if (problem) {
    const name = pathText(problem.path);
    if (problem.isUnknownName) throw new Refusal('body_malformed', { why: `${name}: ${problem.text}` });
    throw new Refusal('value_invalid', { name, allowed: problem.text.replace(/^allowed: /, '') });
  }
  const settings = body as OwnSettings;
  checkUrls(settings, '');
  return settings;
}

/** `prefix`: what stands before their names in a refusal. */
export function checkUrls(settings: Pick<OwnSettings, 'callback_url' | 'inbound_url'>, prefix: string): void {
  for (const name of ['callback_url', 'inbound_url'] as const) {
    const url = settings[name];
    if (url && !isHttpUrl(url))
      throw new Refusal('value_invalid', { name: `${prefix}${name}`, allowed: allowedUrl(url) });
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The settings afterwards (rule 1); `change` in the names of a body, `prefix`: what stands before them in a refusal. */
export function settingsWith(before: AccountSettings, change: Fields, prefix: string): AccountSettings {
  const after = merged({ ...before }, inCamelCase(change)) as AccountSettings;
  const problem = problemOfQuietHours(after.quietHours);
  if (!problem) return after;
  throw new Refusal('value_invalid', { name: `${prefix}quiet_hours.${problem.name}`, allowed: problem.allowed });
}

const SAID = ['optOutTexts', 'optOutWords', 'optOutLanguages'] as const;
const MOST_SAID = 256 * 1024;

/** Rule 2. Refuses what makes it more than that. */
export function checkSaid(before: AccountSettings, after: AccountSettings): void {
  const [was, is] = [before, after].map((settings) => SAID.map((name) => lengthOf(settings[name])));
  const sum = (lengths: readonly number[] = []) => lengths.reduce((all, each) => all + each, 0);
  if (sum(is) <= MOST_SAID || sum(is) <= sum(was)) return;
  const grown = SAID.find((_, place) => (is?.[place] ?? 0) > (was?.[place] ?? 0)) ?? SAID[0];
  const allowed = `${MOST_SAID} characters in all words and texts of opt-outs`;
  throw new Refusal('value_invalid', { name: snakeCase(grown), allowed });
}

function lengthOf(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}

/** In the names of a body. */
export function settingsShape(settings: AccountSettings): Fields {
  return renamed({ ...settings }, snakeCase);
}

function inCamelCase(fields: Fields): Fields {
  return renamed(fields, (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
}

function renamed(fields: Fields, rename: (name: string) => string): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [rename(name), isFields(value) ? renamed(value, rename) : value]),
  );
}

function merged(before: Fields, change: Fields): Fields {
  const after: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(change)) {
    const inner = isFields(value) ? merged(isFields(before[name]) ? before[name] : {}, value) : value;
    if (inner === null || (isFields(inner) && Object.keys(inner).length === 0)) delete after[name];
    else after[name] = inner;
  }
  return after;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
