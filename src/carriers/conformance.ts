/**
 * The suite that every carrier passes, for `node:test`: what the engine relies on, whatever the protocol.
 *
 * 1. A carrier's own test file calls `carrierConformance` with what the carrier is like and a function that makes a fresh
 *    rig: the carrier, not yet started, and a peer that speaks the protocol and does as it is told.
 * 2. Nothing here knows a protocol or a channel. Time passes through the rig only.
 * 3. Where carriers differ, each says of itself how (`CarrierNature`). A check that does not apply to it is replaced by
 *    one that holds it to what it says; none is left out.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Outcome, Withdrawal } from './carrier.ts';
import {
  Bench,
  type CarrierNature,
  type ConformanceRig,
  type PeerManner,
  RECIPIENT,
  type Sent,
} from './conformance-bench.ts';

export function carrierConformance(name: string, nature: CarrierNature, make: () => Promise<ConformanceRig>): void {
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
    checkAnswers(check, ANSWERS[nature.answersSay]);
    checkNotOurs(check);
    checkRoom(check);
    if (nature.roomIsFor === 'parts') checkLargeJobs(check);
    else checkSingleParts(check);
    if (nature.hasInput) checkInput(check);
    else checkNoInput(check);
    checkTakingBack(check, nature.takesBack);
    checkInterpret(check);
    checkLife(check, ANSWERS[nature.answersSay]);
    checkShown(check);
  });
}

type Check = (title: string, run: (bench: Bench) => Promise<void>) => void;

interface Expected {
  readonly title: string;
  isMet(outcomes: readonly Outcome[]): boolean;
}

type Answers = Readonly<Record<PeerManner | 'stop', Expected>>;

const LATER: Expected = { title: 'to be sent again later', isMet: (outcomes) => areAll(outcomes, 'retry_later') };
/** Of a message in parts, those that never left may be sent again without doubt. */
const IN_DOUBT: Expected = {
  title: 'unknown',
  isMet: (outcomes) =>
    outcomes.some(({ kind }) => kind === 'unknown') &&
    outcomes.every(({ kind }) => ['unknown', 'retry_later', 'not_sent'].includes(kind)),
};
const OVER_IN_VAIN: Expected = {
  title: 'ended, and not delivered',
  isMet: (outcomes) => areAll(outcomes, 'ended') && !outcomes.some(isDelivered),
};

const ANSWERS: Readonly<Record<CarrierNature['answersSay'], Answers>> = {
  taken: {
    accept: { title: 'accepted', isMet: (outcomes) => areAll(outcomes, 'accepted') },
    refuse: { title: 'rejected', isMet: (outcomes) => areAll(outcomes, 'rejected') },
    throttle: LATER,
    stay_silent: { ...IN_DOUBT, title: 'unknown once its time is over' },
    cut: IN_DOUBT,
    stop: IN_DOUBT,
  },
  over: {
    accept: { title: 'ended, and delivered', isMet: (outcomes) => outcomes.length > 0 && outcomes.every(isDelivered) },
    refuse: OVER_IN_VAIN,
    throttle: LATER,
    stay_silent: { ...OVER_IN_VAIN, title: 'ended once its time is over, and not delivered' },
    cut: IN_DOUBT,
    stop: OVER_IN_VAIN,
  },
};

const MANNERS = ['accept', 'refuse', 'throttle', 'stay_silent', 'cut'] as const satisfies readonly PeerManner[];

function areAll(outcomes: readonly Outcome[], kind: Outcome['kind']): boolean {
  return outcomes.length > 0 && outcomes.every((outcome) => outcome.kind === kind);
}

function isDelivered(outcome: Outcome): boolean {
  return outcome.kind === 'ended' && outcome.state === 'delivered';
}

function assertMet({ isMet, title }: Expected, outcomes: readonly Outcome[], of = ''): void {
  assert.ok(isMet(outcomes), `${of} is to be ${title}: ${JSON.stringify(outcomes)}`);
}

function checkAnswers(check: Check, answers: Answers): void {
  for (const manner of MANNERS) {
    const { title } = answers[manner];
    check(`every part is answered exactly once when the peer is to ${manner}: ${title}`, async (bench) => {
      await bench.start();
      for (const content of bench.rig.contents) {
        await bench.untilRoom(bench.rig.carrier.countParts(content));
        bench.rig.peer.behave(manner);
        const sent = bench.submit(content);
        const isSilent = manner === 'stay_silent';
        await bench[isSilent ? 'until' : 'untilSeen']('all parts are answered', () => sent.isAnswered());
        assertMet(answers[manner], sent.outcomes(), content.type);
        bench.rig.peer.behave('accept');
      }
      await bench.stop();
      bench.assertAnsweredOnce();
    });
  }
}

