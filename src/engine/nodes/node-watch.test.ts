import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/support/cluster/eventually.ts';
import { newMessage, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import {
  createNodes,
  HEARTBEAT_MS,
  LEASE_MS,
  pass,
  type TestNode,
  untilOn,
} from '../../../test/support/engine/nodes.ts';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { SeatedCarrier } from '../../../test/support/engine/seated-carrier.ts';
import type { Planning } from '../../store/database.ts';
import { listSeats } from '../../store/nodes/carrier-seats.ts';
import { liveNodes, registerNode } from '../../store/nodes/nodes.ts';

const PLAN = { plan: [SMS_PLAN] };

function open(...carriers: readonly SeatedCarrier[]): number[] {
  return carriers.map((carrier) => carrier.open.size);
}

async function send({ engine }: TestNode, bucket?: number): Promise<string> {
  const id = engine.context.ids.next(bucket);
  await engine.engine.accept(newMessage(id, PLAN));
  return id;
}

test('a node that starts alone has all seats before its start is over', async (t) => {
  const nodes = await createNodes(t);
  const carrier = new SeatedCarrier('sms-a', 3);
  await nodes.start({ name: 'a', carriers: [carrier] });
  assert.deepEqual(open(carrier), [3]);
  assert.equal(carrier.share, 1);
});

test('a node on its own store takes over what was left there, and then reads nothing while nothing changes', async (t) => {
  const sent: string[] = [];
  let beats = 0;
  const isBeat = (text: string) => text.includes('set beats');
  const nodes = await createNodes(t, (db) => ({
    async query<Row>(text: string, ...others: [values?: readonly unknown[], planning?: Planning]) {
      sent.push(text);
      const answer = await db.query<Row>(text, ...others);
      if (isBeat(text)) beats += 1;
      return answer;
    },
    transaction: (work) => db.transaction(work),
    listen: (channel, heard) => db.listen(channel, heard),
    isUp: () => db.isUp(),
    close: () => db.close(),
  }));
  await registerNode(nodes.db, 'restored', {}, 0);
  const carrier = new SeatedCarrier('sms-a', 2);
  carrier.inHand = 3;
  const a = await nodes.start({ name: 'a', carriers: [carrier], isAlone: true });
  const left = async () => (await liveNodes(nodes.db)).map(({ id }) => id);
  await pass([a], LEASE_MS - HEARTBEAT_MS);
  assert.deepEqual(await left(), ['a', 'restored']);
  await untilOn([a], 'the other is declared dead', async () => (await left()).length === 1);
  await pass([a], 3 * HEARTBEAT_MS);
  await eventually('none is under way', () => beats === sent.filter(isBeat).length);
  const [before] = await liveNodes(nodes.db);
  const from = sent.length;
  for (let passed = 1; passed <= 5; passed += 1) {
    const counted = beats;
    carrier.inHand = passed;
    await pass([a], HEARTBEAT_MS);
    await eventually('it gives a sign of life', () => beats > counted);
  }
  const reads = sent.slice(from).filter((text) => /from (carrier_seats|nodes)\b/.test(text));
  assert.deepEqual(reads, []);
  const [after] = await liveNodes(nodes.db);
  assert.equal((after?.beats ?? 0) - (before?.beats ?? 0), 5, 'one for each heartbeat');
  assert.deepEqual(before?.uses['sms-a']?.load, { inHand: 3, room: 10 });
  assert.deepEqual(after?.uses['sms-a']?.load, { inHand: 5, room: 10 });
  assert.deepEqual(open(carrier), [2]);
});

test('how full a carrier is goes with the sign of life, and is no news for the others', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 2), new SeatedCarrier('sms-a', 2)];
  const a = await nodes.start({ name: 'a', carriers: [one] });
  const b = await nodes.start({ name: 'b', carriers: [two] });
  await untilOn([a, b], 'each has a seat', () => one.open.size === 1 && two.open.size === 1);
  await pass([a, b], 3 * HEARTBEAT_MS);
  const told: unknown[] = [];
  t.after(a.hints.watch((hints) => told.push(...hints)));
  for (let inHand = 1; inHand <= 3; inHand += 1) {
    one.inHand = inHand;
    await pass([a, b], HEARTBEAT_MS);
  }
  const loadOfA = async () => (await liveNodes(nodes.db)).find(({ id }) => id === 'a')?.uses['sms-a']?.load;
  await untilOn([a, b], 'it is told', async () => (await loadOfA())?.inHand === 3);
  assert.deepEqual(told, []);
});

test('a node that joins later gets its share: drained first, never open on two nodes at once', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 2), new SeatedCarrier('sms-a', 2)];
  one.drainsAtOnce = false;
  const a = await nodes.start({ name: 'a', carriers: [one] });
  const b = await nodes.start({ name: 'b', carriers: [two] });
  await untilOn([a, b], 'one seat is being drained', () => one.history.includes('drained 2'));
  assert.equal(one.share, 0.5);
  await pass([a, b], 5_000);
  assert.deepEqual(open(one, two), [2, 0], 'what was given to it is still being answered');
  one.drained();
  await untilOn([a, b], 'the other node has it', () => two.open.size === 1);
  assert.deepEqual([[...one.open], [...two.open]], [[1], [2]]);
  assert.deepEqual([one.share, two.share], [0.5, 0.5]);
});

