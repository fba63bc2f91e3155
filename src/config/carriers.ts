/**
 * Checks the carriers and routes of a configuration: each carrier against the schema of its kind, each route against
 * the carriers.
 */
import { Value } from 'typebox/value';
import { CARRIER_KIND_NAMES, CARRIER_KINDS, type CarrierConfig, configureCarrier } from '../carriers/kinds.ts';
import type { Route } from '../engine/sending/route.ts';
import { asJsonObject } from '../lib/json.ts';
import { didYouMean, type Path, type Problem, problemsOf, valueProblem } from '../lib/problems.ts';
import { CarrierHeadSchema, type RouteSettings } from './schema.ts';

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
  checkFormerNames(list, problems);
  return carriers;
}

/** A name is that of the carrier which has it now, or else of the one that had it. */
function checkFormerNames(list: readonly unknown[], problems: Problem[]): void {
  const names = declaredNames(list);
  const owned = new Set<unknown>();
  for (const [index, entry] of list.entries()) {
    const former = asJsonObject(entry)?.formerly;
    if (!Array.isArray(former)) continue;
    for (const [position, name] of former.entries()) {
      const path = ['carriers', index, 'formerly', position];
      if (names.includes(name))
        problems.push(valueProblem(path, `${name} is a carrier; allowed: names that no carrier has any more`));
      else if (owned.has(name))
        problems.push(valueProblem(path, `${name} stands there before; allowed: names that nothing else was called`));
      owned.add(name);
    }
  }
}

function readCarrier(entry: unknown, path: Path, problems: Problem[]): CarrierConfig | null {
  const head = problemsOf(CarrierHeadSchema, entry, path);
  const { name, kind, ...section } = asJsonObject(entry) ?? {};
  problems.push(...head);
  const known = CARRIER_KIND_NAMES.find((each) => each === kind);
  // Without a kind nothing can be said of the rest.
  if (known === undefined) return null;
  const { schema } = CARRIER_KINDS[known];
  const own = problemsOf(schema, Value.Default(schema, structuredClone(section)), path);
  problems.push(...own);
  if (own.length > 0) return null;
  try {
    const carrier = configureCarrier(String(name), known, section);
    return head.length > 0 ? null : carrier;
  } catch (error) {
    problems.push(valueProblem(path, error instanceof Error ? error.message : 'the settings are not valid'));
    return null;
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
      if (carrier && CARRIER_KINDS[carrier.kind].channel !== route.channel) {
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
