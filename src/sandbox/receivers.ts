/**
 * Receivers of callbacks that the sandbox comes with: what is sent to one is kept, to be looked at, and answered as it was
 * told to answer.
 *
 * 1. Memory is bounded: the receivers used last, of each the newest requests, and what all of them hold together.
 * 2. `callbacks` is always there. Any other is there from its first request on.
 */
import type { Clock } from '../lib/clock.ts';
import type { ListedReceiver, ReceivedRequest, ReceiverBook } from '../lib/receivers.ts';
import { Arrivals } from './arrivals.ts';

/** Where the callbacks of the sandbox account go while it names no address of its own. */
export const DEFAULT_RECEIVER = 'callbacks';

export const RECEIVER_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;
export const LARGEST_REQUEST_BYTES = 64 * 1024;

const MOST_RECEIVERS = 50;
const MOST_REQUESTS = 100;
const MOST_CHARACTERS = 8 * 1024 * 1024;
const USUAL_ANSWER = 200;

interface Receiver {
  readonly name: string;
  count: number;
  answers: number;
  readonly requests: ReceivedRequest[];
}

export class Receivers implements ReceiverBook {
  readonly arrivals: Arrivals;
  private readonly clock: Clock;
  private readonly mostCharacters: number;
  /** Used last stands last. */
  private readonly receivers = new Map<string, Receiver>();
  private characters = 0;

  constructor(clock: Clock, mostCharacters = MOST_CHARACTERS) {
    this.clock = clock;
    this.mostCharacters = mostCharacters;
    this.arrivals = new Arrivals(clock);
    this.made(DEFAULT_RECEIVER);
  }

  /** Resolves to the status that it is answered with. */
  receive(name: string, request: Pick<ReceivedRequest, 'method' | 'headers' | 'body'>): ReceivedRequest {
    const receiver = this.receivers.get(name) ?? this.made(name);
    const { answers } = receiver;
    receiver.count += 1;
    const received_on = new Date(this.clock.now()).toISOString();
    const kept = { n: receiver.count, received_on, ...request, answered: answers };
    receiver.requests.push(kept);
    this.characters += sizeOf(kept);
    if (receiver.requests.length > MOST_REQUESTS) this.drop(receiver);
    this.receivers.delete(name);
    this.receivers.set(name, receiver);
    this.shrink();
    this.arrivals.arrived(name);
    return kept;
  }

  answerWith(name: string, status: number): boolean {
    const receiver = this.receivers.get(name);
    if (receiver) receiver.answers = status;
    return receiver !== undefined;
  }

  list(): ListedReceiver[] {
    return [...this.receivers.values()]
      .map(({ name, count, answers, requests }) => ({
        name,
        count,
        last_on: requests.at(-1)?.received_on ?? null,
        answers,
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  requestsAfter(name: string, count: number): readonly ReceivedRequest[] | null {
    return this.receivers.get(name)?.requests.filter(({ n }) => n > count) ?? null;
  }

  private made(name: string): Receiver {
    const receiver: Receiver = { name, count: 0, answers: USUAL_ANSWER, requests: [] };
    this.receivers.set(name, receiver);
    return receiver;
  }

  /** Rule 1: what has been used longest ago goes first. */
  private shrink(): void {
    while (this.receivers.size > MOST_RECEIVERS) {
      const oldest = [...this.receivers.values()].find(({ name }) => name !== DEFAULT_RECEIVER);
      if (!oldest) return;
      while (oldest.requests.length > 0) this.drop(oldest);
      this.receivers.delete(oldest.name);
    }
    for (const receiver of this.receivers.values()) {
      while (this.characters > this.mostCharacters && receiver.requests.length > 0) this.drop(receiver);
    }
  }

  private drop({ requests }: Receiver): void {
    const oldest = requests.shift();
    if (oldest) this.characters -= sizeOf(oldest);
  }
}

function sizeOf({ headers, body }: ReceivedRequest): number {
  return body.length + JSON.stringify(headers).length;
}
