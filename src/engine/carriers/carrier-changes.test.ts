/** Carriers that come, go and change while messages are under way, on a clock that the test moves. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startEngine } from '../../../test/support/engine/engine.ts';
import { newMessage, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt, ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import type { Carrier } from '../../carriers/carrier.ts';
import { CarrierChanges, type WantedCarrier } from './carrier-changes.ts';

const HERE = { come: () => {}, leave: () => {}, gone: () => {} };
const RECEIPTS_WITHIN_MS = 60_000;

/** Says in `history` when it starts and stops; drains when the test has answered what it was given. */
class LeavingCarrier extends ScriptedCarrier {
  private readonly history: string[];
  private readonly label: string;
  private answered = (): void => {};

  constructor(name: string, label: string, history: string[]) {
    super(name, 'sms');
    this.history = history;
    this.label = label;
    this.become('down');
  }

  override async start(sink: Parameters<Carrier['start']>[0]): Promise<void> {
    this.history.push(`start ${this.label}`);
    await super.start(sink);
    this.become('up');
  }

  override drain(): Promise<void> {
    this.become('draining');
    if (this.submitted.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.answered = resolve;
    });
  }

  override async stop(): Promise<void> {
    this.become('down');
    this.history.push(`stop ${this.label}`);
  }

  acceptAll(): void {
    for (const each of this.take()) each.accept();
    this.answered();
  }
}

async function rig(t: TestContext, names: readonly string[], isElsewhere = false, hasRoutes = true) {
  const history: string[] = [];
  const made: LeavingCarrier[] = [];
  const wanted = (name: string, settings = 1, place: string | null = null): WantedCarrier => ({
    name,
    settings: { name, settings },
    place,
    make() {
      const carrier = new LeavingCarrier(name, `${name}.${settings}`, history);
      made.push(carrier);
      return carrier;
    },
  });
  const first = names.map((name) => wanted(name, 1, `port of ${name}`));
  const carriers: Carrier[] = first.map((each) => each.make());
  const routes = hasRoutes ? [{ channel: 'sms', carriers: [...names, 'b', 'c'] } as const] : [];
  const running = await startEngine(t, carriers, { routes });
  const { engine, context } = running;
  const changes = new CarrierChanges({
    ...{ context, engine, carriers, wanted: first, orders: HERE, seats: HERE },
    peers: { has: () => isElsewhere },
  });
  return {
    ...{ ...running, changes, carriers, history, wanted },
    /** The newest of this name. */
    carrier(name: string): LeavingCarrier {
      const found = made.findLast((each) => each.name === name);
      if (!found) throw new Error(`${name} was not made`);
      return found;
    },
    names: () => carriers.map(({ name }) => name),
    async send(): Promise<string> {
      const id = context.ids.next();
      await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
      return id;
    },
  };
}

test('a carrier that goes answers what it was given, then waits for receipts; what waits for it takes the next', async (t) => {
  const of = await rig(t, ['a', 'b']);
  const [a, b] = [of.carrier('a'), of.carrier('b')];
  const first = await of.send();
  const [submitted] = a.submitted;
  assert.ok(submitted);
  a.room = 0;
  const second = await of.send();
  of.changes.follow([of.wanted('b', 1, 'port of b')]);
  await of.until('the other one leaves by b', () => b.submitted.length === 1);
  b.acceptAll();
  await of.clock.advance(4_000);
  a.acceptAll();
  await of.until('it is recorded', async () => (await of.message(first)).attempts[0]?.state === 'submitted');
  await of.clock.advance(RECEIPTS_WITHIN_MS - 10_000);
  assert.deepEqual(
    [of.names(), of.history],
    [
      ['b', 'a'],
      ['start a.1', 'start b.1'],
    ],
  );
  await a.deliver(receipt(submitted.job));
  await of.until('it is delivered', async () => (await of.message(first)).status === 3000);
  assert.equal((await of.message(second)).attempts[0]?.carrier, 'b');
  await of.until('a is gone', () => of.names().length === 1);
  assert.equal(of.history.at(-1), 'stop a.1');
  await of.send();
  await of.until('b has it', () => b.submitted.length === 1);
});

test('while one goes for good nothing waits for it: where there is no other one the message is over', async (t) => {
  const of = await rig(t, ['a'], false, false);
  const first = await of.send();
  of.changes.follow([]);
  assert.equal((await of.message(await of.send())).status, 3055);
  assert.deepEqual(of.names(), ['a']);
  of.carrier('a').acceptAll();
  await of.until('it is recorded', async () => (await of.message(first)).attempts[0]?.state === 'submitted');
});

