/**
 * Takes what has changed in the settings into a gateway that runs.
 *
 * 1. What AT_ONCE names takes effect at once, and so do carriers, routes and sources unless something stands against it;
 *    everything else at the next start. All is told by name, without values; of things with names, each by its own.
 * 2. Whoever uses one of these settings reads it from the Config each time: there it is changed, in place.
 * 3. Whether carriers and sources are simulated is decided at a start. Routes are those of the carriers that run.
 */
import { asJsonObject, type JsonObject } from '../lib/json.ts';
import type { Config } from './config.ts';
import type { SecretSettings } from './environment.ts';

export interface SettingsTaken {
  readonly changed: readonly string[];
  readonly needsRestart: readonly string[];
}

const AT_ONCE =
  /^(?:limits\.\w+|opt_out\..+|masking\.texts\.\w+|retention\.(?:messages|texts|relayed_texts|inbound_texts|audit)_days|log\.level)$/;

/** The process keeps its variables, but the files that they name may hold something else. */
const SECRET_OF: Readonly<Record<keyof SecretSettings, string>> = {
  masterKey: 'TRUNKLINE_MASTER_KEY',
  otherMasterKey: 'TRUNKLINE_OTHER_MASTER_KEY',
  operatorToken: 'TRUNKLINE_OPERATOR_TOKEN',
  oidcClientSecret: 'TRUNKLINE_OIDC_CLIENT_SECRET',
  sandboxCustomerId: 'TRUNKLINE_SANDBOX_CUSTOMER_ID',
  sandboxApiKey: 'TRUNKLINE_SANDBOX_API_KEY',
};

export function takeSettings(running: Config, next: Config): SettingsTaken {
  const different = differences(running.settings, next.settings);
  const hasCarriers = standing(running) === standing(next);
  const hasRoutes = hasCarriers || areOfSame(next.routes, running, next);
  const hasSources = areSourcesSimulated(running, running) === areSourcesSimulated(running, next);
  const isTaken = (name: string) =>
    AT_ONCE.test(name) ||
    (hasCarriers && isOfCarriers(name)) ||
    (hasRoutes && name === 'routes') ||
    (hasSources && isOfSources(name));
  const changed = different.filter(isTaken);
  const { admission, ...limits } = next.limits;
  Object.assign(running.limits, limits);
  Object.assign(running.limits.admission, admission);
  Object.assign(running.optOut, next.optOut);
  Object.assign(running.masking.texts, next.masking.texts);
  Object.assign(running.retention, next.retention);
  Object.assign(running, { logLevel: next.logLevel });
  if (hasCarriers) Object.assign(running, { carriers: next.carriers });
  if (hasSources) takeSources(running, next);
  // The list is the one that all who send have.
  if (hasRoutes) (running.routes as Config['routes'][number][]).splice(0, running.routes.length, ...next.routes);
  const settings = changed.reduce((all, name) => withSetting(all, pathOf(name), next.settings), running.settings);
  Object.assign(running, { settings });
  return { changed, needsRestart: [...different.filter((name) => !isTaken(name)), ...otherSecrets(running, next)] };
}

/** Whether something that sources are made of, or asked by, is among these. */
export function changesSources(changed: readonly string[]): boolean {
  return changed.some(isOfSources);
}

export function changesCarriers(changed: readonly string[]): boolean {
  return changed.some(isOfCarriers);
}

function isOfCarriers(name: string): boolean {
  return /^carriers(?:\.|$)/.test(name);
}

function isOfSources(name: string): boolean {
  return /^(?:sources|phone_id)(?:\.|$)/.test(name);
}

/** Rule 3. */
function areSourcesSimulated({ carriers }: Config, { phoneId }: Config): boolean {
  return phoneId.sources.length === 0 && carriers.every(({ settings }) => settings.simulated);
}

function takeSources({ phoneId }: Config, next: Config): void {
  const { sources, order, addOnsWithinMs, sourceWithinMs, ttlSeconds } = next.phoneId;
  Object.assign(phoneId, { sources, order, addOnsWithinMs, sourceWithinMs, ttlSeconds });
}

function otherSecrets(running: Config, next: Config): string[] {
  return (Object.keys(SECRET_OF) as Array<keyof SecretSettings>)
    .filter((name) => JSON.stringify(running.secrets[name]) !== JSON.stringify(next.secrets[name]))
    .map((name) => SECRET_OF[name]);
}

/** Rule 3: none configured, all simulated, or at least one that is real. */
function standing({ carriers }: Config): 'none' | 'simulated' | 'real' {
  if (carriers.length === 0) return 'none';
  return carriers.every(({ settings }) => settings.simulated) ? 'simulated' : 'real';
}

/** Whether every carrier that the routes name runs already. */
function areOfSame(routes: Config['routes'], running: Config, next: Config): boolean {
  const kindIn = ({ carriers }: Config, name: string) => carriers.find((carrier) => carrier.name === name)?.kind;
  return routes.every(({ carriers }) =>
    carriers.every((name) => kindIn(running, name) !== undefined && kindIn(running, name) === kindIn(next, name)),
  );
}

/** Lists of which each entry has a name. */
const NAMED_LISTS = ['carriers', 'sources'];

/** Names of settings that differ; a list is one setting unless its entries have names. */
function differences(before: JsonObject, after: JsonObject, place = ''): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    const [below, above] = [asJsonObject(old), asJsonObject(now)];
    if (below && above) return differences(below, above, `${place}${name}.`);
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    const entries = NAMED_LISTS.includes(name) && place === '' ? differences(byName(old), byName(now), `${name}.`) : [];
    // Each of them is the same: then their order is not.
    return entries.length > 0 ? [...new Set(entries.map(entryOf))] : [`${place}${name}`];
  });
}

function byName(list: unknown): JsonObject {
  const entries = (Array.isArray(list) ? list : []).map((entry) => asJsonObject(entry) ?? {});
  return Object.fromEntries(entries.map((entry) => [String(entry.name), entry]));
}

/** `carriers.smsc.host` is told as `carriers.smsc`. */
function entryOf(name: string): string {
  return name.split('.').slice(0, 2).join('.');
}

function pathOf(name: string): readonly string[] {
  const path = name.split('.');
  return NAMED_LISTS.includes(path[0] ?? '') ? path.slice(0, 1) : path;
}

/** `settings` with the one at the path as `next` has it. */
function withSetting(settings: JsonObject, [name = '', ...rest]: readonly string[], next: JsonObject): JsonObject {
  const { [name]: value, ...others } = settings;
  const now = next[name];
  if (rest.length > 0) {
    return { ...others, [name]: withSetting(asJsonObject(value) ?? {}, rest, asJsonObject(now) ?? {}) };
  }
  return now === undefined ? others : { ...others, [name]: now };
}
