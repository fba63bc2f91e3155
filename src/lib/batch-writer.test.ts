import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock, settle } from '../../test/support/manual-clock.ts';
import { createDice, type Dice } from '../../test/support/random.ts';
import { type BatchWriterOptions, createBatchWriter } from './batch-writer.ts';
import type { Remedy } from './tries.ts';

/** What goes wrong with a try is named by its remedy; a bad entry is `apart`. */
class Trouble extends Error {
  readonly remedy: Remedy;

  constructor(remedy: Remedy) {
    super(remedy);
    this.remedy = remedy;
  }
}

type Options = Partial<BatchWriterOptions<string>>;

/** A writer of letters; `troubles` come one after the other, and capital letters are bad. */
function rig(troubles: readonly Remedy[] = [], options: Options = {}) {
  const clock = new ManualClock();
  const left = [...troubles];
  const events: string[] = [];
  const note = (event: string) => events.push(event);
  const writer = createBatchWriter<string>({
    clock,
    write: async (batch, _, isAgain) => {
      note(`${batch.join('')}${isAgain ? ' again' : ''}`);
      const remedy = left.shift() ?? (/[A-Z]/.test(batch.join('')) ? 'apart' : null);
      if (remedy) throw new Trouble(remedy);
      return () => note(`${batch.join('')} told`);
    },
    remedyOf: (error) => (error as Trouble).remedy,
    makeRoomFor: async (batch) => {
      note(`room for ${batch.join('')}`);
    },
    fail: (entry, error) => {
      note(`${entry} failed: ${(error as Trouble).remedy}`);
    },
    ...options,
  });
  const add = (letters: string) => {
    for (const letter of letters) writer.add(0, letter);
    return settle();
  };
  return { clock, events, add, writer };
}

test('what comes together is written together', async () => {
  const { events, add, writer } = rig();
  await add('abc');
  assert.deepEqual(events, ['abc', 'abc told']);
  await writer.idle();
});

test('of eight entries with one that is bad, that one alone fails', async () => {
  const { events, add } = rig();
  await add('abCdefgh');
  const written = ['abCdefgh', 'abCd', 'ab', 'ab told', 'Cd', 'C', 'C failed: apart', 'd', 'd told'];
  assert.deepEqual(events, [...written, 'efgh', 'efgh told']);
});

test('what was in nobody’s way is tried again at once, five times in all, and then apart', async () => {
  const { clock, events, add } = rig(new Array(4).fill('at_once'));
  await add('ab');
  assert.deepEqual(events, ['ab', 'ab', 'ab', 'ab', 'ab', 'ab told']);
  assert.equal(clock.pending, 0);
  const other = rig(new Array(5).fill('at_once'));
  await other.add('ab');
  assert.deepEqual(other.events, ['ab', 'ab', 'ab', 'ab', 'ab', 'a', 'a told', 'b', 'b told']);
});

test('pauses double up to the longest', async () => {
  const pauses = { firstPauseMs: 50, longestPauseMs: 150 };
  const { clock, events, add } = rig(new Array(4).fill('later'), { pauses });
  await add('a');
  for (const [pause, tries] of [
    [50, 2],
    [100, 3],
    [150, 4],
    [150, 5],
  ] as const) {
    await clock.advance(pause - 1);
    assert.equal(events.length, tries - 1);
    await clock.advance(1);
    assert.ok(events.length >= tries);
  }
  assert.deepEqual(events, ['a', 'a', 'a', 'a', 'a', 'a told']);
});

test('what may stand already is written as such, in halves, too', async () => {
  const { clock, events, add } = rig(['in_doubt']);
  await add('aB');
  await clock.advance(50);
  assert.deepEqual(events, ['aB', 'aB again', 'a again', 'a told', 'B again', 'B failed: apart']);
});

