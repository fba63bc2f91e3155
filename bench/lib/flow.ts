/**
 * Messages on their whole way (taken, sent, receipt, callback), with what is under way kept in view.
 *
 * 1. Under way is what was answered 200 and whose callback has not come. It is read every `STEP_MS`, and told to the
 *    load, which in a closed loop begins no more than `inFlight`.
 */
import type { LoadHandlers, LoadPlan, LoadWindow } from '../tools/load.ts';
import type { ReceiverHandlers } from '../tools/receiver.ts';
import type { CpuTimes } from './gateway.ts';
import { pause } from './section.ts';
import type { Tool } from './tool.ts';

const STEP_MS = 20;
const NAME = 'flow';

/** What carries the messages, and the tools around it. */
export interface FlowOptions {
  readonly load: Tool<LoadHandlers>;
  readonly receiver: Tool<ReceiverHandlers>;
  readonly gateway: { cpu(): CpuTimes };
}

export interface FlowWindow {
  readonly load: LoadWindow;
  /** Callbacks that came. */
  readonly done: number;
  readonly tookMs: number;
  readonly cpu: CpuTimes;
  readonly underWayAtEnd: number;
}

export class Flow {
  private readonly rig: FlowOptions;
  private before = { taken: 0, done: 0 };
  private loop: Promise<void> = Promise.resolve();
  private isStopped = false;
  private last = { taken: 0, done: 0 };

  private constructor(rig: FlowOptions) {
    this.rig = rig;
  }

  static async start(rig: FlowOptions, plan: LoadPlan): Promise<Flow> {
    const flow = new Flow(rig);
    flow.before = { taken: 0, done: await rig.receiver.call.total(undefined) };
    await rig.load.call.start({ name: NAME, plan });
    flow.loop = flow.follow();
    return flow;
  }

  get underWay(): number {
    return this.last.taken - this.last.done;
  }

  /** What happens in the next so many milliseconds. */
  window(ms: number): Promise<FlowWindow> {
    return this.windowWhile(pause(ms));
  }

  /** What happens until the work is done. */
  async windowWhile(work: Promise<unknown>): Promise<FlowWindow> {
    const { load, gateway } = this.rig;
    await load.call.mark(NAME);
    const from = { cpu: gateway.cpu(), done: this.last.done, at: performance.now() };
    await work;
    const to = { cpu: gateway.cpu(), done: this.last.done, at: performance.now() };
    return {
      load: await load.call.mark(NAME),
      done: to.done - from.done,
      tookMs: to.at - from.at,
      cpu: { gateway: to.cpu.gateway - from.cpu.gateway, postgres: to.cpu.postgres - from.cpu.postgres },
      underWayAtEnd: this.underWay,
    };
  }

  /** Ends the load and waits until everything has come to its end, at most so long. Returns what has not. */
  async finish(withinMs: number): Promise<number> {
    await this.rig.load.call.stop(NAME);
    const end = performance.now() + withinMs;
    while (performance.now() < end) {
      if (this.underWay <= 0 && this.last.taken > 0) break;
      await pause(STEP_MS);
    }
    this.isStopped = true;
    await this.loop;
    return this.underWay;
  }

  private async follow(): Promise<void> {
    const { load, receiver } = this.rig;
    while (!this.isStopped) {
      const done = (await receiver.call.total(undefined)) - this.before.done;
      const taken = await load.call.report({ name: NAME, done });
      this.last = { taken, done };
      await pause(STEP_MS);
    }
  }
}
