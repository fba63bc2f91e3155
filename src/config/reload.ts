/**
 * Takes what has changed in the settings into a gateway that runs.
 *
 * 1. What AT_ONCE names takes effect at once, everything else at the next start. Both are told by name, without values.
 * 2. Whoever uses a setting of AT_ONCE reads it from the Config each time: there it is changed, in place.
 * 3. Routes are taken when every carrier that they name runs here already.
 */
import { asJsonObject, type JsonObject } from '../lib/json.ts';
import type { Config } from './config.ts';
import type { SecretSettings } from './environment.ts';

export interface SettingsTaken {
  readonly changed: readonly string[];
  readonly needsRestart: readonly string[];
}

const AT_ONCE =
  /^(?:limits\.\w+|opt_out\..+|masking\.texts\.\w+|retention\.(?:messages|texts|relayed_texts|inbound_texts|audit)_days|routes)$/;

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
  const hasRoutes = next.routes.every(({ carriers }) => carriers.every((name) => isSameCarrier(name, running, next)));
  const isTaken = (name: string) => AT_ONCE.test(name) && (name !== 'routes' || hasRoutes);
  const changed = different.filter(isTaken);
  const { admission, ...limits } = next.limits;
  Object.assign(running.limits, limits);
  Object.assign(running.limits.admission, admission);
  Object.assign(running.optOut, next.optOut);
  Object.assign(running.masking.texts, next.masking.texts);
  Object.assign(running.retention, next.retention);
  // The list is the one that all who send have.
  if (hasRoutes) (running.routes as Config['routes'][number][]).splice(0, running.routes.length, ...next.routes);
  const settings = changed.reduce((all, name) => withSetting(all, name.split('.'), next.settings), running.settings);
  Object.assign(running, { settings });
  return { changed, needsRestart: [...different.filter((name) => !isTaken(name)), ...otherSecrets(running, next)] };
}

function otherSecrets(running: Config, next: Config): string[] {
  return (Object.keys(SECRET_OF) as Array<keyof SecretSettings>)
    .filter((name) => JSON.stringify(running.secrets[name]) !== JSON.stringify(next.secrets[name]))
    .map((name) => SECRET_OF[name]);
}

function isSameCarrier(name: string, running: Config, next: Config): boolean {
  const kindIn = ({ carriers }: Config) => carriers.find((carrier) => carrier.name === name)?.kind;
  return kindIn(running) !== undefined && kindIn(running) === kindIn(next);
}

/** Names of settings that differ; a list is one setting. */
function differences(before: JsonObject, after: JsonObject, place = ''): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    const [below, above] = [asJsonObject(old), asJsonObject(now)];
    if (below && above) return differences(below, above, `${place}${name}.`);
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [`${place}${name}`];
  });
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
