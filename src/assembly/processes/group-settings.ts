/**
 * What the processes of a gateway run with. The supervisor alone reads files of settings and secrets, and its processes
 * get what it has read.
 *
 * 1. A process that starts gets what the others run with by now, not what the files say by then: they may have been
 *    changed, or be half written.
 * 2. At a reload the files are read once, so that all take the same, in the same order.
 */
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { Context } from '../../context.ts';
import type { SettingsReload } from '../../http/operator/options.ts';
import { readAgain, takeRead } from '../reload/settings-reload.ts';
import type { RunsWith } from './messages.ts';

export interface GroupSettingsOptions {
  readonly context: Pick<Context, 'log'>;
  readonly config: Config;
  readonly secrets: Secrets;
  /** The settings as they stand now; throws ConfigError. */
  readonly read: () => Config;
}

export interface GroupReload {
  readonly told: SettingsReload;
  /** What each process is to take; null: nothing. */
  readonly next: Config | null;
}

export class GroupSettings {
  private readonly options: GroupSettingsOptions;

  constructor(options: GroupSettingsOptions) {
    this.options = options;
  }

  /** Rule 1. */
  get current(): RunsWith {
    const { config, secrets } = this.options;
    return { config, secrets };
  }

  /** Rule 2. */
  reload(): GroupReload {
    const { context, config, read } = this.options;
    const again = readAgain(read);
    const told = takeRead(config, again);
    if (told.kind === 'refused') {
      context.log.error({ problems: told.problems }, 'the settings cannot be used, and nothing was changed');
    } else if (told.changed.includes('log.level')) context.log.level = config.logLevel;
    return { told, next: again.kind === 'read' ? again.config : null };
  }
}