test('while another one waits for its place, what comes waits, too', async (t) => {
  const of = await rig(t, ['a'], false, false);
  await of.send();
  of.changes.follow([of.wanted('b', 1, 'port of a')]);
  const second = await of.send();
  assert.equal((await of.message(second)).status, 3001);
  of.carrier('a').acceptAll();
  await of.until('b has it', () => of.names().join() === 'b' && of.carrier('b').submitted.length === 1);
});

test('a carrier that does not answer is stopped all the same', async (t) => {
  const of = await rig(t, ['a', 'b']);
  await of.send();
  of.changes.follow([of.wanted('b', 1, 'port of b')]);
  await of.clock.advance(of.carrier('a').answerWithinMs + RECEIPTS_WITHIN_MS - 100);
  assert.deepEqual(of.names(), ['b', 'a']);
  await of.until('a is gone', () => of.names().length === 1);
});

test('one that another node has, too, does not wait for receipts', async (t) => {
  const of = await rig(t, ['a', 'b'], true);
  of.changes.follow([of.wanted('b', 1, 'port of b')]);
  await of.until('a is gone', () => of.names().join() === 'b');
  assert.ok(of.clock.monotonic() < RECEIPTS_WITHIN_MS);
});

test('a carrier that changes is stopped before the new one starts, and what comes meanwhile leaves by the new one', async (t) => {
  const of = await rig(t, ['a']);
  const old = of.carrier('a');
  const first = await of.send();
  of.changes.follow([of.wanted('a', 2, 'port of a')]);
  const second = await of.send();
  await of.clock.advance(500);
  assert.equal(old.state(), 'draining');
  assert.deepEqual([of.names(), of.history], [['a'], ['start a.1']]);
  old.acceptAll();
  await of.until('the new one has it', () => of.carrier('a') !== old && of.carrier('a').submitted.length === 1);
  assert.deepEqual([of.names(), of.history], [['a'], ['start a.1', 'stop a.1', 'start a.2']]);
  of.carrier('a').acceptAll();
  for (const id of [first, second]) {
    await of.until('it is taken', async () => (await of.message(id)).attempts[0]?.state === 'submitted');
    assert.deepEqual((await of.message(id)).attempts[0]?.carriersTried, []);
  }
});

test('the settings of last count: what was asked for in between is never made', async (t) => {
  const of = await rig(t, ['a']);
  await of.send();
  of.changes.follow([of.wanted('a', 2)]);
  of.changes.follow([]);
  of.changes.follow([of.wanted('a', 3), of.wanted('b', 3)]);
  assert.deepEqual(of.names(), ['a', 'b']);
  of.carrier('a').acceptAll();
  await of.until('the new one is there', () => of.history.at(-1) === 'start a.3');
  assert.deepEqual(of.history, ['start a.1', 'start b.3', 'stop a.1', 'start a.3']);
  assert.deepEqual(of.names(), ['a', 'b'], 'in the order of the settings');
  of.changes.follow([of.wanted('a', 3), of.wanted('b', 3)]);
  await of.clock.advance(1_000);
  assert.equal(of.history.length, 4, 'nothing has changed');
});

test('one of another name at the same place waits until it is free, and any other comes at once', async (t) => {
  const of = await rig(t, ['a']);
  await of.send();
  of.changes.follow([of.wanted('b', 1, 'port of a'), of.wanted('c', 1, 'port of c')]);
  assert.deepEqual(of.history, ['start a.1', 'start c.1']);
  of.carrier('a').acceptAll();
  await of.until('b is there', () => of.history.at(-1) === 'start b.1');
  assert.deepEqual(of.history.slice(2), ['stop a.1', 'start b.1']);
  assert.deepEqual(of.names(), ['b', 'c']);
});

test('a carrier that is going when the gateway stops is left to the engine', async (t) => {
  const of = await rig(t, ['a', 'b']);
  of.changes.follow([of.wanted('b', 1, 'port of b')]);
  await of.clock.advance(1_000);
  await of.changes.stop();
  assert.deepEqual([of.names(), of.history.length], [['b', 'a'], 2]);
  of.changes.follow([]);
  assert.deepEqual(of.names(), ['b', 'a']);
});
