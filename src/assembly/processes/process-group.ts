/**
 * The processes of one gateway: starts them, starts again those that end, carries questions between them, and ends them.
 *
 * 1. The first process starts alone, as it brings the schema up to date and makes what is missing; when it does its work
 *    the others follow, all at once. If it ends before that, the start has failed: it has said why.
 * 2. A process that ends by itself is started again under its number, after a pause that grows while they die young. No
 *    other process ends for it.
 * 3. Connections that lie at one process while another has few are let go, so that they come again and spread
 *    (even-connections.ts).
 * 4. One that gives no answer is not waited for, nor is one that does not end when it is told to. One that has been asked
 *    and has said nothing for two seconds stands still: it does not count as one that does its work until it speaks.
 * 5. One that still starts misses nothing: it is told to end once it hears, and gets the settings that the others took
 *    meanwhile when it does its work.
 */
import type { Context } from '../../context.ts';
import type { SettingsReload } from '../../http/operator/options.ts';
import { backoffMs } from '../../lib/backoff.ts';
import type { Timer } from '../../lib/clock.ts';
import { excessOf } from './even-connections.ts';
import { type Figures, GroupFigures } from './group-figures.ts';
import type { GroupSettings } from './group-settings.ts';
import type { FromProcess, Task, ToProcess } from './messages.ts';

export interface ProcessHandle {
  readonly pid: number | undefined;
  /** Says nothing to one that is gone. */
  send(message: ToProcess): void;
  kill(): void;
}

export interface ProcessListener {
  received(message: FromProcess): void;
  /** Once. */
  ended(how: { readonly code: number | null; readonly signal: string | null }): void;
}

export interface ProcessGroupOptions {
  readonly context: Context;
  readonly count: number;
  /** How many there may be when the database has so many connections left. */
  readonly most: (free: number) => number;
  readonly databaseUrl: string | null;
  readonly settings: Pick<GroupSettings, 'current' | 'reload'>;
  readonly spawn: (task: Task, listener: ProcessListener) => ProcessHandle;
  /** One of them found that its node runs elsewhere. */
  readonly replaced: () => void;
  readonly endWithinMs: number;
}

interface Member {
  readonly task: Task;
  readonly handle: ProcessHandle;
  readonly startedAt: number;
  /** It hears what it is told. */
  hears: boolean;
  isReady: boolean;
  /** The others have taken settings since it got its own. */
  isBehind: boolean;
  /** When it was first asked since it last said something; null: it has answered all. Monotonic. */
  askedAt: number | null;
  /** The log has it that it stands still. */
  isToldStill: boolean;
}

type Asked = Extract<FromProcess, { type: 'ask' }>;
type ToldProcess = Extract<ToProcess, { type: 'question' }>;

interface Waiting {
  readonly from: Set<number>;
  readonly answers: Map<number, unknown>;
  settle(): void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** One that ran this long was well: its end starts a new count. */
const WELL_AFTER_MS = 60_000;
const ANSWER_WITHIN_MS = 1_000;
const STILL_AFTER_MS = 2_000;
const SPREAD_EVERY_MS = 5_000;

export class ProcessGroup {
  private readonly options: ProcessGroupOptions;
  private readonly members = new Map<number, Member>();
  private readonly failures = new Map<number, number>();
  private readonly pauses = new Map<number, Timer>();
  private readonly questions = new Map<number, Waiting>();
  private readonly figures: GroupFigures;
  /** How many there should be. */
  private count: number;
  private spreading: Timer | null = null;
  private lastQuestion = 0;
  /** Why all end; null: they do not. */
  private ending: string | null = null;
  private firstIsOver: ((failed: boolean) => void) | null = null;
  private allEnded: (() => void) | null = null;

  constructor(options: ProcessGroupOptions) {
    this.options = options;
    this.count = options.count;
    const ask = async () => [...(await this.askAll('figures', null, null))] as ReadonlyArray<[number, Figures]>;
    this.figures = new GroupFigures(options.context, { ask, running: () => this.running, wanted: () => this.count });
  }

  /** How many do their work. */
  get running(): number {
    return [...this.members.values()].filter((member) => member.isReady && !this.standsStill(member)).length;
  }

  /** Rule 4. */
  private standsStill({ askedAt }: Member): boolean {
    return askedAt !== null && this.options.context.clock.monotonic() - askedAt > STILL_AFTER_MS;
  }

