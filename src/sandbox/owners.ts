/**
 * What the owners of simulated handsets do by themselves: some of them answer what they get (stories.ts).
 *
 * 1. An answer comes `ANSWERS_AFTER_MS` after the message, to its sender, on its channel.
 * 2. Who has answered a sender leaves what comes from it in the next `RESTS_FOR_MS` alone. Otherwise an owner and a program
 *    that answers each other's answers would never end.
 */
import type { SimulatedFile } from '../carriers/rcs/simulator-person.ts';
import type { Clock, Timer } from '../lib/clock.ts';
import { type Handsets, PLACE } from './handsets.ts';

export type OwnerStory =
  | { readonly kind: 'replies'; readonly text: string }
  /** Presses the first button: of the newest card, or of the newest message that has one. */
  | { readonly kind: 'taps' }
  /** To RBM's agent: a text message has neither. */
  | { readonly kind: 'sends_file' | 'sends_location' };

export interface OwnersOptions {
  readonly clock: Clock;
  readonly handsets: Pick<Handsets, 'reply' | 'tap' | 'sendFile' | 'sendLocation'>;
  readonly storyOf: (number: string) => OwnerStory | null;
}

const FILE: SimulatedFile = {
  uri: 'https://files.example/photo.jpg',
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  sizeBytes: 181_500,
};
const ANSWERS_AFTER_MS = 2_000;
const RESTS_FOR_MS = 10_000;
const MOST_ANSWERING = 10_000;

export class Owners {
  private readonly options: OwnersOptions;
  /** By handset and sender: before the answer, and while they rest after it. */
  private readonly timers = new Map<string, Timer>();

  constructor(options: OwnersOptions) {
    this.options = options;
  }

  /** A message has come to a handset. */
  got(number: string, from: string): void {
    const story = this.options.storyOf(number);
    const name = `${number} ${from}`;
    if (!story || this.timers.has(name) || this.timers.size >= MOST_ANSWERING) return;
    this.later(name, ANSWERS_AFTER_MS, () => {
      this.later(name, RESTS_FOR_MS, () => this.timers.delete(name));
      this.answer(story, number, from);
    });
  }

  stop(): void {
    for (const timer of this.timers.values()) this.options.clock.clearTimer(timer);
    this.timers.clear();
  }

  private answer(story: OwnerStory, number: string, from: string): void {
    const { handsets } = this.options;
    switch (story.kind) {
      case 'replies':
        handsets.reply(number, from, story.text);
        return;
      case 'taps':
        handsets.tap(number);
        return;
      case 'sends_file':
        handsets.sendFile(number, from, FILE);
        return;
      case 'sends_location':
        handsets.sendLocation(number, from, PLACE);
        return;
    }
  }

  private later(name: string, afterMs: number, work: () => void): void {
    this.timers.set(name, this.options.clock.setTimer(work, afterMs));
  }
}
