/**
 * The carriers and routes of a configuration: each carrier against the schema of its kind, each route against the
 * carriers that there are.
 */
import { Value } from '@sinclair/typebox/value';
import { parseRbmSettings, type RbmSettings, RbmSettingsSchema, readServiceAccount } from '../carriers/rcs/settings.ts';
import { parseSipSettings, type SipSettings, SipSettingsSchema } from '../carriers/sip/settings.ts';
import { checkTogether, parseSmppSettings, type SmppSettings, SmppSettingsSchema } from '../carriers/smpp/settings.ts';
import type { Route } from '../engine/sending/route.ts';
import { asJsonObject } from '../lib/json.ts';
import { didYouMean, type Path, type Problem, problemsOf } from '../lib/problems.ts';
import { CARRIER_KINDS, CarrierHeadSchema, type RouteSettings } from './schema.ts';

export type CarrierConfig =
  | { readonly name: string; readonly kind: 'smpp'; readonly settings: SmppSettings }
  | { readonly name: string; readonly kind: 'rbm'; readonly settings: RbmSettings }
  | { readonly name: string; readonly kind: 'sip'; readonly settings: SipSettings };

const CHANNEL_OF = { smpp: 'sms', rbm: 'rcs', sip: 'voice' } as const;
const SCHEMA_OF = { smpp: SmppSettingsSchema, rbm: RbmSettingsSchema, sip: SipSettingsSchema } as const;

/** The carriers that are right; what is wrong with the others goes to `problems`. */
export function readCarriers(list: readonly unknown[], problems: Problem[]): CarrierConfig[] {
  const carriers: CarrierConfig[] = [];
  for (const [index, entry] of list.entries()) {
    const carrier = readCarrier(entry, ['carriers', index], problems);
    if (!carrier) continue;
    if (carriers.some(({ name }) => name === carrier.name)) {
      problems.push(valueProblem(['carriers', index, 'name'], `another carrier has the name ${carrier.name} already`));
    }
    carriers.push(carrier);
  }
  return carriers;
}

function readCarrier(entry: unknown, path: Path, problems: Problem[]): CarrierConfig | null {
  const head = problemsOf(CarrierHeadSchema, entry, path);
  const { name, kind, ...rest } = asJsonObject(entry) ?? {};
  const known = CARRIER_KINDS.find((each) => each === kind);
  // Without a kind nothing can be said of the rest.
  const own = known === undefined ? [] : settingsProblems(known, rest, path);
  problems.push(...head, ...own);
  if (head.length > 0 || own.length > 0 || typeof name !== 'string') return null;
  switch (known) {
    case 'smpp':
      return { name, kind: known, settings: parseSmppSettings(rest) };
    case 'rbm':
      return { name, kind: known, settings: parseRbmSettings(rest) };
    case 'sip':
      return { name, kind: known, settings: parseSipSettings(rest) };
    default:
      return null;
  }
}

function settingsProblems(kind: (typeof CARRIER_KINDS)[number], rest: object, path: Path): Problem[] {
  const filled = Value.Default(SCHEMA_OF[kind], structuredClone(rest));
  const problems = problemsOf(SCHEMA_OF[kind], filled, path);
  if (problems.length > 0) return problems;
  try {
    const wrong = kind === 'smpp' ? checkTogether(parseSmppSettings(rest)) : undefined;
    if (kind === 'rbm') readServiceAccount(parseRbmSettings(rest));
    // Says what is wrong by throwing.
    if (kind === 'sip') parseSipSettings(rest);
    return wrong === undefined ? [] : [valueProblem(path, wrong)];
  } catch (error) {
    return [valueProblem(path, error instanceof Error ? error.message : 'the settings are not valid')];
  }
}

/** The routes as the engine takes them; what is wrong goes to `problems`. `declared`: names of all carriers listed. */
export function readRoutes(
  routes: readonly RouteSettings[],
  carriers: readonly CarrierConfig[],
  declared: readonly string[],
  problems: Problem[],
): Route[] {
  return routes.map((route, index) => {
    for (const [position, name] of route.carriers.entries()) {
      const path = ['routes', index, 'carriers', position];
      const carrier = carriers.find((each) => each.name === name);
      if (carrier && CHANNEL_OF[carrier.kind] !== route.channel) {
        problems.push(valueProblem(path, `the carrier ${name} is not on the channel ${route.channel}`));
      } else if (!declared.includes(name)) {
        const names = declared.join(', ') || 'none, since no carrier is configured';
        problems.push(valueProblem(path, `there is no such carrier${didYouMean(name, declared)}; allowed: ${names}`));
      }
    }
    return {
      channel: route.channel,
      ...(route.prefixes ? { prefixes: route.prefixes } : {}),
      ...(route.message_types ? { messageTypes: route.message_types } : {}),
      ...(route.senders ? { senders: route.senders } : {}),
      carriers: route.carriers,
    };
  });
}

/** Names that the list gives, also those of carriers that are wrong otherwise. */
export function declaredNames(list: readonly unknown[]): string[] {
  return list.map((entry) => asJsonObject(entry)?.name).filter((name) => typeof name === 'string');
}

export function valueProblem(path: Path, text: string): Problem {
  return { path, text, isUnknownName: false };
}
