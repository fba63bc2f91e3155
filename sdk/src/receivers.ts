/** The sandbox's receivers of callbacks: what came to them, as it came. A test gives it to `unwrap`. */
import type { CallOptions, Transport } from './transport.ts';
import { pathOf } from './transport.ts';
import type { Schema } from './types.ts';
import { Waiting, type WaitOptions } from './waiting.ts';

/** What the sandbox account's callbacks go to unless it names another address. */
const UNLESS_SAID = 'callbacks';

export class Receivers {
  private readonly transport: Transport;
  private readonly waiting: Waiting;

  constructor(transport: Transport) {
    this.transport = transport;
    this.waiting = new Waiting(transport);
  }

  /** Their address, for a `callback_url`. */
  url(name: string): string {
    return `${this.transport.url}${pathOf`/sandbox/receivers/${name}`}`;
  }

  async list(options?: CallOptions): Promise<ReadonlyArray<Schema<'SandboxReceiver'>>> {
    const { receivers } = await this.transport.send<{ receivers: ReadonlyArray<Schema<'SandboxReceiver'>> }>(
      { method: 'GET', path: '/sandbox/receivers' },
      options,
    );
    return receivers;
  }

  /** All that came to one and is kept, newest last. */
  requests(name = UNLESS_SAID, options?: CallOptions) {
    return this.transport.send<ReadonlyArray<Schema<'SandboxReceivedRequest'>>>(
      { method: 'GET', path: pathOf`/sandbox/receivers/${name}/requests` },
      options,
    );
  }

  /** Each once, in their order, also those that came before it waited. */
  waitFor(name = UNLESS_SAID, options: WaitOptions<Schema<'SandboxReceivedRequest'>> = {}) {
    return this.waiting.next({ path: pathOf`/sandbox/receivers/${name}/requests` }, options);
  }

  /** Leaves behind what has come so far. */
  async skip(name = UNLESS_SAID): Promise<void> {
    const came = await this.requests(name);
    this.waiting.skip({ path: pathOf`/sandbox/receivers/${name}/requests` }, came.at(-1)?.n ?? 0);
  }

  /** From the next request on; to try what becomes of a callback whose receiver is down. */
  answerWith(name: string, status: number, options?: CallOptions) {
    return this.transport.send<Schema<'Refusal'>>(
      { method: 'PUT', path: pathOf`/sandbox/receivers/${name}`, body: { status } },
      options,
    );
  }
}