  /** Resolves with false when the first process ended before it did its work. */
  async start(): Promise<boolean> {
    const failed = await new Promise<boolean>((resolve) => {
      this.firstIsOver = resolve;
      this.run(1, true);
    });
    this.firstIsOver = null;
    if (failed) return false;
    for (let number = 2; number <= this.count && this.ending === null; number += 1) this.run(number, false);
    this.spreadLater();
    this.options.context.log.info({ processes: this.count }, 'the processes of the gateway are started');
    return true;
  }

  /** Resolves when all that do their work have taken the settings as they stand now. */
  async reload(): Promise<SettingsReload> {
    const { told, next } = this.options.settings.reload();
    for (const member of this.members.values()) if (!member.isReady) member.isBehind = true;
    await this.askAll('reload', next, null);
    return told;
  }

  /** Resolves when all have ended, the second time at once; with false when some had to be killed. */
  async end(why: string): Promise<boolean> {
    const { clock, log } = this.options.context;
    let wereKilled = false;
    this.ending = why;
    for (const pause of [...this.pauses.values(), this.spreading]) if (pause) clock.clearTimer(pause);
    if (this.members.size === 0) return true;
    for (const { handle, hears } of this.members.values()) if (hears) handle.send({ type: 'end', why });
    const timer = clock.setTimer(() => {
      wereKilled = true;
      log.error({ processes: [...this.members.keys()] }, 'processes do not end, and are killed');
      for (const { handle } of this.members.values()) handle.kill();
    }, this.options.endWithinMs);
    await new Promise<void>((resolve) => {
      this.allEnded = resolve;
    });
    clock.clearTimer(timer);
    return !wereKilled;
  }

  private run(number: number, greets: boolean): void {
    const { context, databaseUrl, spawn } = this.options;
    this.pauses.delete(number);
    const task = { number, of: this.count, databaseUrl, greets };
    const handle = spawn(task, {
      received: (message) => this.received(member, message),
      ended: (how) => this.ended(member, how.signal ?? `code ${how.code}`, how.code === 0),
    });
    const startedAt = context.clock.monotonic();
    const state = { hears: false, isReady: false, isBehind: false, askedAt: null, isToldStill: false };
    const member: Member = { task, handle, startedAt, ...state };
    this.members.set(number, member);
  }

  private received(member: Member, message: FromProcess): void {
    member.askedAt = null;
    switch (message.type) {
      case 'starts':
        member.isBehind = false;
        return member.handle.send({ type: 'runs_with', ...this.options.settings.current });
      case 'joined':
        member.hears = true;
        if (this.ending !== null) member.handle.send({ type: 'end', why: this.ending });
        return;
      case 'ready':
        member.isReady = true;
        if (member.isBehind) this.tell(member, 'reload', this.options.settings.current.config);
        this.options.context.log.info(
          { started: member.task.number, pid: member.handle.pid },
          'a process of the gateway works',
        );
        if (this.firstIsOver && message.free !== null) this.makeFit(message.free);
        return this.firstIsOver?.(false);
      case 'starts_over':
        member.isReady = false;
        return;
      case 'replaced':
        return this.options.replaced();
      case 'ask':
        return void this.asked(member, message);
      case 'answer': {
        const question = this.questions.get(message.id);
        if (!question?.from.has(member.task.number)) return;
        question.answers.set(member.task.number, message.answer);
        if (question.answers.size === question.from.size) question.settle();
      }
    }
  }

  private makeFit(free: number): void {
    const { context, most } = this.options;
    const fitting = Math.min(this.count, most(free));
    if (fitting === this.count) return;
    const facts = { processes: fitting, insteadOf: this.count, free };
    context.log.warn(facts, 'the database has connections for fewer processes: raise its max_connections');
    this.count = fitting;
  }

  private async asked({ task, handle }: Member, { id, question, body }: Asked): Promise<void> {
    if (question === 'account') this.tellStarting(question, body);
    const answers = await this.answersTo(question, body, task.number);
    handle.send({ type: 'answers', id, answers, running: this.running, of: this.count });
  }

  private async answersTo(question: Asked['question'], body: unknown, from: number): Promise<readonly unknown[]> {
    if (question === 'figures') return [await this.figures.text()];
    if (question === 'reload') return [await this.reload()];
    return [...(await this.askAll(question, body, from)).values()];
  }

