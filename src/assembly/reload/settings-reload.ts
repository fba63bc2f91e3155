/**
 * Reads the settings of a running gateway again.
 */
import { type Config, ConfigError } from '../../config/config.ts';
import { takeSettings } from '../../config/reload.ts';
import type { SettingsReload } from '../../http/operator/options.ts';

export type SettingsRead =
  | { readonly kind: 'read'; readonly config: Config }
  | Extract<SettingsReload, { kind: 'refused' }>;

/** `read`: as a start does. */
export function readAgain(read: () => Config): SettingsRead {
  try {
    return { kind: 'read', config: read() };
  } catch (error) {
    // A start may end of what is no ConfigError, such as too many open files; a gateway that runs goes on.
    return { kind: 'refused', problems: error instanceof ConfigError ? error.problems : [unreadable(error)] };
  }
}

/** Changes nothing where the settings cannot be used. */
export function takeRead(running: Config, read: SettingsRead): SettingsReload {
  return read.kind === 'refused' ? read : { kind: 'taken', ...takeSettings(running, read.config) };
}

function unreadable(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return `the settings cannot be read (${String(code ?? name)})`;
}
