import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createDice, type Dice } from '../../../test/support/random.ts';
import type { Verification } from '../../store/verifications/verification.ts';
import {
  type Admitted,
  type Answered,
  type AttemptView,
  answerCode,
  beginVerification,
  cancelVerification,
  type FreshVerification,
  LASTS_MS,
  type Looked,
  look,
  MOST_METHODS,
} from './verification.ts';

const START = Date.UTC(2026, 0, 1);
const ID = '0196f0c0-0000-7000-8000-000000000abc';
const FALLBACK_MS = 60_000;

const UNDER_WAY: AttemptView = {
  code: null,
  isFinal: false,
  isDelivered: false,
  isAtRest: false,
  mayArrive: true,
  isBlocked: false,
};
/** A text that an SMSC has, and that stays there. */
const AT_REST: AttemptView = { ...UNDER_WAY, isAtRest: true };
const DELIVERED: AttemptView = { ...UNDER_WAY, code: 3000, isFinal: true, isDelivered: true, isAtRest: true };
const REFUSED: AttemptView = { ...UNDER_WAY, code: 3042, isFinal: true, isAtRest: true, mayArrive: false };
const UNKNOWN: AttemptView = { ...UNDER_WAY, code: 3039, isFinal: true, isAtRest: true };
const BLOCKED: AttemptView = { ...REFUSED, code: 3046, isBlocked: true };
const TAKEN_BACK: AttemptView = { ...REFUSED, code: 3007 };

type FreshMethod = FreshVerification['methods'][number];

function method(name: string, changes: Partial<FreshMethod> = {}): FreshMethod {
  return { method: name, fallbackMs: FALLBACK_MS, ...changes };
}

function fresh(...methods: FreshMethod[]): FreshVerification {
  return {
    id: ID,
    accountId: 'ACCOUNT-1',
    recipient: '4915112345678',
    externalId: null,
    callback: null,
    voiceLanguage: null,
    language: 'en-US',
    template: null,
    optOutApplies: false,
    methods,
  };
}

/** A verification with its own clock and attempts: says what happened and what is to be done. */
class Story {
  verification: Verification;
  at = START;
  callbacks = 0;
  readonly started: number[] = [];
  /** How often each attempt was asked to be taken back. */
  readonly takenBack: number[] = [];
  readonly attempts: Array<AttemptView | null>;
  readonly refused = new Map<number, number>();
  readonly asked: number[] = [];

  constructor(...methods: FreshMethod[]) {
    const { verification, start } = beginVerification(fresh(...methods), this.at);
    this.verification = verification;
    this.attempts = methods.map(() => null);
    if (start !== null) this.begins(start);
  }

  /** As the job does: what asks is admitted, or refused, and looked at again. */
  looks(): Looked {
    const admitted = new Map<number, Admitted>();
    for (;;) {
      const looked = look(this.verification, {
        at: this.at,
        attempts: this.attempts,
        admitted: (index) => admitted.get(index),
      });
      if (looked.asks !== null) {
        this.asked.push(looked.asks);
        const code = this.refused.get(looked.asks);
        admitted.set(looked.asks, code === undefined ? 'yes' : { code });
        continue;
      }
      this.becomes(looked);
      if (looked.start !== null) this.begins(looked.start);
      for (const index of looked.takeBack) this.takenBack.push(index);
      return looked;
    }
  }

  answers(isRight: boolean): Answered['answer'] {
    const answered = answerCode(this.verification, isRight, this.at);
    this.becomes(answered);
    return answered.answer;
  }

  cancels(): void {
    this.becomes(cancelVerification(this.verification, this.at));
  }

  later(ms: number): this {
    this.at += ms;
    return this;
  }

  attempt(index: number, view: AttemptView): this {
    this.attempts[index] = view;
    return this;
  }

  states(): string {
    const { state, methods } = this.verification;
    return [state, ...methods.map((each) => each.state)].join(' ');
  }

  codes(): Array<number | null> {
    return this.verification.methods.map(({ code }) => code);
  }

  private becomes({ verification, isVisible }: Pick<Looked, 'verification' | 'isVisible'>): void {
    this.verification = verification;
    if (isVisible) this.callbacks += 1;
  }

  private begins(index: number): void {
    this.started.push(index);
    this.attempts[index] = UNDER_WAY;
  }
}

