/** Contact records as a source: what depends on the day that it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { createNumbering } from '../numbering/numbering.ts';
import { NO_INPUT } from '../source.ts';
import { createContactsSource } from './contacts.ts';
import { parseContactsSettings } from './settings.ts';

const numbering = createNumbering();

async function isOldEnough(digits: string, dateOfBirth: string, now: string, ageThreshold = 18) {
  const context = createContext({
    logLevel: 'silent',
    log: createLog('silent'),
    clock: new ManualClock(Date.parse(now)),
  });
  const set = { name: 'all', firstDay: null, lastDay: null, data: [] };
  const source = createContactsSource(context, 'contacts', parseContactsSettings({}), {
    sets: () => [set],
    find: async () => [{ dateOfBirth }],
  });
  const number = numbering.describe(digits);
  assert.ok(number);
  const input = { ...NO_INPUT, ageThreshold };
  const finding = await source.lookUp({ addOn: 'age_verify', number, input }, { withinMs: 1_000 });
  assert.ok(finding.kind === 'found' && finding.facts.about === 'age_verify');
  return finding.facts.isOldEnough;
}

test('somebody is of an age when the birthday has begun where the number is', async () => {
  const [munich, losAngeles, auckland] = ['498912345678', '12135550123', '6493001234'];
  for (const [number, now, expected] of [
    [munich, '2026-06-14T22:59:59Z', false],
    [munich, '2026-06-14T23:00:00Z', true],
    [losAngeles, '2026-06-15T07:59:59Z', false],
    [losAngeles, '2026-06-15T08:00:00Z', true],
    [auckland, '2026-06-14T11:59:59Z', false],
    [auckland, '2026-06-14T12:00:00Z', true],
    // A number that belongs to no country: where the day begins last.
    ['881612345678', '2026-06-15T11:59:59Z', false],
    ['881612345678', '2026-06-15T12:00:00Z', true],
  ] as const) {
    assert.equal(await isOldEnough(number, '2008-06-15', now), expected, `${number} ${now}`);
  }
});

test('who was born on the 29th of February is of an age on the 1st of March', async () => {
  assert.equal(await isOldEnough('498912345678', '2008-02-29', '2026-02-28T12:00:00Z'), false);
  assert.equal(await isOldEnough('498912345678', '2008-02-29', '2026-03-01T12:00:00Z'), true);
  assert.equal(await isOldEnough('498912345678', '2008-02-29', '2028-02-29T12:00:00Z', 20), true);
});
