/**
 * The suite that every carrier passes, for `node:test`: what the engine relies on, whatever the protocol.
 *
 * 1. A carrier's own test file calls `carrierConformance` with a function that makes a fresh rig: the carrier, not yet
 *    started, and a peer that speaks the protocol and does as it is told.
 * 2. Nothing here knows a protocol. Time passes through the rig only.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Outcome } from './carrier.ts';
import { Bench, type ConformanceRig, type PeerManner } from './conformance-bench.ts';

export function carrierConformance(name: string, make: () => Promise<ConformanceRig>): void {
  const check = (title: string, run: (bench: Bench) => Promise<void>): void => {
    test(title, async () => {
      const bench = new Bench(await make());
      try {
        await run(bench);
      } finally {
        await bench.close();
      }
    });
  };
  describe(`the ${name} carrier conforms:`, () => {
    checkAnswers(check);
    checkRoom(check);
    checkInput(check);
    checkLife(check);
    checkShown(check);
  });
}

type Check = (title: string, run: (bench: Bench) => Promise<void>) => void;

const ANSWERS: readonly (readonly [PeerManner, string, (kinds: ReadonlySet<Outcome['kind']>) => boolean])[] = [
  ['accept', 'accepted', (kinds) => only(kinds, 'accepted')],
  ['refuse', 'rejected', (kinds) => only(kinds, 'rejected')],
  ['throttle', 'to be sent again later', (kinds) => only(kinds, 'retry_later')],
  ['stay_silent', 'unknown once its time is over', (kinds) => mayHaveArrived(kinds)],
  ['cut', 'unknown', (kinds) => mayHaveArrived(kinds)],
];

function only(kinds: ReadonlySet<Outcome['kind']>, kind: Outcome['kind']): boolean {
  return kinds.size === 1 && kinds.has(kind);
}

/** Of a message in parts, those that never left may be sent again without doubt. */
function mayHaveArrived(kinds: ReadonlySet<Outcome['kind']>): boolean {
  return kinds.has('unknown') && [...kinds].every((kind) => ['unknown', 'retry_later', 'not_sent'].includes(kind));
}

function checkAnswers(check: Check): void {
  for (const [manner, expected, isExpected] of ANSWERS) {
    check(`every part is answered exactly once when the peer is to ${manner}: ${expected}`, async (bench) => {
      await bench.start();
      for (const content of bench.rig.contents) {
        await bench.untilRoom(bench.rig.carrier.countParts(content));
        bench.rig.peer.behave(manner);
        const sent = bench.submit(content);
        const isSilent = manner === 'stay_silent';
        await bench[isSilent ? 'until' : 'untilSeen']('all parts are answered', () => sent.isAnswered());
        assert.ok(isExpected(sent.kinds()), `${content.type}: ${[...sent.kinds()].join(', ')}`);
        bench.rig.peer.behave('accept');
      }
      await bench.stop();
      bench.assertAnsweredOnce();
    });
  }

  check('nothing is written for a job that is no longer ours', async (bench) => {
    await bench.start();
    for (const content of bench.rig.contents) {
      await bench.untilRoom(bench.rig.carrier.countParts(content));
      let asked = 0;
      const sent = bench.submit(content, {
        stillMine: () => {
          asked += 1;
          return false;
        },
      });
      await bench.untilSeen('all parts are answered', () => sent.isAnswered());
      assert.ok(only(sent.kinds(), 'not_sent'), [...sent.kinds()].join(', '));
      assert.ok(asked > 0, 'it asked');
    }
    assert.equal(bench.rig.peer.arrived(), 0);
    bench.assertAnsweredOnce();
  });

  check('a part is never answered from within submit', async (bench) => {
    await bench.start();
    for (const content of bench.rig.contents) {
      await bench.untilRoom(bench.rig.carrier.countParts(content));
      const sent = bench.submit(content, { stillMine: () => false });
      assert.equal(sent.answers.size, 0);
    }
  });
}

