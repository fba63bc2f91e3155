/**
 * A look-up service over HTTP as a source: a request made of templates, and values picked from its JSON.
 *
 * 1. 404 says that the service does not know numbers like this one, 422 that the question makes no sense for it; 429
 *    and 5xx are failures; any other status, and what is no JSON object, is unusable.
 * 2. A service that gives the SIM (IMSI) and no time says when it changed only beside what was seen before. A SIM that
 *    was seen for as long as a swap matters was not swapped; one seen for less leaves the question open.
 */
import { createHmac } from 'node:crypto';
import { Pool } from 'undici';
import type { Context } from '../../context.ts';
import { answerJson, PLAIN } from '../../lib/answer-json.ts';
import { type ExchangeAnswer, exchange } from '../../lib/http-exchange.ts';
import { asJsonObject } from '../../lib/json.ts';
import { downBy } from '../down.ts';
import type { NumberFacts } from '../numbering/numbering.ts';
import { type SimMemory, SWAP_MATTERS_MS } from '../sim-memory.ts';
import type { Deadline, Finding, Question, Source } from '../source.ts';
import { isCovered } from '../terms.ts';
import { within } from '../within.ts';
import { factsOf } from './facts.ts';
import { HTTP_ADD_ONS, type HttpLookupSettings } from './settings.ts';

export interface HttpLookupSource extends Source {
  close(): Promise<void>;
}

const IDLE_CONNECTION_MS = 30_000;

/** `memory`: what was seen of SIMs (rule 2). */
export function createHttpLookupSource(
  context: Context,
  name: string,
  settings: HttpLookupSettings,
  memory: SimMemory,
): HttpLookupSource {
  const pool = new Pool(new URL(settings.url.replace(/\{[^}]*\}/g, '0')).origin, {
    connections: settings.max_in_flight,
    connectTimeout: settings.request_timeout_ms,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_CONNECTION_MS,
  });
  const { secret = '' } = settings;
  return {
    name,
    addOns: HTTP_ADD_ONS.filter((addOn) => settings[addOn] !== undefined),
    covers: ({ number }) => isCovered(settings, number),
    async lookUp(question, { withinMs }: Deadline) {
      const deadlineAt = context.clock.monotonic() + withinMs;
      const request = requestOf(settings, secret, question.number, context.clock.now());
      const result = await exchange(pool, context.clock, request, { withinMs });
      if (result.kind === 'unanswered' && result.reason === 'no answer in time') return { kind: 'timed_out' };
      if (result.kind !== 'answered') {
        return { kind: 'down', reason: result.kind === 'withheld' ? 'withheld' : result.reason };
      }
      if (result.isLate) return { kind: 'timed_out' };
      const finding = readAnswer(settings, question, result, context.clock.now());
      if (!('sim' in finding)) return finding;
      const leftMs = Math.max(0, deadlineAt - context.clock.monotonic());
      return within(context.clock, { withinMs: leftMs }, compareSim(context, memory, question, finding.sim));
    },
    close: () => pool.destroy(),
  };
}

/** Rule 2. */
async function compareSim(context: Context, memory: SimMemory, { number }: Question, sim: string): Promise<Finding> {
  try {
    const { since, changedAt } = await memory.seen(number.digits, sim);
    const isKnown = changedAt !== null || context.clock.now() - since >= SWAP_MATTERS_MS;
    return isKnown ? { kind: 'found', facts: { about: 'sim_swap', swappedAt: changedAt } } : { kind: 'nothing' };
  } catch {
    return { kind: 'down', reason: 'the database of the gateway cannot be asked' };
  }
}

function requestOf(settings: HttpLookupSettings, secret: string, number: NumberFacts, now: number) {
  const fill = (template: string, encode: (text: string) => string) =>
    template
      .replaceAll('{number}', number.digits)
      .replaceAll('{e164}', encode(`+${number.digits}`))
      .replaceAll('{national}', number.national)
      .replaceAll('{user}', encode(settings.user ?? ''))
      .replaceAll('{secret}', encode(secret));
  const url = new URL(fill(settings.url, encodeURIComponent));
  const path = `${url.pathname}${url.search}`;
  const asIs = (text: string) => text;
  const headers = Object.entries(settings.headers).map(([name, value]) => [name.toLowerCase(), fill(value, asIs)]);
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const body = settings.body === undefined ? undefined : fill(settings.body, inJson);
  return {
    method: settings.method,
    path,
    headers: {
      accept: 'application/json',
      ...PLAIN,
      ...(settings.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(Object.fromEntries(headers) as Record<string, string>),
      ...digestOf(settings, secret, { path, body: body ?? '' }, now),
    },
    ...(body === undefined ? {} : { body }),
  };
}

function digestOf(
  { digest_after: base, user = '', method }: HttpLookupSettings,
  secret: string,
  { path, body }: { readonly path: string; readonly body: string },
  now: number,
): Record<string, string> {
  if (base === undefined) return {};
  const signed = path.startsWith(base) ? path.slice(base.length) : path;
  const time = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', secret).update(`${signed}${time}${method}${body}`).digest('hex');
  return { 'x-digest-key': user, 'x-digest-timestamp': time, 'x-digest-signature': signature };
}

function readAnswer(
  settings: HttpLookupSettings,
  question: Question,
  answer: ExchangeAnswer,
  now: number,
): Finding | { readonly sim: string } {
  const { status } = answer;
  if (status === 404) return { kind: 'not_covered' };
  if (status === 422) return { kind: 'not_applicable' };
  if (status === 401 || status === 403 || status === 429 || status >= 500) {
    return downBy(answer, now);
  }
  const body = asJsonObject(answerJson(answer));
  if (status !== 200 || !body) return { kind: 'unusable', reason: `it answered ${status} without a JSON object` };
  const facts = factsOf(settings, question, body, now);
  if (facts === 'nothing') return { kind: 'nothing' };
  if (facts && 'sim' in facts) return facts;
  return facts ? { kind: 'found', facts } : { kind: 'unusable', reason: 'a value has another form than expected' };
}
