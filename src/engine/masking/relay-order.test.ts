import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { bringInMasks, maskingNode, relayNode, TextingCarrier } from '../../../test/support/masking/rig.ts';
import { testDatabase } from '../../../test/support/postgres/database.ts';

const ANNA = '4915112345601';
const BEN = '4915112345602';
const REST_MS = 86_400_000;

async function oneSession(t: TestContext) {
  const { db } = await testDatabase(t);
  const clock = new ManualClock();
  await bringInMasks(db, clock, { prefix: '491570000', country: 'DE', count: 2 });
  const sessions = await maskingNode(t, { db, clock, restMs: REST_MS });
  const opened = await sessions.open({ number1: ANNA, number2: BEN, country1: 'DE', country2: 'DE' });
  assert.ok(opened.kind === 'opened');
  const carrier = new TextingCarrier();
  const node = await relayNode(t, { db, clock, carriers: [carrier], restMs: REST_MS });
  const said = (text: string) => ({ type: 'text', from: ANNA, to: opened.session.masked2, text }) as const;
  return { carrier, node, said };
}

test('a short text does not overtake the long one before it, in however many parts that came', async (t) => {
  const { carrier, node, said } = await oneSession(t);
  const expected: string[] = [];
  const delivered: Array<Promise<void>> = [];
  for (let round = 0; round < 10; round += 1) {
    const part = (number: number) => ({ ...said(`${round}.${number} `), part: { ref: round, total: 2, number } });
    const before = round % 3 === 0 ? [said(`before ${round}`)] : [];
    const texts = [...before, part(2), part(1), said(`after ${round}`)];
    // Some in one turn, some one by one, and the parts the wrong way round.
    if (round % 2 === 0) delivered.push(carrier.deliver(...texts));
    else for (const each of texts) delivered.push(carrier.deliver(each));
    expected.push(...before.map(({ text }) => text), `${round}.1 ${round}.2 `, `after ${round}`);
    await Promise.all(delivered);
    if (round < 6) await node.until('these have been relayed', () => carrier.sent.length === expected.length);
  }
  await Promise.all(delivered);
  await node.until('all have been relayed', () => carrier.sent.length === expected.length);
  assert.deepEqual(
    carrier.sent.map(({ text }) => text),
    expected,
  );
});

test('a carrier has the acknowledgement of a text before it is given the text that this leads to', async (t) => {
  const { carrier, node, said } = await oneSession(t);
  for (const text of ['at once', 'and again']) {
    const sentBefore = carrier.sent.length;
    await carrier.deliver(said(text));
    assert.equal(carrier.sent.length, sentBefore, 'acknowledged, and not sent yet');
    await node.until('it has been relayed', () => carrier.sent.length === sentBefore + 1);
  }
});
