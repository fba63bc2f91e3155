/**
 * Runs a transaction's machine: keeps its timers and does what its steps put out.
 *
 * 1. When the machine has terminated its timers are gone, and `ended` has been called once.
 */
import type { Clock, Timer } from '../../../lib/clock.ts';
import type { Output, Step, TimerInput, TimerName } from './machine.ts';

export interface RunnerActions<Message> {
  send(): void;
  sendAck(message: Message | null): void;
  passUp(message: Message | null): void;
  fail(why: 'timeout' | 'lost'): void;
  ended(): void;
}

/** What the owner of a transaction needs of it. */
export interface Running<Input, Message> {
  readonly state: string;
  input(input: Input, message?: Message | null): void;
  end(): void;
}

export class Runner<Machine extends { readonly state: string }, Input, Message> implements Running<Input, Message> {
  private readonly clock: Clock;
  private readonly step: (machine: Machine, input: Input | TimerInput) => Step<Machine>;
  private readonly actions: RunnerActions<Message>;
  private machine: Machine;
  private readonly timers = new Map<TimerName, Timer>();
  private hasEnded = false;

  constructor(
    clock: Clock,
    machine: Machine,
    step: (machine: Machine, input: Input | TimerInput) => Step<Machine>,
    actions: RunnerActions<Message>,
  ) {
    this.clock = clock;
    this.machine = machine;
    this.step = step;
    this.actions = actions;
  }

  get state(): Machine['state'] {
    return this.machine.state;
  }

  /** `message`: what the input came with. */
  input(input: Input | TimerInput, message: Message | null = null): void {
    if (this.hasEnded) return;
    const { machine, outputs } = this.step(this.machine, input);
    this.machine = machine;
    for (const output of outputs) this.perform(output, message);
    if (this.machine.state === 'terminated') this.end();
  }

  /** Without another word: nothing is sent or passed up any more. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const timer of this.timers.values()) this.clock.clearTimer(timer);
    this.timers.clear();
    this.actions.ended();
  }

  private perform(output: Output, message: Message | null): void {
    switch (output.type) {
      case 'send':
        return this.actions.send();
      case 'send_ack':
        return this.actions.sendAck(message);
      case 'pass_up':
        return this.actions.passUp(message);
      case 'fail':
        return this.actions.fail(output.why);
      case 'clear':
        return this.clear(output.timer);
      case 'set':
        return this.set(output.timer, output.afterMs);
    }
  }

  private set(name: TimerName, afterMs: number): void {
    this.clear(name);
    // The user may have ended it when something was passed up.
    if (this.hasEnded) return;
    const timer = this.clock.setTimer(() => {
      this.timers.delete(name);
      this.input({ type: 'timer', timer: name });
    }, afterMs);
    this.timers.set(name, timer);
  }

  private clear(name: TimerName): void {
    const timer = this.timers.get(name);
    if (timer) this.clock.clearTimer(timer);
    this.timers.delete(name);
  }
}
