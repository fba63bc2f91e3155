import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDice, type Dice } from '../../../../test/support/random.ts';
import { HeardKeys } from './heard-keys.ts';

interface Packet {
  readonly ssrc: number;
  readonly timestamp: number;
  readonly marker: boolean;
  readonly key: string;
  readonly isEnd: boolean;
  readonly duration: number;
}

interface Press {
  readonly ssrc?: number;
  readonly timestamp: number;
  readonly key: string;
  /** Samples. */
  readonly length: number;
  readonly marks?: 'first' | 'none';
}

const STEP = 160;
const FULL_SEGMENT = 0xffff;

/** As a telephone sends a key: a packet each 20 ms of it, segments where it is long, its end three times. */
function packetsOf({ ssrc = 7, timestamp, key, length, marks = 'first' }: Press, step = STEP): Packet[] {
  const packets: Packet[] = [];
  const tell = (at: number, isEnd: boolean) => {
    const segment = Math.floor((at - 1) / FULL_SEGMENT);
    packets.push({
      ...{ ssrc, key, isEnd },
      timestamp: (timestamp + segment * FULL_SEGMENT) >>> 0,
      marker: marks === 'first' && packets.length === 0,
      duration: at - segment * FULL_SEGMENT,
    });
  };
  for (let at = Math.min(step, length); at < length; at += step) tell(at, false);
  for (let time = 0; time < 3; time += 1) tell(length, true);
  return packets;
}

function heard(packets: readonly Packet[], by = new HeardKeys()): string {
  let keys = '';
  for (const packet of packets) keys += packet.key.repeat(by.hear(packet, packet));
  return keys;
}

function sorted(keys: string): string {
  return [...keys].sort().join('');
}

/** Every order of them. */
function* orders<T>(items: readonly T[]): Generator<T[], void, void> {
  if (items.length <= 1) yield [...items];
  for (const [index, item] of items.entries()) {
    for (const rest of orders(items.filter((_, other) => other !== index))) yield [item, ...rest];
  }
}

function shuffled<T>(dice: Dice, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: dice.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

test('two different keys under one time are two, and one key of two sources is two', () => {
  const one = packetsOf({ timestamp: 5_000, key: '1', length: 800 });
  const seven = packetsOf({ timestamp: 5_000, key: '7', length: 800 });
  assert.equal(heard([...one, ...seven]), '17');
  assert.equal(heard([...one, ...packetsOf({ timestamp: 5_000, key: '1', length: 800, ssrc: 8 })]), '11');
});

test('in every order of their packets keys are heard once each, whichever packets are lost', () => {
  const presses: Press[] = [
    { timestamp: 5_000, key: '1', length: 320 },
    { timestamp: 5_000, key: '7', length: 160 },
    { timestamp: 9_000, key: '1', length: 160, marks: 'none' },
  ];
  // A packet each of the beginning and of the end, and the end once more.
  const packets = presses.flatMap((press) => packetsOf(press).slice(0, 3));
  assert.ok(packets.length >= 8);
  for (const order of orders(packets.slice(0, 8))) assert.equal(sorted(heard(order)), '117');
  // Each set of packets in which no key is lost altogether.
  for (let kept = 1; kept < 1 << packets.length; kept += 1) {
    const left = packets.filter((_, index) => (kept & (1 << index)) !== 0);
    const expected = new Set(left.map(({ key, timestamp }) => `${key}${timestamp}`)).size;
    assert.equal(heard(left).length, expected);
    assert.equal(heard([...left].reverse()).length, expected);
  }
});

test('a key that is held for longer than a segment is one key, in every order and with segments lost', () => {
  // 25 s: four segments. A packet each second.
  const long = packetsOf({ timestamp: 0xffff_0000, key: '5', length: 200_000 }, 8_000);
  assert.ok(new Set(long.map(({ timestamp }) => timestamp)).size === 4);
  assert.equal(heard(long), '5');
  assert.equal(heard([...long].reverse()), '5');
  for (let seed = 1; seed <= 300; seed += 1) {
    const dice = createDice(seed);
    const left = long.filter(() => dice.chance(0.3));
    assert.equal(heard(shuffled(dice, left)).length, left.length === 0 ? 0 : 1, `seed ${seed}`);
  }
});

test('the same key once more is a key of its own, also exactly a segment later', () => {
  const first = packetsOf({ timestamp: 1_000, key: '5', length: 800 });
  const again = packetsOf({ timestamp: 1_000 + FULL_SEGMENT, key: '5', length: 800 });
  assert.equal(heard([...first, ...again]), '55');
  for (let seed = 1; seed <= 300; seed += 1) {
    const order = shuffled(createDice(seed), [...first, ...again]);
    assert.equal(heard(order), '55', `seed ${seed}`);
  }
  // All ends of the first one are lost: the marker of the second one says that it begins.
  assert.equal(heard([...first.filter(({ isEnd }) => !isEnd), ...again]), '55');
});

test('markers on each packet, or on none, make no keys', () => {
  const key = packetsOf({ timestamp: 1_000, key: '5', length: 1_600 });
  assert.equal(heard(key.map((packet) => ({ ...packet, marker: true }))), '5');
  assert.equal(heard(key.map((packet) => ({ ...packet, marker: false }))), '5');
});

test('many keys, each packet of which may come twice, late or never', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const dice = createDice(seed);
    const presses: Press[] = [];
    for (let time = dice.below(2 ** 32); presses.length < 12; time = (time + 400 + dice.below(4_000)) >>> 0) {
      const key = dice.pick([...'0123456789*#ABCD']);
      presses.push({ timestamp: time, key, length: 160 + dice.below(1_600), marks: dice.pick(['first', 'none']) });
      // Two at once.
      const other = dice.pick([...'0123456789'].filter((each) => each !== key));
      if (dice.chance(0.2)) presses.push({ timestamp: time, key: other, length: 160 });
    }
    const sent = presses.flatMap((press) => {
      const packets = packetsOf(press);
      const left = packets.filter(() => dice.chance(0.5));
      return left.length > 0 ? left : [dice.pick(packets)];
    });
    const arrived = shuffled(dice, [...sent, ...sent.filter(() => dice.chance(0.3))]);
    const expected = sorted(presses.map(({ key }) => key).join(''));
    assert.equal(sorted(heard(arrived)), expected, `seed ${seed}`);
    assert.equal(sorted(heard([...sent])), expected, `seed ${seed}, in order`);
  }
});

test('what is remembered is bounded, whatever is sent', () => {
  const keys = new HeardKeys();
  let steps = 0;
  for (let timestamp = 0; timestamp < 100_000; timestamp += 1) {
    steps += keys.hear({ ssrc: 1, timestamp, marker: false }, { key: '5', isEnd: true, duration: 1 });
  }
  assert.equal(steps, 100_000);
  assert.ok(JSON.stringify(keys).length < 5_000);
});
