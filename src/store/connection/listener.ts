/**
 * The one connection on which NOTIFY is heard. It is opened by the first `listen`, and opened again when it is lost;
 * what was sent meanwhile is not heard.
 */
import type { Client } from 'pg';
import type { Context } from '../../context.ts';
import { backoffMs } from '../../lib/backoff.ts';
import type { Timer } from '../../lib/clock.ts';
import { drop } from './connection.ts';

export interface Listener {
  /** Resolves when the server listens, or when it cannot be reached: then it listens as soon as it can. */
  listen(channel: string, notified: (payload: string) => void): Promise<{ close(): Promise<void> }>;
  /** Tries at once instead of after the pause. */
  reconnect(): void;
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

export function createListener(context: Context, open: () => Promise<Client>): Listener {
  return new ListeningConnection(context, open);
}

class ListeningConnection implements Listener {
  private readonly channels = new Map<string, Set<(payload: string) => void>>();
  private client: Client | null = null;
  private connecting: Promise<void> | null = null;
  private failures = 0;
  private retry: Timer | null = null;
  private closed = false;

  private readonly context: Context;
  private readonly open: () => Promise<Client>;

  constructor(context: Context, open: () => Promise<Client>) {
    this.context = context;
    this.open = open;
  }

  async listen(channel: string, notified: (payload: string) => void): Promise<{ close(): Promise<void> }> {
    const set = this.channels.get(channel) ?? new Set();
    const isNew = set.size === 0;
    set.add(notified);
    this.channels.set(channel, set);
    if (!this.client) await this.connect();
    else if (isNew) await this.tell('listen', channel);
    return {
      close: async () => {
        set.delete(notified);
        if (set.size > 0 || this.channels.get(channel) !== set) return;
        this.channels.delete(channel);
        await this.tell('unlisten', channel);
      },
    };
  }

  reconnect(): void {
    if (!this.client && this.channels.size > 0) void this.connect();
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.retry) this.context.clock.clearTimer(this.retry);
    this.channels.clear();
    await this.connecting;
    const { client } = this;
    this.client = null;
    await client?.end().catch(() => {});
  }

  private connect(): Promise<void> {
    this.connecting ??= this.tryConnect().finally(() => {
      this.connecting = null;
    });
    return this.connecting;
  }

  private async tryConnect(): Promise<void> {
    if (this.closed) return;
    if (this.retry) this.context.clock.clearTimer(this.retry);
    let client: Client | null = null;
    try {
      client = await this.open();
      this.client = client;
      this.attend(client);
      // Also those that are added while this goes on: they see a client and ask for themselves.
      for (const channel of [...this.channels.keys()]) await client.query(`listen ${client.escapeIdentifier(channel)}`);
      this.failures = 0;
    } catch {
      if (client) drop(client);
      this.lost(client);
    }
  }

  private attend(client: Client): void {
    client.on('notification', ({ channel, payload }) => {
      for (const notified of this.channels.get(channel) ?? []) notified(payload ?? '');
    });
    client.on('error', () => this.lost(client));
    client.on('end', () => this.lost(client));
  }

  private lost(client: Client | null): void {
    if (client !== this.client || this.closed) return;
    this.client = null;
    this.failures += 1;
    const pauseMs = backoffMs(this.failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, this.context.randomBytes);
    this.retry = this.context.clock.setTimer(() => this.reconnect(), pauseMs);
  }

  private async tell(verb: 'listen' | 'unlisten', channel: string): Promise<void> {
    const { client } = this;
    // A connection that fails here is opened again, and then listens to what `channels` holds.
    await client?.query(`${verb} ${client.escapeIdentifier(channel)}`).catch(() => {});
  }
}
