/**
 * The handsets of a gateway in the sandbox, for tests of applications: wait for what a person gets, and do what a person does.
 *
 * 1. `waitForMessage`, `waitForCall` and `waitForEndedCall` give each message and call once, in their order: what was there
 *    before counts, so nothing is missed between sending and waiting. `skip` leaves behind what a handset has had so far.
 * 2. They wait at the gateway, which answers when something has come; nobody asks again and again.
 */
import { TimedOutError } from './errors.ts';
import { type CallOptions, pathOf, type Transport } from './transport.ts';
import type { HandsetCall, Schema } from './types.ts';

export interface WaitOptions<T> {
  /** 30,000 unless said; then it rejects with a TimedOutError. */
  readonly withinMs?: number;
  /** The first that fits; those before it are left behind. */
  readonly where?: (item: T) => boolean;
  readonly signal?: AbortSignal;
}

const LONGEST_WAIT_SECONDS = 50;
/** Beyond what the gateway waits. */
const SPARE_MS = 10_000;

export class Sandbox {
  private readonly transport: Transport;
  private readonly messagesHad = new Map<string, number>();
  private readonly callsHad = new Map<string, number>();
  private readonly endedCallsHad = new Map<string, number>();

  constructor(transport: Transport) {
    this.transport = transport;
  }

  /** All that a handset has got and that is kept, newest last. */
  messages(number: string, options?: CallOptions) {
    return this.transport.send<ReadonlyArray<Schema<'HandsetMessage'>>>(
      { method: 'GET', path: pathOf`/sandbox/handsets/${number}/messages` },
      options,
    );
  }

  /** Also those that ring or speak. */
  calls(number: string, options?: CallOptions) {
    return this.transport.send<readonly HandsetCall[]>(
      { method: 'GET', path: pathOf`/sandbox/handsets/${number}/calls`, query: { live: true } },
      options,
    );
  }

  /** Rule 1. */
  async waitForMessage(number: string, options: WaitOptions<Schema<'HandsetMessage'>> = {}) {
    const path = pathOf`/sandbox/handsets/${number}/messages`;
    return this.waitFor({ number, path, query: {}, had: this.messagesHad }, options);
  }

  /** Rule 1; one that rings counts. */
  async waitForCall(number: string, options: WaitOptions<HandsetCall> = {}) {
    const path = pathOf`/sandbox/handsets/${number}/calls`;
    return this.waitFor({ number, path, query: { live: true }, had: this.callsHad }, options);
  }

  /** Rule 1; one that is over, so that it has a recording. */
  async waitForEndedCall(number: string, options: WaitOptions<Schema<'HandsetCall'>> = {}) {
    const path = pathOf`/sandbox/handsets/${number}/calls`;
    return this.waitFor({ number, path, query: {}, had: this.endedCallsHad }, options);
  }

  /** Rule 1. */
  async skip(number: string): Promise<void> {
    this.messagesHad.set(number, (await this.messages(number)).length);
    const calls = await this.calls(number);
    this.callsHad.set(number, calls.length);
    this.endedCallsHad.set(number, calls.filter((call) => call.ended_on !== null).length);
  }

  /** Writes a text to a sender. */
  reply(number: string, answer: { readonly to: string; readonly text: string }, options?: CallOptions) {
    return this.act(number, 'reply', answer, options);
  }

  /** Presses a button: the first of the newest card unless it is said which. */
  tap(number: string, choice: Schema<'HandsetChoice'> = {}, options?: CallOptions) {
    return this.transport.send<Schema<'HandsetPressed'>>(
      { method: 'POST', path: pathOf`/sandbox/handsets/${number}/tap`, body: choice },
      options,
    );
  }

  sendFile(number: string, file: { readonly to: string; readonly uri: string }, options?: CallOptions) {
    return this.act(number, 'file', file, options);
  }

  sendLocation(
    number: string,
    place: { readonly to: string; readonly latitude: number; readonly longitude: number },
    options?: CallOptions,
  ) {
    return this.act(number, 'location', place, options);
  }

  /** Whether calls to it ring until `answer`, `decline` or their end. */
  setWaiting(number: string, waits: boolean, options?: CallOptions) {
    return this.transport.send<Schema<'Refusal'>>(
      { method: 'PUT', path: pathOf`/sandbox/handsets/${number}/waits`, body: { waits } },
      options,
    );
  }

  answer(number: string, callId: string, options?: CallOptions) {
    return this.act(number, `calls/${encodeURIComponent(callId)}/answer`, undefined, options);
  }

  decline(number: string, callId: string, options?: CallOptions) {
    return this.act(number, `calls/${encodeURIComponent(callId)}/decline`, undefined, options);
  }

  hangUp(number: string, callId: string, options?: CallOptions) {
    return this.act(number, `calls/${encodeURIComponent(callId)}/hang-up`, undefined, options);
  }

  press(number: string, callId: string, keys: string, options?: CallOptions) {
    return this.act(number, `calls/${encodeURIComponent(callId)}/keys`, { keys }, options);
  }

  /** What was heard in a call that is over, as WAV. */
  recording(number: string, callId: string, options?: CallOptions) {
    return this.transport.send<ArrayBuffer>(
      { method: 'GET', path: pathOf`/sandbox/handsets/${number}/calls/${`${callId}.wav`}`, as: 'bytes' },
      options,
    );
  }

  private act(number: string, what: string, body: unknown, options?: CallOptions) {
    return this.transport.send<Schema<'Refusal'>>(
      { method: 'POST', path: `${pathOf`/sandbox/handsets/${number}/`}${what}`, body },
      options,
    );
  }

  /** Rules 1 and 2. */
  private async waitFor<T>(
    { number, path, query, had }: { number: string; path: string; query: object; had: Map<string, number> },
    { withinMs = 30_000, where = () => true, signal }: WaitOptions<T>,
  ): Promise<T> {
    const until = Date.now() + withinMs;
    for (;;) {
      const after = had.get(number) ?? 0;
      const wait = Math.min(LONGEST_WAIT_SECONDS, Math.max(0, Math.ceil((until - Date.now()) / 1_000)));
      const found = await this.transport.send<readonly T[]>(
        { method: 'GET', path, query: { ...query, after, wait } },
        { timeoutMs: wait * 1_000 + SPARE_MS, ...(signal ? { signal } : {}) },
      );
      const index = found.findIndex(where);
      had.set(number, after + (index < 0 ? found.length : index + 1));
      const item = found[index];
      if (item !== undefined) return item;
      if (Date.now() >= until) throw new TimedOutError(`nothing that fits has come to ${number} within ${withinMs} ms`);
    }
  }
}