describe('a verification', () => {
  test('begins with its first method, and has until its fallback time', () => {
    const story = new Story(method('sms'), method('voice'));
    assert.equal(story.states(), 'ONGOING ONGOING CREATED');
    assert.deepEqual(story.codes(), [3901, null]);
    assert.equal(story.verification.dueAt, START + FALLBACK_MS);
    assert.deepEqual(story.started, [0]);
  });

  test('passes over what cannot be used, and is REJECTED where nothing can', () => {
    const story = new Story(method('push', { skipped: 3200 }), method('sms'), method('silent', { skipped: 3200 }));
    assert.equal(story.states(), 'ONGOING SKIPPED ONGOING SKIPPED');
    assert.deepEqual(story.codes(), [3200, 3901, 3200]);
    assert.equal(story.verification.dueAt, START + LASTS_MS);
    const none = new Story(method('push', { skipped: 3200 }));
    assert.equal(none.states(), 'REJECTED SKIPPED');
    assert.deepEqual([none.verification.dueAt, none.verification.finalAt], [null, START]);
    assert.equal(none.answers(true), 'wrong_for_good');
  });

  test('goes on at once when a method fails, in one step with one callback', () => {
    const story = new Story(method('sms'), method('voice')).later(1_000).attempt(0, REFUSED);
    assert.equal(story.looks().start, 1);
    assert.equal(story.states(), 'ONGOING FAILED ONGOING');
    assert.deepEqual(story.codes(), [3042, 3901]);
    assert.equal(story.callbacks, 1);
    assert.equal(story.verification.dueAt, START + LASTS_MS);
  });

  test('takes back what is not at rest before the next begins, and asks for that until it is', () => {
    const story = new Story(method('rcs'), method('sms')).later(FALLBACK_MS - 1);
    assert.deepEqual(story.looks().takeBack, []);
    story.later(1);
    assert.deepEqual(story.looks().takeBack, [0]);
    assert.equal(story.states(), 'ONGOING ONGOING CREATED');
    assert.deepEqual(story.later(1_000).looks().takeBack, [0]);
    assert.deepEqual(story.started, [0]);
    story.attempt(0, TAKEN_BACK);
    assert.equal(story.looks().start, 1);
    assert.equal(story.states(), 'ONGOING FAILED ONGOING');
    assert.equal(story.callbacks, 1);
  });

  test('leaves a text where it is, and shows late that it was delivered', () => {
    const story = new Story(method('sms'), method('voice')).attempt(0, AT_REST).later(FALLBACK_MS);
    const looked = story.looks();
    assert.deepEqual([looked.start, looked.takeBack], [1, []]);
    assert.deepEqual(story.codes(), [3056, 3901]);
    story.attempt(0, DELIVERED);
    assert.equal(story.looks().isVisible, false);
    assert.deepEqual(story.codes(), [3000, 3901]);
    assert.equal(story.states(), 'ONGOING FAILED ONGOING');
  });

  test('takes nothing back when no method is left, and waits for the code until its end', () => {
    const story = new Story(method('rcs')).later(FALLBACK_MS + 1);
    assert.deepEqual(story.looks().takeBack, []);
    assert.equal(story.verification.dueAt, START + LASTS_MS);
    story.attempt(0, DELIVERED).looks();
    assert.deepEqual(story.codes(), [3000]);
    assert.equal(story.states(), 'ONGOING ONGOING');
    story.later(LASTS_MS).looks();
    assert.equal(story.states(), 'FAILED FAILED');
    assert.deepEqual(story.codes(), [3000]);
    assert.equal(story.verification.finalAt, START + LASTS_MS);
    assert.equal(story.verification.dueAt, null);
  });

  test('fails at once when nothing can arrive any more, and not while something may', () => {
    const story = new Story(method('sms'), method('voice')).attempt(0, UNKNOWN);
    story.looks();
    story.attempt(1, REFUSED).looks();
    assert.equal(story.states(), 'ONGOING FAILED FAILED');
    assert.equal(story.verification.dueAt, START + LASTS_MS);
    assert.equal(story.answers(true), 'right');
    assert.equal(story.states(), 'VERIFIED FAILED VERIFIED');
    const other = new Story(method('sms')).attempt(0, REFUSED);
    other.looks();
    assert.equal(other.states(), 'FAILED FAILED');
    assert.deepEqual([other.verification.dueAt, other.callbacks], [null, 1]);
    const blocked = new Story(method('sms')).attempt(0, BLOCKED);
    blocked.looks();
    assert.equal(blocked.states(), 'REJECTED REJECTED');
  });

  test('ends in 300 s, whatever is left to try, and whoever looks late', () => {
    const story = new Story(
      method('rcs', { fallbackMs: 200_000 }),
      method('sms', { fallbackMs: 200_000 }),
      method('voice'),
    );
    story.later(200_000).attempt(0, TAKEN_BACK).looks();
    story.attempt(1, AT_REST).later(100_000);
    assert.equal(story.answers(true), 'wrong_for_good');
    assert.equal(story.states(), 'FAILED FAILED FAILED CREATED');
    story.later(100_000).looks();
    assert.deepEqual([story.started, story.verification.dueAt], [[0, 1], null]);
  });

  test('is verified by the first right code, and takes back what is not at rest', () => {
    const story = new Story(method('sms'), method('voice')).attempt(0, AT_REST).later(FALLBACK_MS);
    story.looks();
    assert.equal(story.answers(true), 'right');
    assert.equal(story.states(), 'VERIFIED FAILED VERIFIED');
    assert.deepEqual(story.codes(), [3056, 3900]);
    assert.deepEqual(story.looks().takeBack, [1]);
    assert.equal(story.answers(true), 'wrong_for_good');
    story.attempt(1, DELIVERED).looks();
    assert.equal(story.states(), 'VERIFIED FAILED VERIFIED');
    assert.deepEqual([story.verification.dueAt, story.callbacks], [null, 2]);
  });

  test('has three tries', () => {
    const story = new Story(method('sms')).attempt(0, DELIVERED);
    assert.deepEqual(
      [story.answers(false), story.answers(false), story.states()],
      ['wrong', 'wrong', 'ONGOING ONGOING'],
    );
    assert.equal(story.callbacks, 0);
    assert.deepEqual([story.answers(false), story.states()], ['wrong_for_good', 'FAILED FAILED']);
    assert.deepEqual([story.answers(true), story.codes()], ['wrong_for_good', [3909]]);
    assert.equal(story.callbacks, 1);
  });

  test('is canceled once, and no more when it is over', () => {
    const story = new Story(method('voice'), method('sms'));
    story.cancels();
    assert.equal(story.states(), 'CANCELED CANCELED CREATED');
    assert.deepEqual(story.looks().takeBack, [0]);
    assert.deepEqual(story.attempt(0, TAKEN_BACK).looks().takeBack, []);
    assert.equal(story.verification.dueAt, null);
    const verified = new Story(method('sms'));
    verified.answers(true);
    verified.cancels();
    assert.equal(verified.states(), 'VERIFIED VERIFIED');
  });

  test('passes over a method that is not admitted', () => {
    const story = new Story(method('rcs'), method('voice'), method('sms')).attempt(0, REFUSED);
    story.refused.set(1, 3205);
    story.looks();
    assert.equal(story.states(), 'ONGOING FAILED REJECTED ONGOING');
    assert.deepEqual(
      [story.codes(), story.started, story.asked],
      [
        [3042, 3205, 3901],
        [0, 2],
        [1, 2],
      ],
    );
  });
});