function checkRoom(check: Check): void {
  check('room ends, comes back when it is released, and comes back once', async (bench) => {
    await bench.start();
    const { carrier } = bench.rig;
    const slots = bench.takeAllRoom();
    assert.ok(slots.length > 0);
    assert.equal(carrier.reserve(1), null);
    const before = bench.changes;
    for (const slot of slots) slot.release();
    await bench.until('the engine is told', () => bench.changes > before);
    const again = bench.takeAllRoom();
    assert.ok(again.length >= slots.length, `${again.length} of ${slots.length}`);
    for (const slot of slots) slot.release();
    assert.equal(carrier.reserve(1), null, 'what was released before gives no more room');
    for (const slot of again) slot.release();
  });

  check('a job larger than everything is let in when nothing else is there', async (bench) => {
    await bench.start();
    const { carrier } = bench.rig;
    const large = carrier.reserve(100_000);
    assert.ok(large);
    assert.equal(carrier.reserve(1), null);
    large.release();
    const one = await bench.untilReserved(1);
    assert.equal(carrier.reserve(100_000), null);
    one.release();
  });

  check('an answer makes room again', async (bench) => {
    await bench.start();
    const [content] = bench.rig.contents;
    if (!content) assert.fail('the rig has no content');
    for (let n = 0; n < 3; n += 1) {
      await bench.untilRoom(bench.rig.carrier.countParts(content));
      const rest = bench.submit(content);
      await bench.untilSeen('it is answered', () => rest.isAnswered());
    }
    const parts = 3 * bench.rig.carrier.countParts(content);
    assert.equal(bench.rig.peer.arrived(), parts);
    const slots = await bench.until('all room is back', () => {
      const taken = bench.takeAllRoom();
      for (const slot of taken) slot.release();
      return taken.length >= bench.roomAtStart && taken;
    });
    assert.ok(slots);
  });
}

function checkInput(check: Check): void {
  check('input is stored before it is acknowledged', async (bench) => {
    await bench.start();
    const storing = bench.holdStorage();
    let answer: string | null = null;
    const delivering = bench.rig.peer.deliver().then((given) => {
      answer = given;
    });
    await bench.untilSeen('the input is handed in', () => bench.handedIn.length === 1);
    await bench.rig.passTime(0);
    assert.equal(answer, null);
    storing.finish();
    await bench.untilSeen('it is acknowledged', () => answer !== null);
    await delivering;
    assert.equal(answer, 'acknowledged');
  });

  check('input that cannot be stored is asked for again', async (bench) => {
    await bench.start();
    bench.storageFails = true;
    assert.equal(await bench.rig.peer.deliver(), 'send_again');
    bench.storageFails = false;
    assert.equal(await bench.rig.peer.deliver(), 'acknowledged');
    const raw = bench.handedIn.at(-1) ?? assert.fail();
    assert.notEqual(bench.rig.carrier.interpret(raw).type, 'ignored');
  });

  check('interpret gives the same for the same bytes and leaves them as they are', async (bench) => {
    for (const { kind, body } of bench.rig.samples) {
      const before = Buffer.from(body);
      const first = bench.rig.carrier.interpret({ kind, body });
      assert.deepEqual(bench.rig.carrier.interpret({ kind, body: Buffer.from(body) }), first);
      assert.deepEqual(Buffer.from(body), before);
    }
  });

  check('interpret never throws, whatever the bytes are', async (bench) => {
    const types = new Set(['report', 'text', 'opt_out', 'opt_in', 'tap', 'ignored']);
    const below = wheel(20_260_101);
    for (const { kind, body } of bench.rig.samples) {
      for (let n = 0; n < 500; n += 1) {
        const bytes = n % 2 === 0 ? randomBytesFrom(below) : spoil(Buffer.from(body), below);
        assert.ok(types.has(bench.rig.carrier.interpret({ kind, body: bytes }).type));
      }
    }
    assert.equal(bench.rig.carrier.interpret({ kind: 'nothing known', body: new Uint8Array() }).type, 'ignored');
  });
}

