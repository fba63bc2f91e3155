/**
 * The end of a process that is one of several: asks the others, and answers them.
 *
 * 1. Whoever asks gets the answers of those that answered in time, and never waits for long: one that stands still
 *    holds up no other.
 */
import type { Clock } from '../../lib/clock.ts';
import type { FromProcess, OfSupervisor, Question, Task, ToProcess } from './messages.ts';

/** The channel to the supervisor. */
export interface Channel {
  send(message: FromProcess): void;
  listen(received: (message: ToProcess) => void): void;
}

export interface SiblingsOptions {
  readonly clock: Clock;
  readonly task: Task;
  readonly channel: Channel;
  /** All are to end. */
  readonly end: (why: string) => void;
}

export interface Answers {
  readonly answers: readonly unknown[];
  /** How many processes do their work, this one among them. */
  readonly running: number;
  /** How many should. */
  readonly of: number;
}

type Answered = Question | OfSupervisor | 'figures';
type Answering = (body: unknown) => unknown;

/** The supervisor answers in less, whoever does not. */
const WITHIN_MS = 3_000;

export class Siblings {
  readonly task: Task;
  private readonly options: SiblingsOptions;
  private readonly answering = new Map<Answered, Answering>();
  private readonly asked = new Map<number, (answers: Answers) => void>();
  private lastId = 0;

  constructor(options: SiblingsOptions) {
    this.options = options;
    this.task = options.task;
    options.channel.listen((message) => void this.received(message));
    options.channel.send({ type: 'joined' });
  }

  /** This process does its work. */
  ready(free: number | null): void {
    this.options.channel.send({ type: 'ready', free });
  }

  startsOver(): void {
    this.options.channel.send({ type: 'starts_over' });
  }

  replaced(): void {
    this.options.channel.send({ type: 'replaced' });
  }

  /** How this process answers; what it answered before does not count any more. */
  answer(question: Answered, how: Answering): void {
    this.answering.set(question, how);
  }

  /** Resolves with what the others say; of `figures` with one text for all. Never rejects. */
  ask(question: Question | 'figures', body: unknown = null): Promise<Answers> {
    const { clock, channel } = this.options;
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve) => {
      const settle = (answers: Answers) => {
        clock.clearTimer(timer);
        this.asked.delete(id);
        resolve(answers);
      };
      const timer = clock.setTimer(() => settle({ answers: [], running: 1, of: this.task.of }), WITHIN_MS);
      this.asked.set(id, settle);
      channel.send({ type: 'ask', id, question, body });
    });
  }

  private async received(message: ToProcess): Promise<void> {
    switch (message.type) {
      case 'end':
        return this.options.end(message.why);
      case 'answers': {
        const { id, answers, running, of } = message;
        return this.asked.get(id)?.({ answers, running, of });
      }
      case 'question': {
        const { id, question, body } = message;
        const answer = await Promise.resolve()
          .then(() => this.answering.get(question)?.(body))
          .catch(() => undefined);
        return this.options.channel.send({ type: 'answer', id, answer });
      }
    }
  }
}