test('two nodes that start at the same moment never both have the only seat', async (t) => {
  const nodes = await createNodes(t);
  const carriers = [new SeatedCarrier('sms-a', 1), new SeatedCarrier('sms-a', 1)];
  const both = await Promise.all(carriers.map((carrier, n) => nodes.start({ name: `n${n}`, carriers: [carrier] })));
  assert.equal(
    open(...carriers).reduce((sum, each) => sum + each),
    1,
  );
  await pass(both, 3 * LEASE_MS);
  assert.equal(
    open(...carriers).reduce((sum, each) => sum + each),
    1,
  );
});

test('a clean stop gives seats back at once', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 1), new SeatedCarrier('sms-a', 1)];
  const a = await nodes.start({ name: 'a', carriers: [one] });
  const b = await nodes.start({ name: 'b', carriers: [two] });
  await a.stop();
  const before = b.clock.monotonic();
  await untilOn([b], 'the other one has it', () => two.open.size === 1);
  assert.ok(b.clock.monotonic() - before < LEASE_MS / 2);
});

test('a node that stalls past its lease has unbound on its own clock before another one takes its seat', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 1), new SeatedCarrier('sms-a', 1)];
  const a = await nodes.start({ name: 'a', carriers: [one] });
  const b = await nodes.start({ name: 'b', carriers: [two] });
  await pass([a, b], 1_000);
  // Its clock stands still: to itself it is as alive as before.
  await untilOn([b], 'the other one has it', () => two.open.size === 1);
  assert.deepEqual(one.history.at(-1), 'open 1');
  // What it finds first when it goes on is that its time is over.
  await a.clock.advance(LEASE_MS);
  assert.equal(one.history.at(-1), 'at_once 1');
  await untilOn([a, b], 'it knows that it was given up', () => a.isLost());
  await pass([a, b], LEASE_MS);
  assert.deepEqual(open(one, two), [0, 1]);
});

test('a node that cannot reach the store unbinds before its lease is over, and binds again when it can', async (t) => {
  const nodes = await createNodes(t);
  const carrier = new SeatedCarrier('sms-a', 1);
  const a = await nodes.start({ name: 'a', carriers: [carrier] });
  // Nobody may change the row: the sign of life waits.
  let letGo: () => void = () => {};
  const locked = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isHeld: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const holding = nodes.db.transaction(async (tx) => {
    await tx.query('select 1 from nodes where id = $1 for update', ['a']);
    isHeld();
    await locked;
  });
  await held;
  await pass([a], LEASE_MS);
  assert.deepEqual(carrier.history.at(-1), 'at_once 1');
  letGo();
  await holding;
  await untilOn([a], 'it is bound again', () => carrier.open.size === 1);
  assert.equal(a.isLost(), false);
});

test('wall clocks that differ by hours, and jump, do not make a live node count as dead', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 1), new SeatedCarrier('sms-a', 1)];
  const a = await nodes.start({ name: 'a', carriers: [one] });
  const b = await nodes.start({ name: 'b', carriers: [two] });
  for (const hours of [3, -6, 9]) {
    a.clock.jump(hours * 3_600_000);
    await pass([a, b], 2 * LEASE_MS);
  }
  assert.deepEqual(open(one, two), [1, 0]);
  assert.equal(a.isLost(), false);
});

test('a carrier that cannot be reached from one node moves to the other, and does not come back for a while', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 1), new SeatedCarrier('sms-a', 1)];
  const a = await nodes.start({ name: 'a', carriers: [one] });
  const b = await nodes.start({ name: 'b', carriers: [two] });
  one.reachable(false);
  await pass([a, b], LEASE_MS - 3_000);
  assert.deepEqual(open(one, two), [1, 0], 'it is given time to come back');
  await untilOn([a, b], 'the other one has it', () => two.open.size === 1);
  one.reachable(true);
  await pass([a, b], 2 * LEASE_MS);
  assert.deepEqual(open(one, two), [0, 1]);
});

test('a carrier that no node can reach stays where it was tried last', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 1), new SeatedCarrier('sms-a', 1)];
  const a = await nodes.start({ name: 'a', carriers: [one] });
  const b = await nodes.start({ name: 'b', carriers: [two] });
  one.reachable(false);
  two.reachable(false);
  await untilOn([a, b], 'the other one tries', () => two.open.size === 1);
  await pass([a, b], 3 * LEASE_MS);
  assert.deepEqual(open(one, two), [0, 1]);
  two.reachable(true);
  await pass([a, b], LEASE_MS);
  assert.deepEqual(open(one, two), [0, 1]);
});

