/**
 * Gives a diagnosis what it needs of the settings.
 */
import type { Config } from '../config/config.ts';
import { parseAddress } from '../store/connection/address.ts';

export function diagnosed({ database, dataDirectory }: Pick<Config, 'database' | 'dataDirectory'>) {
  const isOfSeveral = database.url !== null && parseAddress(database.url).hosts.length > 1;
  return { isOfSeveral, poolSize: database.poolSize, dataDirectory, isDatabaseHere: database.url === null };
}
