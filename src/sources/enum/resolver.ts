/**
 * Private carrier ENUM as a source (RFC 6116): a NAPTR question for the number's digits in reverse says in which network
 * the number is now.
 *
 * 1. No such name, and a name without records for numbers, mean that the source has nothing. A server that refuses
 *    does not serve the number.
 * 2. Records that refer to another name are followed, to `MOST_NAMES` in all and to none twice.
 */
import { Resolver } from 'node:dns/promises';
import type { Context } from '../../context.ts';
import type { Finding, Network, Question, Source } from '../source.ts';
import { isCovered } from '../terms.ts';
import { within } from '../within.ts';
import { type EnumAnswer, furtherNames, portabilityOf, readNaptr } from './naptr.ts';
import type { EnumSettings } from './settings.ts';

const TRIES = 2;
const MOST_NAMES = 6;

export function createEnumSource(context: Context, name: string, settings: EnumSettings): Source {
  const resolver = new Resolver({ timeout: Math.ceil(settings.request_timeout_ms / TRIES), tries: TRIES });
  resolver.setServers(settings.servers);
  return {
    name,
    addOns: ['porting_status'],
    covers: ({ number }) => isCovered(settings, number),
    // The resolver has time-outs of its own, on the system's clock; the deadline is the context's.
    lookUp: (question, deadline) => within(context.clock, deadline, ask(resolver, settings, question)),
  };
}

async function ask(resolver: Resolver, settings: EnumSettings, { number }: Question): Promise<Finding> {
  const name = `${[...number.digits].reverse().join('.')}.${settings.suffix}`;
  let answer: EnumAnswer | 'unusable' | null;
  try {
    answer = await answerUnder(resolver, name, number.digits);
  } catch (error) {
    return afterFailure(error);
  }
  if (answer === null) return { kind: 'nothing' };
  if (answer === 'unusable') return { kind: 'unusable', reason: 'no NAPTR record has a form that is taken' };
  const { isPorted, mcc, mnc, provider, operator, failed } = portabilityOf(answer, number);
  if (failed) return { kind: 'nothing' };
  // A name server may say `constructor`, which every object has.
  const known =
    provider !== null && Object.hasOwn(settings.networks, provider) ? settings.networks[provider] : undefined;
  const current: Network = {
    name: known?.name ?? operator,
    mcc: mcc ?? known?.mcc ?? null,
    mnc: mnc ?? known?.mnc ?? null,
  };
  const isEmpty = isPorted === null && Object.values(current).every((value) => value === null);
  return isEmpty ? { kind: 'nothing' } : { kind: 'found', facts: { about: 'porting_status', current, isPorted } };
}

/** Rule 2. Null when there are no records for numbers. */
async function answerUnder(resolver: Resolver, name: string, number: string): Promise<EnumAnswer | 'unusable' | null> {
  const names = [name];
  let isUnusable = false;
  // It grows while it is walked.
  for (const each of names) {
    const records = await recordsUnder(resolver, each);
    const answer = readNaptr(records, number);
    if (answer !== null && answer !== 'unusable') return answer;
    isUnusable ||= answer === 'unusable';
    const further = furtherNames(records).filter((other) => !names.includes(other));
    names.push(...new Set(further.slice(0, MOST_NAMES - names.length)));
  }
  return isUnusable ? 'unusable' : null;
}

/** Rule 1. */
async function recordsUnder(resolver: Resolver, name: string): ReturnType<Resolver['resolveNaptr']> {
  try {
    return await resolver.resolveNaptr(name);
  } catch (error) {
    if (NOTHING.has(codeOf(error))) return [];
    throw error;
  }
}

const NOTHING: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code);
}

function afterFailure(error: unknown): Finding {
  const code = codeOf(error);
  switch (code) {
    case 'EREFUSED':
      return { kind: 'not_covered' };
    case 'ETIMEOUT':
    case 'ECANCELLED':
      return { kind: 'timed_out' };
    case 'EBADRESP':
    case 'EFORMERR':
    case 'EBADQUERY':
      return { kind: 'unusable', reason: `the name server's answer cannot be read (${code})` };
    default:
      return { kind: 'down', reason: `the name server failed (${code})` };
  }
}
