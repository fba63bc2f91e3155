/**
 * Private carrier ENUM as a source (RFC 6116): a NAPTR question for the number's digits in reverse says in which network
 * the number is now.
 *
 * 1. No such name, and a name without records for numbers, mean that the source has nothing. A server that refuses
 *    does not serve the number.
 */
import { Resolver } from 'node:dns/promises';
import type { Context } from '../../context.ts';
import type { Finding, Network, Question, Source } from '../source.ts';
import { isCovered } from '../terms.ts';
import { within } from '../within.ts';
import { portabilityOf, readNaptr } from './naptr.ts';
import type { EnumSettings } from './settings.ts';

const TRIES = 2;

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
  let records: Awaited<ReturnType<Resolver['resolveNaptr']>>;
  try {
    records = await resolver.resolveNaptr(name);
  } catch (error) {
    return afterFailure(error);
  }
  const answer = readNaptr(records, number.digits);
  if (answer === null) return { kind: 'nothing' };
  if (answer === 'unusable') return { kind: 'unusable', reason: 'no NAPTR record has a form that is taken' };
  const { isPorted, mcc, mnc, provider, operator, failed } = portabilityOf(answer);
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

function afterFailure(error: unknown): Finding {
  const code = String((error as { code?: unknown }).code);
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
      return { kind: 'nothing' };
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
