/**
 * Gives a diagnosis what it needs of the settings.
 */
import type { Config } from '../config/config.ts';
import { parseAddress } from '../store/connection/address.ts';

export function diagnosed({ database, dataDirectory, people }: Pick<Config, 'database' | 'dataDirectory' | 'people'>) {
  const isOfSeveral = database.url !== null && parseAddress(database.url).hosts.length > 1;
  const isAdminByProvider = Object.values(people.oidc?.roles ?? {}).includes('admin');
  return {
    isOfSeveral,
    poolSize: database.poolSize,
    dataDirectory,
    isDatabaseHere: database.url === null,
    people: { rootToken: people.rootToken, isAdminByProvider },
  };
}
