/**
 * The first process of a gateway of several: it holds the data directory, runs the database and the other processes, and
 * serves nobody itself.
 *
 * 1. Nothing of what the processes do can hold it up or end it, so it is there to start them again.
 * 2. It ends them first and the database last, and ends well when they did.
 */
import type { Config } from '../../config/config.ts';
import { readSecrets } from '../../config/secrets.ts';
import { holdProcess } from '../../lib/hold.ts';
import type { Service } from '../../lib/service.ts';
import { createDataDirectory } from '../../store/postgres/data-directory.ts';
import { createPostgres } from '../../store/postgres/supervisor.ts';
import { checkListening } from '../listening.ts';
import { collectProcessMetrics } from '../process/process-metrics.ts';
import { connectionsOf, processesThatFit } from './count.ts';
import { GroupSettings } from './group-settings.ts';
import { ProcessGroup, type ProcessGroupOptions } from './process-group.ts';

export interface SupervisorOptions extends Pick<ProcessGroupOptions, 'context' | 'count' | 'spawn' | 'replaced'> {
  readonly config: Config;
  /** The settings as they stand now; throws ConfigError. */
  readonly readConfig: () => Config;
  /** The PATH of the process, where PostgreSQL's programs may be. */
  readonly path: string | undefined;
}

/** Of the ten seconds that a stop may take: what is left is the database's. */
const END_WITHIN_MS = 8_500;
const FEWEST_CONNECTIONS = 40;

export class GroupSupervisor {
  private readonly options: SupervisorOptions;
  private readonly started: Service[] = [];
  private group: ProcessGroup | null = null;
  /** Settings were to be read again before there was a group. */
  private isToReload = false;

  constructor(options: SupervisorOptions) {
    this.options = options;
  }

  /** Rejects when what all need cannot be had; resolves with false when the first process could not start. */
  start(): Promise<boolean> {
    return holdProcess(async () => {
      const { context, config, readConfig, count, spawn, replaced } = this.options;
      collectProcessMetrics(context.metrics);
      await this.run(createDataDirectory(context, config.dataDirectory));
      await checkListening(config.http);
      // Made here, once, where they are missing.
      const secrets = await readSecrets(context, config);
      const databaseUrl = config.database.url === null ? await this.startPostgres() : null;
      const most = (free: number) =>
        config.processes === 'auto' ? processesThatFit(free, config.database.poolSize) : count;
      const settings = new GroupSettings({ context, config, secrets, read: readConfig });
      const options = { count, most, databaseUrl, settings, spawn, replaced, endWithinMs: END_WITHIN_MS };
      if (this.isToReload) settings.reload();
      this.group = new ProcessGroup({ context, ...options });
      return this.group.start();
    });
  }

  reload(): void {
    this.isToReload = true;
    void this.group?.reload();
  }

  /** Resolves with false when processes had to be killed. */
  stop(why: string): Promise<boolean> {
    return holdProcess(async () => {
      const ended = (await this.group?.end(why)) ?? true;
      for (let service = this.started.pop(); service; service = this.started.pop()) await service.stop();
      return ended;
    });
  }

  private async startPostgres(): Promise<string> {
    const { context, config, count, path } = this.options;
    const { binaries, poolSize } = config.database;
    const settings = { max_connections: String(Math.max(FEWEST_CONNECTIONS, connectionsOf(count, poolSize))) };
    const postgres = createPostgres(context, {
      dataDir: config.dataDirectory,
      binDir: binaries ?? undefined,
      path,
      settings,
    });
    await this.run(postgres);
    return postgres.url;
  }

  private async run(service: Service): Promise<void> {
    this.started.push(service);
    await service.start();
  }
}