  /** Rule 5, of an account that an operator changes. They are not waited for. */
  private tellStarting(question: 'account', body: unknown): void {
    for (const member of this.members.values()) {
      if (!member.isReady && member.hears) this.tell(member, question, body);
    }
  }

  /** What it answers is nobody's. */
  private tell(member: Member, question: ToldProcess['question'], body: unknown): void {
    this.lastQuestion += 1;
    this.put(member, { type: 'question', id: this.lastQuestion, question, body });
  }

  private put(member: Member, question: ToldProcess): void {
    member.askedAt ??= this.options.context.clock.monotonic();
    member.handle.send(question);
  }

  /** By number. `but`: the one that asks. */
  private async askAll(
    question: ToldProcess['question'],
    body: unknown,
    but: number | null,
  ): Promise<ReadonlyMap<number, unknown>> {
    const { clock } = this.options.context;
    const asked = [...this.members.values()].filter(({ isReady, task }) => isReady && task.number !== but);
    const from = new Set(asked.filter((member) => !this.standsStill(member)).map(({ task }) => task.number));
    const answers = new Map<number, unknown>();
    this.lastQuestion += 1;
    const id = this.lastQuestion;
    await new Promise<void>((resolve) => {
      const timer = clock.setTimer(() => settle(), ANSWER_WITHIN_MS);
      const settle = () => {
        clock.clearTimer(timer);
        this.questions.delete(id);
        resolve();
      };
      this.questions.set(id, { from, answers, settle });
      for (const member of asked) this.put(member, { type: 'question', id, question, body });
      if (from.size === 0) settle();
    });
    return answers;
  }

  /** Rule 3. */
  private spreadLater(): void {
    if (this.ending !== null) return;
    this.spreading = this.options.context.clock.setTimer(() => {
      void this.spread().finally(() => this.spreadLater());
    }, SPREAD_EVERY_MS);
  }

  private async spread(): Promise<void> {
    const open = await this.askAll('connections', null, null);
    const counts = [...open].filter((each): each is [number, number] => typeof each[1] === 'number');
    const excess = excessOf(new Map(counts));
    for (const [number, member] of this.members) {
      this.tellOfStanding(member);
      // Nothing is left of what the last round asked for.
      if (member.isReady) this.tell(member, 'let_go', excess.get(number) ?? 0);
    }
  }

  private tellOfStanding(member: Member): void {
    const { log } = this.options.context;
    const isStill = member.isReady && this.standsStill(member);
    if (isStill === member.isToldStill) return;
    member.isToldStill = isStill;
    const facts = { still: member.task.number, pid: member.handle.pid };
    if (isStill) log.error(facts, 'a process of the gateway gives no answer; the others do its work');
    else log.info(facts, 'a process of the gateway answers again');
  }

  private ended(member: Member, how: string, isClean: boolean): void {
    const { number } = member.task;
    this.members.delete(number);
    this.figures.ended(number);
    for (const question of [...this.questions.values()]) {
      question.from.delete(number);
      question.answers.delete(number);
      if (question.answers.size === question.from.size) question.settle();
    }
    if (this.ending !== null) {
      if (this.members.size === 0) this.allEnded?.();
    } else if (this.firstIsOver) this.firstIsOver(true);
    else this.startAgain(member, how, isClean);
  }

  /** Rule 2. */
  private startAgain({ task, handle, startedAt }: Member, how: string, isClean: boolean): void {
    const { clock, log, randomBytes } = this.options.context;
    const { number } = task;
    const wasWell = isClean || clock.monotonic() - startedAt > WELL_AFTER_MS;
    const failures = wasWell ? 1 : (this.failures.get(number) ?? 0) + 1;
    this.failures.set(number, failures);
    const pauseMs = backoffMs(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, randomBytes);
    const facts = { ended: number, pid: handle.pid, how, pauseMs };
    if (isClean) log.info(facts, 'a process of the gateway has ended; it is started again');
    else log.error(facts, 'a process of the gateway has died; it is started again');
    this.pauses.set(
      number,
      clock.setTimer(() => {
        this.figures.startedAgain();
        this.run(number, false);
      }, pauseMs),
    );
  }
}