function checkNotOurs(check: Check): void {
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
      assert.ok(areAll(sent.outcomes(), 'not_sent'), JSON.stringify(sent.outcomes()));
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

function checkLargeJobs(check: Check): void {
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
}

/** In place of `checkLargeJobs`. */
function checkSingleParts(check: Check): void {
  check('a job takes one place, since every content is one part', async (bench) => {
    await bench.start();
    const { carrier, contents } = bench.rig;
    for (const content of contents) {
      const long = 'text' in content ? { ...content, text: 'a long text '.repeat(1_000) } : content;
      for (const one of [content, long]) assert.equal(carrier.countParts(one), 1);
    }
    const one = carrier.reserve(1);
    assert.ok(one);
    const rest = bench.takeAllRoom();
    assert.equal(rest.length, bench.roomAtStart - 1);
    for (const slot of [one, ...rest]) slot.release();
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
}

/** In place of `checkInput`. */
function checkNoInput(check: Check): void {
  check('nothing comes in: there is no way, and what is said to have come is passed over', async (bench) => {
    await bench.start();
    const { carrier, contents, samples } = bench.rig;
    assert.deepEqual([carrier.webhook, carrier.readAddress, carrier.joinParts], [undefined, undefined, undefined]);
    for (const content of contents) {
      await bench.untilRoom(carrier.countParts(content));
      const sent = bench.submit(content);
      await bench.untilSeen('it is answered', () => sent.isAnswered());
    }
    await bench.stop();
    assert.deepEqual(bench.handedIn, []);
    for (const raw of samples) assert.equal(carrier.interpret(raw).type, 'ignored');
  });
}

function checkTakingBack(check: Check, takesBack: CarrierNature['takesBack']): void {
  if (takesBack === 'nothing') return checkNothingTakenBack(check);
  if (takesBack === 'what_was_taken') return checkTakenTakenBack(check);
  check('a try that is taken back is over, once, and cannot be taken back again', async (bench) => {
    await bench.start();
    const { carrier, peer, contents } = bench.rig;
    peer.behave('stay_silent');
    for (const [index, content] of contents.entries()) {
      await bench.untilRoom(carrier.countParts(content));
      const sent = bench.submit(content);
      await bench.untilSeen('it has arrived', () => peer.arrived() === index + 1);
      assert.equal(await withdraw(bench, sent), 'withdrawn');
      await bench.untilSeen('it is over', () => sent.isAnswered());
      const [outcome] = sent.outcomes();
      assert.equal(outcome?.kind === 'ended' && outcome.state, 'cancelled');
      assert.equal(await withdraw(bench, sent), 'too_late');
    }
    await bench.stop();
    bench.assertAnsweredOnce();
  });

  check('a try that is taken back at once does not leave', async (bench) => {
    await bench.start();
    for (const content of bench.rig.contents) {
      await bench.untilRoom(bench.rig.carrier.countParts(content));
      const sent = bench.submit(content);
      assert.equal(await withdraw(bench, sent), 'withdrawn');
      await bench.untilSeen('it is over', () => sent.isAnswered());
      const [outcome] = sent.outcomes();
      assert.equal(outcome?.kind === 'ended' && outcome.state, 'cancelled');
    }
    assert.equal(bench.rig.peer.arrived(), 0);
    bench.assertAnsweredOnce();
  });
}

/** In place of `checkTakingBack`. */
function checkTakenTakenBack(check: Check): void {
  check('what was taken is taken back, or the answer says why not; never by an exception', async (bench) => {
    await bench.start();
    const { peer, contents } = bench.rig;
    for (const content of contents) {
      peer.behave('accept');
      await bench.untilRoom(bench.rig.carrier.countParts(content));
      const sent = bench.submit(content);
      await bench.untilSeen('it is taken', () => sent.isAnswered());
      assert.equal(await withdraw(bench, sent), 'withdrawn');
      for (const manner of ['refuse', 'cut'] as const) {
        peer.behave(manner);
        assert.equal(await withdraw(bench, sent), 'failed');
      }
    }
    await bench.stop();
    bench.assertAnsweredOnce();
  });
}

/** In place of `checkTakingBack`. */
function checkNothingTakenBack(check: Check): void {
  check('nothing is taken back, and it says so', async (bench) => {
    assert.equal(bench.rig.carrier.withdraw, undefined);
  });
}

async function withdraw(bench: Bench, { job }: Sent): Promise<Withdrawal> {
  const { attemptId, recipient } = job;
  const result = await bench.rig.carrier.withdraw?.({ attemptId, recipient, remoteId: null });
  return result ?? assert.fail('it takes nothing back');
}

function checkInterpret(check: Check): void {
  check('interpret gives the same for the same bytes and leaves them as they are', async (bench) => {
    for (const { kind, body } of bench.rig.samples) {
      const before = Buffer.from(body);
      const first = bench.rig.carrier.interpret({ kind, body });
      assert.deepEqual(bench.rig.carrier.interpret({ kind, body: Buffer.from(body) }), first);
      assert.deepEqual(Buffer.from(body), before);
    }
  });

  check('interpret never throws, whatever the bytes are', async (bench) => {
    const types = new Set(['report', 'text', 'opt_out', 'opt_in', 'tap', 'file', 'location', 'ignored']);
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

function checkLife(check: Check, answers: Answers): void {
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
      assertMet(answers.stop, one.outcomes());
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

  check('describe shows no secret, up or down, and not whom a message goes to', async (bench) => {
    const assertClean = (): void => {
      const shown = JSON.stringify(bench.rig.carrier.describe());
      for (const secret of [...bench.rig.secrets, RECIPIENT]) {
        assert.ok(!shown.includes(secret), 'describe shows a secret');
      }
    };
    assertClean();
    await bench.start();
    assertClean();
    bench.rig.peer.behave('stay_silent');
    bench.tryOne();
    await bench.untilSeen('it has arrived', () => bench.rig.peer.arrived() > 0);
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