test('a carrier without seats is shared by the nodes that use it, and is whole again when they go', async (t) => {
  const nodes = await createNodes(t);
  const shares = [1, 1, 1];
  const carriers = shares.map((_, n) => {
    const useShare = (share: number): void => {
      shares[n] = share;
    };
    return Object.assign(new ScriptedCarrier('rcs-a', 'rcs'), { useShare });
  });
  const started: TestNode[] = [];
  for (const [n, carrier] of carriers.entries())
    started.push(await nodes.start({ name: `n${n}`, carriers: [carrier] }));
  await untilOn(started, 'each has a third', () => shares.every((share) => share === 1 / 3));
  await started[2]?.stop();
  await untilOn(started.slice(0, 2), 'each has a half', () => shares[0] === 0.5 && shares[1] === 0.5);
  // The second one dies without a word.
  await untilOn(started.slice(0, 1), 'one has all of it', () => shares[0] === 1);
});

test('a message that a node without the seat has accepted goes out by the one that has it, at once', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 1), new SeatedCarrier('sms-a', 1)];
  const a = await nodes.start({ name: 'a', carriers: [one] });
  const b = await nodes.start({ name: 'b', carriers: [two] });
  await untilOn([a, b], 'it knows that the other one can send', () => b.watch.peers.canSend('sms-a'));
  const before = a.clock.monotonic();
  const id = await send(b);
  const submitted = await untilOn([], 'the other one has submitted it', () => one.take()[0]);
  submitted.accept();
  assert.equal(a.clock.monotonic(), before, 'no timer of the other node had to run');
  await untilOn([], 'it is recorded', async () => (await b.engine.message(id)).attempts[0]?.state === 'submitted');
  assert.deepEqual(two.submitted, []);
});

test('without the word of the other node it goes out when the carrier is looked after', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 1), new SeatedCarrier('sms-a', 1)];
  const a = await nodes.start({ name: 'a', carriers: [one] });
  const b = await nodes.start({ name: 'b', carriers: [two] });
  await untilOn([a, b], 'it knows that the other one can send', () => b.watch.peers.canSend('sms-a'));
  a.engine.engine.notifiedOfBacklog = () => {};
  await send(b);
  await untilOn([a], 'it is submitted', () => one.take()[0]);
});

test('what waited in the store for a node that died goes out by the one that takes its seat', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 1), new SeatedCarrier('sms-a', 1)];
  one.room = 0;
  const a = await nodes.start({ name: 'a', carriers: [one] });
  const b = await nodes.start({ name: 'b', carriers: [two] });
  await untilOn([a, b], 'it knows that the other one can send', () => b.watch.peers.canSend('sms-a'));
  const ids = [await send(a), await send(b)];
  // From here on the first node is dead: only the clock of the second one moves.
  const sent = new Set<string>();
  await untilOn([b], 'both went out', () => {
    for (const submitted of two.take()) {
      sent.add(submitted.job.attemptId);
      submitted.accept();
    }
    return sent.size === ids.length;
  });
  const [seat] = await listSeats(nodes.db);
  assert.equal(seat?.holder?.node, 'b');
});

test('the first carrier of a route keeps its place while another node can send by it, and only so long', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 1), new SeatedCarrier('sms-a', 1)];
  const [second, secondOfB] = [new ScriptedCarrier('sms-b', 'sms'), new ScriptedCarrier('sms-b', 'sms')];
  const a = await nodes.start({ name: 'a', carriers: [one, second] });
  const b = await nodes.start({ name: 'b', carriers: [two, secondOfB] });
  await untilOn([a, b], 'it knows that the other one can send', () => b.watch.peers.canSend('sms-a'));
  await send(b);
  await untilOn([], 'it goes out by the first, on the other node', () => one.take()[0]);
  one.reachable(false);
  two.reachable(false);
  await untilOn([a, b], 'it knows that no one can send', () => !b.watch.peers.canSend('sms-a'));
  await send(b);
  await untilOn([a, b], 'the second carrier takes its turn', () => second.take()[0] ?? secondOfB.take()[0]);
  assert.deepEqual([...one.take(), ...two.take()], []);
});

test('work beyond what a node can send at once goes to the other node that has a seat', async (t) => {
  const nodes = await createNodes(t);
  const [one, two] = [new SeatedCarrier('sms-a', 2), new SeatedCarrier('sms-a', 2)];
  const a = await nodes.start({ name: 'a', carriers: [one] });
  const b = await nodes.start({ name: 'b', carriers: [two] });
  await untilOn([a, b], 'each can send', () => a.watch.peers.canSend('sms-a') && b.watch.peers.canSend('sms-a'));
  one.room = 0;
  // Of one lane, and so recorded together: the other one is told once, and of all.
  const ids = await Promise.all(Array.from({ length: 80 }, () => send(a, 0)));
  await untilOn([], 'the other one sends what the first did not keep', () => two.submitted.length >= ids.length - 64);
});
