/**
 * Works off lists of numbers, a step of one list after a step of another, so that a long list holds up no short one.
 *
 * 1. A list is taken under a lease (store/capability/number-lists.ts): after the death of a node another one goes on with
 *    it. What was answered is written with each step; what was under way is asked again.
 * 2. What is known already is not asked again. Several numbers are asked about at once where the carrier tells so.
 * 3. A number about which a carrier was asked in vain is asked again when that is no longer known, three times in all.
 *    Then its answer is that (3041).
 * 4. Nobody waits for these questions: they leave the carrier's room to messages and to those for whom somebody waits.
 * 5. A list is forgotten a week after it was sent in.
 */
import type { CapabilityOfMany } from '../../carriers/capability.ts';
import type { Carrier } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';
import { DAY_MS, SECOND_MS } from '../../lib/durations.ts';
import type { Service } from '../../lib/service.ts';
import { Worker } from '../../lib/worker.ts';
import type { KnownCapability } from '../../store/capability/capabilities.ts';
import {
  claimList,
  forgetList,
  forgetNumbers,
  type ListedNumber,
  type NumberList,
  nextListAt,
  openNumbers,
  updateList,
  writeAnswers,
} from '../../store/capability/number-lists.ts';
import type { Database } from '../../store/database.ts';
import { bucketsOfEach, type Lanes } from '../../store/sql/lanes.ts';
import { type Asked, carrierOfAgent } from './agents.ts';
import { CAPABILITY } from './codes.ts';
import { type KnownAnswers, keyName, knownOf } from './known-answers.ts';
import { type CapabilityQuestions, isBusy } from './questions.ts';

export interface ListWorkerOptions {
  readonly context: Context;
  readonly db: Database;
  readonly lanes: Lanes;
  readonly carriers: readonly Carrier[];
  readonly known: KnownAnswers;
  readonly questions: Pick<CapabilityQuestions, 'askCarrier'>;
}

const LOOK_EVERY_MS = 10_000;
/** Longer than a step takes where the carrier answers within its usual 20 s. One that takes longer may be done twice. */
export const LEASE_MS = 30_000;
/** Rule 5. */
export const LIST_KEPT_MS = 7 * DAY_MS;
/** Numbers in a step; as many as a carrier tells of at once, where it does. */
const ASKED_IN_A_STEP = 500;
const AT_A_TIME = 8;
const STEP_MS = 2 * SECOND_MS;
const MOST_TRIES = 3;
const FORGOTTEN_AT_ONCE = 1_000;

/** What a step has found out. */
interface Step {
  readonly answers: ListedNumber[];
  /** To be kept for other questions, by `keyName`. */
  readonly told: Map<string, KnownCapability>;
  /** Rule 3: when those may be asked again about which the carrier was asked in vain before. */
  heldUntil: number;
  /** When the carrier has room again. */
  roomAt: number;
}

export class ListWorker implements Service {
  readonly name = 'lists of numbers';
  private readonly options: ListWorkerOptions;
  private readonly worker: Worker;
  private isStopping = false;
  private readonly stopped: Promise<void>;
  private stopAll: () => void = () => {};

  constructor(options: ListWorkerOptions) {
    this.options = options;
    this.stopped = new Promise((resolve) => {
      this.stopAll = resolve;
    });
    const work = () => this.work();
    this.worker = new Worker({ context: options.context, name: this.name, work, longestSleepMs: LOOK_EVERY_MS });
  }

  start(): Promise<void> {
    return this.worker.start();
  }

  /** What carriers have not answered by now is asked again by whoever goes on. */
  stop(): Promise<void> {
    this.isStopping = true;
    this.stopAll();
    return this.worker.stop();
  }

  wake(): void {
    this.worker.wake();
  }