test('room is made once, and what still lacks it is bad, in halves, too', async () => {
  const { events, add } = rig(['make_room']);
  await add('ab');
  assert.deepEqual(events, ['ab', 'room for ab', 'ab', 'ab told']);
  const other = rig(['make_room', 'make_room', 'make_room']);
  await other.add('ab');
  const halves = ['a', 'a failed: make_room', 'b', 'b told'];
  assert.deepEqual(other.events, ['ab', 'room for ab', 'ab', ...halves]);
});

test('room that cannot be made is a failure like any other', async () => {
  const { clock, events, add } = rig(['make_room'], { makeRoomFor: () => Promise.reject(new Trouble('later')) });
  await add('ab');
  assert.deepEqual(events, ['ab']);
  await clock.advance(50);
  assert.deepEqual(events, ['ab', 'ab', 'ab told']);
});

test('after a pause room is made once more', async () => {
  const { clock, events, add } = rig(['make_room', 'later', 'make_room']);
  await add('a');
  await clock.advance(50);
  assert.deepEqual(events, ['a', 'room for a', 'a', 'a', 'room for a', 'a', 'a told']);
});

test('what is refused is refused whole', async () => {
  const { events, add } = rig(['refuse']);
  await add('ab');
  await add('c');
  assert.deepEqual(events, ['ab', 'a failed: refuse', 'b failed: refuse', 'c', 'c told']);
});

test('whose time is over is refused after a pause, in the batch and behind it', async () => {
  const late = new Set<string>();
  const refused: string[] = [];
  const { clock, events, add } = rig(['later', 'later'], {
    isLate: (entry) => late.has(entry),
    refuse: (entry) => refused.push(entry),
  });
  await add('ab');
  await add('cd');
  late.add('a').add('d');
  await clock.advance(49);
  assert.deepEqual(refused, []);
  await clock.advance(1);
  assert.deepEqual(refused, ['a', 'd']);
  await clock.advance(100);
  assert.deepEqual(events, ['ab', 'b', 'b', 'b told', 'c', 'c told']);
});

test('each batch with which something is wrong is reported', async () => {
  const bad: string[] = [];
  const { add } = rig([], { onFailed: (_, batch) => bad.push(batch.join('')) });
  await add('aBcd');
  assert.deepEqual(bad, ['aBcd', 'aB', 'B']);
});

test('where entries may be told later, the next batch leaves first', async () => {
  const told = async (mayTellLater: boolean) => {
    const { events, add } = rig(['at_once'], { mayTellLater });
    void add('a');
    await Promise.resolve();
    await add('b');
    return events;
  };
  const atOnce = await told(false);
  assert.deepEqual(atOnce, ['a', 'a', 'a told', 'b', 'b told']);
  const later = await told(true);
  assert.ok(later.indexOf('b') < later.indexOf('a told'));
  assert.deepEqual(later.sort(), atOnce.sort());
});

interface Entry {
  readonly id: number;
  readonly queue: number;
  readonly isBad: boolean;
  /** The partition it needs. */
  readonly day: number;
  readonly lateAt: number;
  deadlocks: number;
  readonly told: string[];
}

/** A store that goes down and comes back, loses answers to COMMIT, deadlocks and lacks partitions, as the dice fall. */
class TroubledStore {
  isDown = false;
  isCalm = false;
  readonly written = new Set<number>();
  readonly days = new Set<number>();
  private readonly dice: Dice;
  private readonly clock: ManualClock;
  private readonly underWay = new Set<number>();

  constructor(dice: Dice, clock: ManualClock) {
    this.dice = dice;
    this.clock = clock;
  }

  async write(batch: readonly Entry[], queue: number, isAgain: boolean): Promise<() => void> {
    assert.ok(!this.underWay.has(queue), 'one batch of a queue at a time');
    this.underWay.add(queue);
    try {
      await this.takeTime();
      return this.commit(batch, isAgain);
    } finally {
      this.underWay.delete(queue);
    }
  }