const ENDED = ['VERIFIED', 'FAILED', 'CANCELED', 'REJECTED'];

/** What must be true after anything, whatever came before. */
function checkRules(before: Verification, story: Story, callbacks: number, told: string): void {
  const { verification: after, attempts, at } = story;
  // 1
  assert.deepEqual(story.started, [...new Set(story.started)].sort(), told);
  assert.ok(story.started.length <= MOST_METHODS, told);
  for (const [index, each] of after.methods.entries()) {
    const was = before.methods[index];
    if (was?.state === 'SKIPPED') assert.equal(each.state, 'SKIPPED', told);
    // 5
    if (each.triedAt !== null) assert.ok(each.triedAt < after.endsAt, told);
    // 8
    if (before.finalAt !== null) assert.equal(each.state, was?.state, told);
    assert.equal(story.started.includes(index), each.triedAt !== null, told);
  }
  assert.ok(after.methods.filter(({ state }) => state === 'ONGOING').length <= 1, told);
  // 8
  if (before.finalAt !== null) assert.equal(after.state, before.state, told);
  assert.equal(after.finalAt !== null, ENDED.includes(after.state), told);
  if (after.finalAt !== null)
    assert.ok(
      after.methods.every(({ state }) => state !== 'ONGOING'),
      told,
    );
  // 9
  const isChanged =
    before.state !== after.state || after.methods.some(({ state }, index) => state !== before.methods[index]?.state);
  assert.equal(callbacks, isChanged ? 1 : 0, told);
  // 10
  const isRestless = attempts.some((attempt) => attempt !== null && !attempt.isAtRest);
  if (after.finalAt === null || isRestless) assert.notEqual(after.dueAt, null, told);
  if (after.dueAt !== null) assert.ok(after.dueAt <= Math.max(after.endsAt, at + 1_000), told);
  // 6
  assert.ok(after.wrongTries <= 3, told);
}