  /** A step of one list; resolves with the delay until the next look. */
  private async work(): Promise<number> {
    const { context, db, lanes } = this.options;
    const next = await nextListAt(db);
    const now = context.clock.now();
    if (next === null || next > now) return next === null ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS, next - now);
    for (const buckets of bucketsOfEach(lanes)) {
      if (this.isStopping) break;
      const claimed = await claimList(db, now, now + LEASE_MS, buckets);
      if (!claimed) continue;
      if (claimed.doneAt === null) await this.goOn(claimed);
      else await this.forget(claimed);
      return 0;
    }
    // Another node has taken it.
    return LOOK_EVERY_MS;
  }

  private async goOn(list: NumberList): Promise<void> {
    const { context, db, known } = this.options;
    const numbers = await openNumbers(db, list.id, this.mostInAStep());
    const step: Step = { answers: [], told: new Map(), heldUntil: Number.POSITIVE_INFINITY, roomAt: 0 };
    await this.answer(numbers, step);
    await known.write([...step.told.values()]);
    const isDone = numbers.length === 0;
    const now = context.clock.now();
    const doneAt = isDone ? now : null;
    const dueAt = isDone ? list.askedAt + LIST_KEPT_MS : againAt(step, now);
    await db.transaction(async (tx) => {
      if (await updateList(tx, list, { doneAt, dueAt })) await writeAnswers(tx, step.answers);
    });
  }

  private mostInAStep(): number {
    const { carriers } = this.options;
    return Math.max(ASKED_IN_A_STEP, ...carriers.map(({ capabilities }) => capabilities?.many?.most ?? 0));
  }

  /** Rule 2. */
  private async answer(numbers: readonly ListedNumber[], step: Step): Promise<void> {
    const { known, carriers } = this.options;
    const found = await known.find(numbers);
    const unknown = new Map<Asked, ListedNumber[]>();
    for (const number of numbers) {
      const carrier = carrierOfAgent(carriers, number.agent);
      const told = found.get(keyName(number));
      if (told?.code === CAPABILITY.failed) step.heldUntil = Math.min(step.heldUntil, told.goodUntil);
      else if (told) this.note(step, number, told);
      else if (!carrier) step.answers.push({ ...number, code: CAPABILITY.failed });
      else unknown.set(carrier, [...(unknown.get(carrier) ?? []), number]);
    }
    const over = this.options.context.clock.monotonic() + STEP_MS;
    for (const [carrier, those] of unknown) {
      const left = await this.askTogether(carrier, those, step);
      await this.askEach(carrier, left, step, over);
    }
  }

  /** Resolves with those about which the carrier does not tell so. */
  private async askTogether(
    carrier: Asked,
    numbers: readonly ListedNumber[],
    step: Step,
  ): Promise<readonly ListedNumber[]> {
    const { many } = carrier.capabilities;
    if (!many || numbers.length < 2) return numbers;
    const { clock } = this.options.context;
    const asked = numbers.slice(0, many.most);
    const said = await Promise.race([many.ask(asked.map(({ number }) => number)), this.stopped]);
    if (!said) return [];
    if (said === 'one_by_one') return numbers;
    const now = clock.now();
    if ('kind' in said && said.kind === 'not_asked') {
      step.roomAt = now + said.afterMs;
      return [];
    }
    for (const [index, number] of asked.entries()) {
      const one = oneOf(said, index);
      if (one) this.keep(step, number, knownOf(number, one, now));
    }
    return [];
  }

  /** Until the time of the step is over, the carrier has no room, or this node stops. */
  private async askEach(carrier: Asked, numbers: readonly ListedNumber[], step: Step, over: number): Promise<void> {
    const { context, questions } = this.options;
    const { clock } = context;
    const left = [...numbers];
    let isFull = false;
    const askOn = async (): Promise<void> => {
      while (!isFull && !this.isStopping && clock.monotonic() < over) {
        const number = left.shift();
        if (!number) return;
        // A list may hold a number twice.
        const told = step.told.get(keyName(number)) ?? (await questions.askCarrier(carrier, number, false));
        if (this.isStopping) return;
        if (!isBusy(told)) this.keep(step, number, told);
        else {
          isFull = true;
          step.roomAt = clock.now() + told.retryMs;
        }
      }
    };
    await Promise.race([Promise.all(Array.from({ length: AT_A_TIME }, askOn)), this.stopped]);
  }

  private keep(step: Step, number: ListedNumber, told: KnownCapability): void {
    step.told.set(keyName(told), told);
    this.note(step, number, told);
  }

  /** Rule 3. */
  private note(step: Step, number: ListedNumber, told: KnownCapability): void {
    if (told.code !== CAPABILITY.failed) {
      step.answers.push({ ...number, code: told.code, features: told.features });
      return;
    }
    const tries = number.tries + 1;
    step.answers.push({ ...number, tries, code: tries < MOST_TRIES ? null : CAPABILITY.failed });
  }

  /** Rule 5: some at a time. */
  private async forget(list: NumberList): Promise<void> {
    const { context, db } = this.options;
    const { doneAt } = list;
    await db.transaction(async (tx) => {
      if (!(await updateList(tx, list, { doneAt, dueAt: context.clock.now() }))) return;
      const count = await forgetNumbers(tx, list.id, FORGOTTEN_AT_ONCE);
      if (count < FORGOTTEN_AT_ONCE) await forgetList(tx, list.id);
    });
  }
}

/** At once where something was found out: what has not been asked yet comes before what was asked in vain. */
function againAt({ answers, heldUntil, roomAt }: Step, now: number): number {
  if (roomAt > now) return roomAt;
  return answers.length > 0 || heldUntil === Number.POSITIVE_INFINITY ? now : Math.max(now, heldUntil);
}

function oneOf(said: Exclude<CapabilityOfMany, 'one_by_one'>, index: number) {
  const one = 'kind' in said ? said : said[index];
  return one === undefined || one.kind === 'not_asked' ? null : one;
}
