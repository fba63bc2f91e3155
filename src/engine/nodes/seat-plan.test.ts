import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDice } from '../../../test/support/random.ts';
import { nextStep } from './seat-plan.ts';

/** Who holds which seat; null: nobody. */
type Seats = Array<string | null>;

function view(self: string, seats: Seats, contenders: readonly string[]) {
  const heldBy = new Map<string, number>();
  for (const node of seats) if (node !== null) heldBy.set(node, (heldBy.get(node) ?? 0) + 1);
  return { self, seats: seats.length, free: seats.filter((node) => node === null).length, contenders, heldBy };
}

function act(self: string, seats: Seats, contenders: readonly string[]): boolean {
  const { take, giveBack } = nextStep(view(self, seats, contenders));
  assert.ok(take === 0 || giveBack === 0, 'a node takes or gives back, not both');
  for (let taken = 0; taken < take; taken += 1) {
    const free = seats.indexOf(null);
    assert.notEqual(free, -1, 'only free seats are taken');
    seats[free] = self;
  }
  if (giveBack === 1) seats[seats.lastIndexOf(self)] = null;
  return take > 0 || giveBack > 0;
}

test('a node that is alone takes all seats at once', () => {
  assert.deepEqual(nextStep(view('a', [null, null, null, null], ['a'])), { take: 4, giveBack: 0 });
});

test('a node that joins gets its share from the one that has too many', () => {
  const seats: Seats = ['a', 'a'];
  assert.deepEqual(nextStep(view('b', seats, ['a', 'b'])), { take: 0, giveBack: 0 });
  assert.deepEqual(nextStep(view('a', seats, ['a', 'b'])), { take: 0, giveBack: 1 });
});

test('a single seat stays where it is, whoever joins', () => {
  for (const self of ['a', 'b', 'c']) {
    assert.deepEqual(nextStep(view(self, ['a'], ['a', 'b', 'c'])), { take: 0, giveBack: 0 });
  }
});

test('a seat that was freed for a node with too few is left to it', () => {
  const seats: Seats = ['a', 'b', 'b', null];
  const all = ['a', 'b', 'c'];
  assert.equal(nextStep(view('a', seats, all)).take, 0);
  assert.equal(nextStep(view('c', seats, all)).take, 1);
});

test('a node that rests takes nothing and gives nothing back', () => {
  assert.deepEqual(nextStep(view('a', [null, 'a', 'a'], ['b'])), { take: 0, giveBack: 0 });
});

test('whoever comes and goes, seats end up all held and evenly spread, and then nothing moves', () => {
  const dice = createDice(20_261_121);
  for (let run = 0; run < 400; run += 1) {
    const seats: Seats = Array.from({ length: 1 + dice.below(12) }, () => null);
    let nodes: string[] = [];
    for (let change = 0; change < 6; change += 1) {
      if (nodes.length > 1 && dice.chance(0.4)) {
        const gone = dice.pick(nodes);
        nodes = nodes.filter((node) => node !== gone);
        for (const [seat, node] of seats.entries()) if (node === gone) seats[seat] = null;
      } else nodes = [...nodes, `node-${dice.below(1_000)}-${nodes.length}`];
      for (let turns = dice.below(6); turns > 0; turns -= 1) act(dice.pick(nodes), seats, nodes);
    }
    for (let turn = 0; nodes.map((node) => act(node, seats, nodes)).some(Boolean); turn += 1) {
      assert.ok(turn < 100, 'it comes to rest');
    }
    const held = nodes.map((node) => seats.filter((each) => each === node).length);
    assert.ok(!seats.includes(null), 'no seat is left empty');
    assert.ok(Math.max(...held) - Math.min(...held) <= 1, `even: ${held.join(' ')}`);
  }
});
