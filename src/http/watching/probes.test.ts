import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import type { CarrierState } from '../../carriers/carrier.ts';
import type { Database } from '../../store/database.ts';
import { type GroupState, ofGroup, readiness } from './probes.ts';

function parts(states: readonly CarrierState[], isStoreUp = true) {
  const carriers = states.map((state, index) => {
    const carrier = new ScriptedCarrier(`smsc-${index}`, 'sms');
    carrier.become(state);
    return carrier;
  });
  return { db: { isUp: () => isStoreUp } as unknown as Database, carriers };
}

const isReady = (...args: Parameters<typeof readiness>) => readiness(...args).ready;

test('one carrier that is up is enough, and none at all', () => {
  assert.equal(isReady(parts(['down', 'up']), false), true);
  assert.equal(isReady(parts(['down', 'down']), false), false);
  assert.equal(isReady(parts([]), false), true);
});

test('a node whose only carrier is bound by another node is ready, and shows its own state', () => {
  const state = readiness({ ...parts(['down']), isUpElsewhere: (name) => name === 'smsc-0' }, false);
  assert.equal(state.ready, true);
  assert.deepEqual(state.carriers, { 'smsc-0': 'down' });
  assert.equal(isReady({ ...parts(['down']), isUpElsewhere: () => false }, false), false);
});

test('requests are taken while every carrier is gone, and never without the store or while it stops', () => {
  assert.equal(isReady(parts(['down', 'draining']), false, 'requests'), true);
  assert.equal(isReady(parts(['up'], false), false, 'requests'), false);
  assert.equal(isReady(parts(['up']), true, 'requests'), false);
});

test('without the store, or while it stops, it is not ready', () => {
  assert.equal(isReady(parts(['up'], false), false), false);
  assert.equal(isReady(parts(['up']), true), false);
});

test('several processes are ready while those that take requests are, and a carrier is up when one of them has it', () => {
  const state = (own: Parameters<typeof parts>, isStopping = false) => {
    return { isStopping, state: readiness(parts(...own), isStopping, 'requests') };
  };
  const of = (own: GroupState, ...states: GroupState[]) =>
    ofGroup(own, { states, processes: { running: states.length + 1, of: 3 } });
  const both = of(state([['down']]), state([['up']]));
  assert.deepEqual(both, {
    ready: true,
    store: 'up',
    carriers: { 'smsc-0': 'up' },
    processes: { running: 2, of: 3 },
  });
  assert.equal(of(state([['up']]), state([['up']], true)).ready, true, 'one that stops gets no requests');
  assert.equal(of(state([['up']], true), state([['up']])).ready, true, 'whichever is asked');
  assert.equal(of(state([['up']], true), state([['up']], true)).ready, false, 'all of it stops');
  const cut = of(state([['up']]), state([['up'], false]));
  assert.deepEqual([cut.ready, cut.store], [false, 'down']);
});
