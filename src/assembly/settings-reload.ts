/**
 * Reads the settings of a running gateway again.
 */
import { type Config, ConfigError } from '../config/config.ts';
import { takeSettings } from '../config/reload.ts';
import type { SettingsReload } from '../http/operator/options.ts';

/** Changes nothing where the settings cannot be used. `read`: as a start does. */
export function reloadSettings(running: Config, read: () => Config = () => running): SettingsReload {
  try {
    return { kind: 'taken', ...takeSettings(running, read()) };
  } catch (error) {
    if (error instanceof ConfigError) return { kind: 'refused', problems: error.problems };
    throw error;
  }
}
