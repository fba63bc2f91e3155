import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { ManualClock, settle } from '../../test/support/manual-clock.ts';
import { createNameLookup } from './name-lookup.ts';

const ADDRESS: LookupAddress[] = [{ address: '192.0.2.1', family: 4 }];

function rig() {
  const clock = new ManualClock();
  /** What the system's resolver is asked and has not answered. */
  const open: Array<{ readonly host: string; readonly answer: () => void }> = [];
  const probed: string[] = [];
  const ended: string[] = [];
  const resolve = createNameLookup(clock, {
    async isAnswered(host) {
      probed.push(host);
      return !host.startsWith('silent');
    },
    askSystem: (host) => new Promise((done) => open.push({ host, answer: () => done(ADDRESS) })),
  });
  const find = (host: string) =>
    resolve(host, {}, (error, found) => ended.push(error ? `${host}: ${error.message}` : `${host} ${found.length}`));
  const openHosts = () => open.map(({ host }) => host);
  return { clock, open, openHosts, probed, ended, find };
}

test('names that nobody answers are asked one at a time, and hold up no others', async () => {
  const { find, open, openHosts, ended } = rig();
  for (const host of ['silent.one', 'silent.two', 'silent.three', 'well.one', 'well.two', 'receiver']) find(host);
  await settle();
  assert.deepEqual(openHosts().sort(), ['receiver', 'silent.one', 'well.one', 'well.two']);
  open.find(({ host }) => host === 'well.one')?.answer();
  await settle();
  assert.deepEqual(ended, ['well.one 1']);
  open.find(({ host }) => host === 'silent.one')?.answer();
  await settle();
  assert.deepEqual(ended, ['well.one 1', 'silent.one 1']);
  assert.ok(openHosts().includes('silent.two') && !openHosts().includes('silent.three'));
});

test('those who ask for one name at a time share one question', async () => {
  const { find, open, openHosts, ended } = rig();
  for (let time = 0; time < 16; time += 1) find('well.one');
  await settle();
  assert.deepEqual(openHosts(), ['well.one']);
  open[0]?.answer();
  await settle();
  assert.equal(ended.length, 16);
});

test('a name that was answered is taken for one that is, for a minute', async () => {
  const { clock, find, open, probed } = rig();
  const once = async () => {
    find('well.one');
    await settle();
    open.pop()?.answer();
    await settle();
  };
  await once();
  await clock.advance(59_000);
  await once();
  assert.equal(probed.length, 1);
  await clock.advance(2_000);
  await once();
  assert.equal(probed.length, 2);
});

test('a name that the system knows without its servers is asked for like any other from then on', async () => {
  const { find, open, openHosts, probed } = rig();
  find('silent.known');
  await settle();
  open.pop()?.answer();
  await settle();
  for (const host of ['silent.one', 'silent.known']) find(host);
  await settle();
  assert.deepEqual(openHosts().sort(), ['silent.known', 'silent.one']);
  assert.deepEqual(probed, ['silent.known', 'silent.one']);
});

test('who has waited for too long behind names that nobody answers is not asked for', async () => {
  const { clock, find, open, openHosts, ended } = rig();
  find('silent.one');
  find('silent.two');
  await settle();
  await clock.advance(11_000);
  open[0]?.answer();
  await settle();
  assert.deepEqual(openHosts(), ['silent.one']);
  assert.deepEqual(ended, ['silent.one 1', 'silent.two: the name servers of silent.two do not answer']);
});