/** What may happen next to an attempt: what ended stays, but for one that arrives late. */
function nextView(view: AttemptView, dice: Dice): AttemptView {
  if (!view.isFinal) return dice.pick([view, AT_REST, DELIVERED, REFUSED, UNKNOWN, TAKEN_BACK, BLOCKED]);
  return view.mayArrive && dice.chance(0.3) ? DELIVERED : view;
}

function randomMethods(dice: Dice): FreshMethod[] {
  return Array.from({ length: 1 + dice.below(MOST_METHODS) }, () =>
    method(dice.pick(['rcs', 'sms', 'voice']), {
      fallbackMs: dice.pick([30_000, 60_000, 200_000, 300_000]),
      ...(dice.chance(0.15) ? { skipped: 3200 } : {}),
    }),
  );
}

function randomStep(story: Story, dice: Dice): string {
  const roll = dice.below(20);
  if (roll < 11) {
    const restBefore = story.attempts.every((attempt) => attempt === null || attempt.isAtRest);
    const asked = story.asked.length;
    const begun = story.started.length;
    const { takeBack, start } = story.looks();
    // 2
    if (start !== null) assert.ok(restBefore, 'a method began while another one was not at rest');
    if (start !== null) assert.equal(takeBack.length, 0);
    // 11
    if (story.started.length > begun) assert.ok(story.asked.length > asked);
    return 'look';
  }
  if (roll < 17) {
    const index = dice.below(story.attempts.length);
    const view = story.attempts[index];
    if (view) story.attempts[index] = nextView(view, dice);
    return 'attempt';
  }
  if (roll === 17) return `code ${story.answers(dice.chance(0.3))}`;
  if (roll === 18 && dice.chance(0.2)) story.cancels();
  else story.refused.set(dice.below(MOST_METHODS), 3205);
  return 'cancel or refuse';
}

test('10,000 random orders of events keep every rule', () => {
  const dice = createDice(20_261_125);
  const ends = new Map<string, number>();
  for (let run = 0; run < 10_000; run += 1) {
    const story = new Story(...randomMethods(dice));
    let right = 0;
    for (let step = 0; step < 24; step += 1) {
      if (dice.chance(0.5)) story.later(dice.pick([1, 900, 10_000, 30_000, 60_000]));
      const { verification: before, callbacks } = story;
      const frozen = JSON.stringify(before);
      const what = randomStep(story, dice);
      if (what === 'code right') right += 1;
      assert.equal(JSON.stringify(before), frozen, 'the verification that went in is left alone');
      checkRules(before, story, story.callbacks - callbacks, `${what} in run ${run}, step ${step}`);
      // 6
      assert.equal(right, story.verification.state === 'VERIFIED' ? 1 : 0);
    }
    // 5 and 10: whatever happened, it ends, and nothing is left to do once its attempts are at rest.
    story.later(LASTS_MS).looks();
    for (const [index, view] of story.attempts.entries()) if (view) story.attempts[index] = TAKEN_BACK;
    story.looks();
    assert.deepEqual([story.verification.finalAt === null, story.verification.dueAt], [false, null]);
    ends.set(story.verification.state, (ends.get(story.verification.state) ?? 0) + 1);
  }
  // The orders reach every end, or they would prove little.
  for (const state of ENDED) assert.ok((ends.get(state) ?? 0) > 50, `${ends.get(state)} end as ${state}`);
});