function checkLife(check: Check): void {
  check('it comes up by itself, goes down with its peer and comes up again', async (bench) => {
    const { carrier, peer } = bench.rig;
    assert.equal(carrier.state(), 'down');
    assert.equal(carrier.reserve(1), null);
    await peer.goAway();
    await bench.start('down');
    await bench.rig.passTime(1000);
    assert.equal(carrier.state(), 'down');
    await peer.comeBack();
    await bench.until('it is up', () => carrier.state() === 'up');
    assert.ok(bench.changes > 0);
    await peer.goAway();
    await bench.until('it is down', () => {
      bench.tryOne();
      return carrier.state() === 'down';
    });
    assert.equal(carrier.reserve(1), null);
    await peer.comeBack();
    await bench.until('it is up again', () => carrier.state() === 'up');
    bench.tryOne();
    await bench.until('everything is answered', () => bench.isAllAnswered());
    await bench.stop();
    bench.assertAnsweredOnce();
  });

  check('draining ends when what was submitted is answered, and resume takes it back', async (bench) => {
    await bench.start();
    const { carrier, peer } = bench.rig;
    peer.behave('stay_silent');
    bench.tryOne();
    await bench.untilSeen('it has arrived', () => peer.arrived() > 0);
    let isDrained = false;
    const draining = carrier.drain().then(() => {
      isDrained = true;
    });
    assert.equal(carrier.state(), 'draining');
    assert.equal(carrier.reserve(1), null);
    await bench.rig.passTime(0);
    assert.equal(isDrained, false);
    await bench.until('it is drained', () => isDrained);
    await draining;
    assert.ok(bench.isAllAnswered());
    peer.behave('accept');
    carrier.resume();
    await bench.until('it is up', () => carrier.state() === 'up');
    (await bench.untilReserved(1)).release();
  });

  check('stop answers what is open, and the engine hears nothing more', async (bench) => {
    await bench.start();
    const { carrier, peer, contents } = bench.rig;
    peer.behave('stay_silent');
    const sent = contents.slice(0, 1).map((content) => bench.submit(content));
    await bench.untilSeen('it has arrived', () => peer.arrived() > 0);
    await bench.stop();
    for (const one of sent) {
      assert.ok(one.isAnswered());
      assert.ok(mayHaveArrived(one.kinds()), [...one.kinds()].join(', '));
    }
    assert.equal(carrier.state(), 'down');
    assert.equal(carrier.reserve(1), null);
    const before = bench.changes;
    await bench.rig.passTime(120_000);
    assert.equal(bench.changes, before);
    bench.assertAnsweredOnce();
  });
}

function checkShown(check: Check): void {
  check('every content counts at least one part', async (bench) => {
    for (const content of bench.rig.contents) {
      const empty = 'text' in content ? { ...content, text: '' } : content;
      for (const one of [content, empty]) assert.ok(bench.rig.carrier.countParts(one) >= 1);
    }
    assert.ok(bench.rig.carrier.answerWithinMs > 0);
  });

  check('describe shows no secret, up or down', async (bench) => {
    const assertClean = (): void => {
      const shown = JSON.stringify(bench.rig.carrier.describe());
      for (const secret of bench.rig.secrets) assert.ok(!shown.includes(secret), 'describe shows a secret');
    };
    assertClean();
    await bench.start();
    assertClean();
    await bench.stop();
    assertClean();
  });
}

/** Repeatable whole numbers below a bound (xorshift32). */
function wheel(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % bound;
  };
}

function randomBytesFrom(below: (bound: number) => number): Buffer {
  return Buffer.from(Array.from({ length: below(300) }, () => below(256)));
}

/** Cuts the bytes or changes some of them. */
function spoil(bytes: Buffer, below: (bound: number) => number): Buffer {
  if (bytes.length === 0) return bytes;
  if (below(3) === 0) return bytes.subarray(0, below(bytes.length));
  for (let n = 0; n <= below(4); n += 1) bytes[below(bytes.length)] = below(256);
  return bytes;
}
