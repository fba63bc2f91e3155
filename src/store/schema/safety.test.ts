import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../../test/support/postgres/database.ts';
import { judgeSafety, readSafety } from './safety.ts';

const SAFE = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  synchronous_standby_names: '',
  data_checksums: 'on',
};

const found = (settings: Record<string, string>, isOfSeveral = false) =>
  judgeSafety(settings, isOfSeveral).findings.map(({ level, setting, value }) => `${level} ${setting}=${value}`);

test('a server that writes what it acknowledges is safe', () => {
  assert.deepEqual(found(SAFE), []);
  for (const synchronous_commit of ['remote_write', 'remote_apply', 'local']) {
    assert.deepEqual(found({ ...SAFE, synchronous_commit }), []);
  }
});

for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
  test(`a server with ${setting} off is not safe, and what can be lost and what mends it is said`, () => {
    const { findings } = judgeSafety({ ...SAFE, [setting]: 'off' }, false);
    assert.deepEqual(
      findings.map((finding) => [finding.level, finding.setting]),
      [['unsafe', setting]],
    );
    assert.match(findings[0]?.risk ?? '', /lost|damaged/);
    assert.match(findings[0]?.remedy ?? '', new RegExp(`alter system set ${setting} = on`));
  });
}

test('of several servers one should wait for another', () => {
  assert.deepEqual(found(SAFE, true), ['advice synchronous_standby_names=']);
  const waits = { ...SAFE, synchronous_standby_names: 'ANY 1 (b, c)' };
  assert.deepEqual(found(waits, true), []);
  assert.deepEqual(found({ ...waits, synchronous_commit: 'local' }, true), ['advice synchronous_commit=local']);
});

test('a server without checksums is told about, and is safe', () => {
  assert.deepEqual(found({ ...SAFE, data_checksums: 'off' }), ['advice data_checksums=off']);
});

test("the settings are those of the gateway's own sessions, wherever they were made", async (t) => {
  const { db } = await testDatabase(t, { poolSize: 1 });
  await db.query('set synchronous_commit = local');
  const before = await readSafety(db, false);
  assert.equal(before.settings.synchronous_commit, 'local');
  await db.query('set synchronous_commit = off');
  const { findings } = await readSafety(db, false);
  const { value, level } = findings.find(({ setting }) => setting === 'synchronous_commit') ?? {};
  assert.deepEqual([value, level], ['off', 'unsafe']);
});