  async makeRoomFor(batch: readonly Entry[]): Promise<void> {
    await this.takeTime();
    if (this.isDown || this.happens(0.1)) throw new Trouble('in_doubt');
    if (this.happens(0.1)) throw new Trouble('at_once');
    for (const { day } of batch) this.days.add(day);
  }

  private commit(batch: readonly Entry[], isAgain: boolean): () => void {
    if (this.isDown) throw new Trouble('in_doubt');
    // More than so many of one entry would count as something wrong.
    if (batch.every(({ deadlocks }) => deadlocks < 2) && this.happens(0.1)) {
      for (const entry of batch) entry.deadlocks += 1;
      throw new Trouble('at_once');
    }
    if (batch.some(({ day }) => !this.days.has(day))) throw new Trouble('make_room');
    if (batch.some(({ isBad }) => isBad)) throw new Trouble('apart');
    for (const { id } of batch) {
      assert.ok(isAgain || !this.written.has(id), 'what stands is written again only where it may stand');
      this.written.add(id);
    }
    if (this.happens(0.1)) throw new Trouble('in_doubt');
    return () => {
      for (const { told } of batch) told.push('written');
    };
  }

  private happens(chance: number): boolean {
    return !this.isCalm && this.dice.chance(chance);
  }

  private takeTime(): Promise<void> {
    return new Promise((resolve) => this.clock.setTimer(resolve, this.dice.below(4)));
  }
}

async function stress(seed: number): Promise<Entry[]> {
  const dice = createDice(seed);
  const clock = new ManualClock();
  const store = new TroubledStore(dice, clock);
  const writer = createBatchWriter<Entry>({
    clock,
    gathering: { withinMs: dice.pick([0, 5, 20]) },
    mayTellLater: dice.chance(0.5),
    write: (batch, queue, isAgain) => store.write(batch, queue, isAgain),
    remedyOf: (error, _, { hasRoom }) => {
      const { remedy } = error as Trouble;
      return remedy === 'make_room' && hasRoom ? 'later' : remedy;
    },
    makeRoomFor: (batch) => store.makeRoomFor(batch),
    fail: ({ told }, error) => {
      told.push(`failed: ${(error as Trouble).remedy}`);
    },
    isLate: ({ lateAt }) => lateAt <= clock.monotonic(),
    refuse: ({ told, lateAt }) => {
      told.push(lateAt <= clock.monotonic() ? 'refused' : 'refused too early');
    },
  });
  const entries: Entry[] = [];
  for (let turn = 0; turn < 60; turn += 1) {
    for (let count = dice.below(12); count > 0; count -= 1) {
      const id = entries.length;
      const lateAt = dice.chance(0.3) ? clock.monotonic() + dice.below(500) : Number.POSITIVE_INFINITY;
      const day = Math.floor(turn / 20) + dice.below(2);
      const entry = { id, queue: dice.below(3), isBad: dice.chance(0.05), day, lateAt, deadlocks: 0, told: [] };
      entries.push(entry);
      writer.add(entry.queue, entry, dice.chance(0.1));
    }
    if (dice.chance(0.1)) store.isDown = !store.isDown;
    await clock.advance(dice.below(30));
  }
  store.isDown = false;
  store.isCalm = true;
  await clock.advance(60_000);
  assert.equal(writer.depth(), 0);
  await writer.idle();
  for (const { id, told } of entries) {
    if (told.includes('written')) assert.ok(store.written.has(id), 'nobody is told of what does not stand');
  }
  return entries;
}

describe('whatever fails, each entry is told once, good ones are written, and bad ones alone fail', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    test(`seed ${seed}`, async () => {
      for (const { told, isBad, lateAt } of await stress(seed)) {
        const expected = isBad ? 'failed: apart' : 'written';
        const mayBeLate = lateAt < Number.POSITIVE_INFINITY && told[0] === 'refused';
        assert.deepEqual(told, mayBeLate ? ['refused'] : [expected]);
      }
    });
  }
});
