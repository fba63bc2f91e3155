import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../lib/durations.ts';
import { RetentionPolicy } from './retention-policy.ts';

const NOW = 1_000 * DAY_MS;
const FOR_EVER = Number.NEGATIVE_INFINITY;

const ago = (days: number) => NOW - days * DAY_MS;

test('an account has its own days, and those of the gateway where it says nothing', () => {
  const own = new Map([
    ['SHORT', { textsDays: 2, recordsDays: 10 }],
    ['LONG', { recordsDays: 400 }],
  ]);
  const policy = new RetentionPolicy({ texts: 30, records: 90, inboundTexts: 60 }, own, NOW);
  const records = (accountId: string) => policy.recordsBefore({ accountId });
  assert.deepEqual([records('SHORT'), records('LONG'), records('OTHER')], [ago(10), ago(400), ago(90)]);
  assert.deepEqual([policy.recordsBefore('shortest'), policy.recordsBefore('longest')], [ago(10), ago(400)]);
  const texts = [null, 'SHORT', 'LONG'].map((id) => policy.textsBefore(id));
  assert.deepEqual(texts, [ago(30), ago(2), ago(30)]);
  const inbound = [null, 'SHORT', 'LONG'].map((id) => policy.inboundTextsBefore(id));
  assert.deepEqual(inbound, [ago(60), ago(10), ago(400)]);
  assert.equal(policy.inputsBefore(), ago(2));
  assert.deepEqual(policy.withOwnTexts(['BEFORE']), ['BEFORE', 'SHORT']);
  assert.deepEqual(policy.withOwnRecords(), ['SHORT', 'LONG']);
});

test('0 days keep a record for ever and a text as long as its record', () => {
  const nobody = new RetentionPolicy({ texts: 0, records: 0, inboundTexts: 90 }, new Map(), NOW);
  assert.deepEqual(
    [nobody.recordsBefore('shortest'), nobody.textsBefore(null), nobody.inputsBefore()],
    [FOR_EVER, FOR_EVER, FOR_EVER],
  );
  const own = new Map([['ACME', { textsDays: 0, recordsDays: 0 }]]);
  const policy = new RetentionPolicy({ texts: 7, records: 90, inboundTexts: 90 }, own, NOW);
  assert.deepEqual([policy.textsBefore('ACME'), policy.recordsBefore('longest')], [FOR_EVER, FOR_EVER]);
  assert.deepEqual([policy.recordsBefore('shortest'), policy.inputsBefore()], [ago(90), ago(7)]);
});
