/**
 * Reads the settings of a running gateway again.
 */
import { type Config, ConfigError } from '../../config/config.ts';
import { takeSettings } from '../../config/reload.ts';
import type { SettingsReload } from '../../http/operator/options.ts';

/** Changes nothing where the settings cannot be used. `read`: as a start does. */
export function reloadSettings(running: Config, read: () => Config = () => running): SettingsReload {
  let next: Config;
  try {
    next = read();
  } catch (error) {
    // A start may end of what is no ConfigError, such as too many open files; a gateway that runs goes on.
    return { kind: 'refused', problems: error instanceof ConfigError ? error.problems : [unreadable(error)] };
  }
  return { kind: 'taken', ...takeSettings(running, next) };
}

function unreadable(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return `the settings cannot be read (${String(code ?? name)})`;
}
