/**
 * The handsets of a gateway in the sandbox, for tests of applications: wait for what a person gets, and do what a person does.
 * `waitForMessage`, `waitForCall` and `waitForEndedCall` give each message and call once (waiting.ts); `skip` leaves behind
 * what a handset has had so far.
 */
import { Receivers } from './receivers.ts';
import { listOf } from './resources/resource.ts';
import { type CallOptions, pathOf, type Transport } from './transport.ts';
import type { HandsetCall, QueryOf, Schema } from './types.ts';
import { type Source, Waiting, type WaitOptions } from './waiting.ts';

/** What a phone sends to an RCS agent; what is not said has the gateway's default. */
export interface HandsetFile {
  readonly to: string;
  readonly uri: string;
  readonly name?: string;
  readonly mime_type?: string;
  readonly size_bytes?: number;
}

export class Sandbox {
  readonly receivers: Receivers;
  private readonly transport: Transport;
  private readonly waiting: Waiting;

  constructor(transport: Transport) {
    this.receivers = new Receivers(transport);
    this.transport = transport;
    this.waiting = new Waiting(transport);
  }

  /** Those that got or sent something, or were called. */
  handsets(query?: QueryOf<'/sandbox/handsets'>, options?: CallOptions) {
    return listOf(this.transport, '/sandbox/handsets', 'handsets', { query, options });
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

  waitForMessage(number: string, options: WaitOptions<Schema<'HandsetMessage'>> = {}) {
    return this.waiting.next(messagesAt(number), options);
  }

  /** One that rings counts. */
  waitForCall(number: string, options: WaitOptions<HandsetCall> = {}) {
    return this.waiting.next(callsAt(number), options);
  }

  /** One that is over, so that it has a recording. */
  waitForEndedCall(number: string, options: WaitOptions<Schema<'HandsetCall'>> = {}) {
    return this.waiting.next(endedCallsAt(number), options);
  }

  async skip(number: string): Promise<void> {
    this.waiting.skip(messagesAt(number), (await this.messages(number)).length);
    const calls = await this.calls(number);
    this.waiting.skip(callsAt(number), calls.length);
    this.waiting.skip(endedCallsAt(number), calls.filter((call) => call.ended_on !== null).length);
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

  sendFile(number: string, file: HandsetFile, options?: CallOptions) {
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
}

function messagesAt(number: string): Source {
  return { path: pathOf`/sandbox/handsets/${number}/messages` };
}

function callsAt(number: string): Source {
  return { path: pathOf`/sandbox/handsets/${number}/calls`, query: { live: true } };
}

function endedCallsAt(number: string): Source {
  return { path: pathOf`/sandbox/handsets/${number}/calls` };
}
