import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { createDice, type Dice } from '../../../test/support/random.ts';
import { type Turns, takeTurns } from '../../../test/support/turns.ts';
import { createDataDirectory, holderOf, obstacleTo } from './data-directory.ts';
import { startOf } from './processes.ts';

const CONTEXT = quietContext();

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-claim-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const inUseBy = (pid: number) => new RegExp(`in use by the gateway with process id ${pid}: stop that one`);

test('a data directory is made and claimed, and left without a trace of the claim', async (t) => {
  const folder = join(await folderOf(t), 'new', 'data');
  const directory = createDataDirectory(CONTEXT, folder);
  await directory.start();
  assert.equal(await readFile(join(folder, 'gateway.pid'), 'utf8'), `${process.pid}\n`);
  assert.match(await readFile(join(folder, 'gateway.lock'), 'utf8'), new RegExp(`^${process.pid} `));
  assert.equal(await holderOf(folder), process.pid);
  await directory.stop();
  assert.deepEqual(await readdir(folder), []);
});

test('what is in the way of a data directory is named, whether it is there or has to be made', async (t) => {
  const folder = await folderOf(t);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  assert.equal(await obstacleTo(folder), null);
  assert.equal(await obstacleTo(join(folder, 'to', 'be', 'made')), null);
  assert.equal(await obstacleTo(file), `${file} is no folder`);
  assert.equal(await obstacleTo(join(file, 'data')), `${file} is no folder`);
  await assert.rejects(
    createDataDirectory(CONTEXT, join(file, 'data')).start(),
    new Error(
      `the data directory ${file}/data cannot be used, since ${file} is no folder: let this user write there, or ` +
        'choose another directory by TRUNKLINE_DATA',
    ),
  );
});

test('a data directory that is claimed is refused, and refusing it does not free it', async (t) => {
  const folder = await folderOf(t);
  const first = createDataDirectory(CONTEXT, folder);
  await first.start();
  const held = await readdir(folder);
  for (let tries = 0; tries < 2; tries += 1) {
    const second = createDataDirectory(CONTEXT, folder);
    await assert.rejects(second.start(), inUseBy(process.pid));
    await second.stop();
  }
  assert.deepEqual(await readdir(folder), held);
  await first.stop();
});

const LEFT_BEHIND: readonly (readonly [what: string, name: string, text: string])[] = [
  ['the claim of a process that is gone', 'gateway.claim.999999999-0123456789abcdef-12345', ''],
  ['the claim of an id that is another process now', `gateway.claim.${process.pid}-0123456789abcdef-12345`, ''],
  ['the lock of a process that is gone', 'gateway.lock', '999999999 12345\n'],
  ['the lock of an id that is another process now', 'gateway.lock', `${process.pid} 12345\n`],
  ['an empty lock', 'gateway.lock', ''],
  ['a lock that was not finished', 'gateway.lock.new', '99999'],
];

for (const [what, name, text] of LEFT_BEHIND) {
  test(`${what} keeps nobody out, and is cleared away`, async (t) => {
    const folder = await folderOf(t);
    await writeFile(join(folder, name), text);
    const directory = createDataDirectory(CONTEXT, folder);
    await directory.start();
    assert.equal(await holderOf(folder), process.pid);
    await directory.stop();
    assert.deepEqual(await readdir(folder), []);
  });
}

test('the lock of a process that lives counts without a claim', async (t) => {
  const folder = await folderOf(t);
  await writeFile(join(folder, 'gateway.lock'), `${process.ppid} ${await startOf(process.ppid)}\n`);
  const directory = createDataDirectory(CONTEXT, folder);
  await assert.rejects(directory.start(), inUseBy(process.ppid));
  await directory.stop();
  assert.deepEqual(await readdir(folder), ['gateway.lock']);
});

test('a claim of a process that lives keeps others out, even when it comes no further', async (t) => {
  const start = await startOf(process.ppid);
  const folder = await folderOf(t);
  const names = ['0000000000000000', 'ffffffffffffffff'].map((id) => `gateway.claim.${process.ppid}-${id}-${start}`);
  const turns = takeTurns(t);
  for (const name of names) {
    writeFileSync(join(folder, name), '');
    const clock = new ManualClock();
    const directory = createDataDirectory({ ...CONTEXT, clock }, folder);
    const refused = assert.rejects(directory.start(), inUseBy(process.ppid));
    await turns.run(createDice(1), clock, [refused]);
    await refused;
    assert.deepEqual(readdirSync(folder), [name]);
    rmSync(join(folder, name));
  }
});

test('of many that claim it at once one gets it', async (t) => {
  const folder = await folderOf(t);
  for (let round = 0; round < 10; round += 1) {
    await writeFile(join(folder, 'gateway.lock'), `${process.pid} another start\n`);
    await writeFile(join(folder, `gateway.claim.${process.pid}-0123456789abcdef-12345`), '');
    const claims = Array.from({ length: 8 }, () => createDataDirectory(CONTEXT, folder));
    const results = await Promise.allSettled(claims.map((claim) => claim.start()));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    await Promise.all(claims.map((claim) => claim.stop()));
    assert.deepEqual(await readdir(folder), []);
  }
});

const ORDERS = 150;

test('whatever the order of their steps, one of several gets it, and never two have it at once', async (t) => {
  const folder = await folderOf(t);
  const turns = takeTurns(t);
  for (let seed = 1; seed <= ORDERS; seed += 1) {
    const dice = createDice(seed);
    mkdirSync(folder, { recursive: true });
    for (const [, name, text] of LEFT_BEHIND) if (dice.chance(0.3)) writeFileSync(join(folder, name), text);
    const seen = await claimInTurns(turns, dice, folder);
    assert.equal(seen.mostAtOnce, 1, `seed ${seed}: ${seen.mostAtOnce} had it at once`);
    assert.ok(
      seen.refusals.every((text) => inUseBy(process.pid).test(text)),
      `seed ${seed}: ${seen.refusals}`,
    );
    rmSync(folder, { recursive: true });
  }
});

/** Several claim the directory; who gets it has it for some turns, or lets go of it at once. */
async function claimInTurns(turns: Turns, dice: Dice, folder: string) {
  const clock = new ManualClock();
  const randomBytes = (size: number) => Buffer.from(Array.from({ length: size }, () => dice.below(256)));
  const context = { ...CONTEXT, clock, randomBytes };
  const refusals: string[] = [];
  let holders = 0;
  let mostAtOnce = 0;

  async function claim(turnsBefore: number, turnsHeld: number): Promise<void> {
    const directory = createDataDirectory(context, folder);
    for (let turn = 0; turn < turnsBefore; turn += 1) await turns.next();
    try {
      await directory.start();
      holders += 1;
      mostAtOnce = Math.max(mostAtOnce, holders);
      for (let turn = 0; turn < turnsHeld; turn += 1) await turns.next();
      holders -= 1;
    } catch (error) {
      refusals.push((error as Error).message);
    }
    await directory.stop();
  }

  const several = Array.from({ length: 2 + dice.below(4) }, () =>
    claim(dice.below(10), dice.below(2) * dice.below(60)),
  );
  await turns.run(dice, clock, several);
  assert.deepEqual(readdirSync(folder), []);
  return { mostAtOnce, refusals };
}
