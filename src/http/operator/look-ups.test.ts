import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Registry } from 'prom-client';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { assertAllAnswered, list, operatorRig, the } from '../../../test/support/operator.ts';
import { monthOf } from '../../engine/look-ups/caps.ts';
import { guardSource } from '../../engine/look-ups/guarded-source.ts';
import { createSourceMetrics } from '../../engine/look-ups/metrics.ts';
import { toReference } from '../../lib/ids.ts';
import type { JsonObject } from '../../lib/json.ts';
import { createNumbering } from '../../sources/numbering/numbering.ts';
import { NO_INPUT, type Source } from '../../sources/source.ts';
import { reserveUse } from '../../store/phone-id/add-on-caps.ts';
import { insertConsents, insertLookUps, type LookUp } from '../../store/phone-id/look-ups.ts';
import { ensurePartitions } from '../../store/schema/partitions.ts';

test('sources are shown as they are at the node', async (t) => {
  const clock = new ManualClock(Date.UTC(2026, 0, 1));
  const source: Source = {
    name: 'operator-a',
    addOns: ['sim_swap'],
    covers: () => true,
    lookUp: async () => ({ kind: 'down', reason: 'status 503' }),
  };
  const limits = {
    timeoutMs: 4_000,
    concurrency: 10,
    perSecond: 0,
    ttlMs: () => 0,
    restsAfterFailures: true,
    cost: 0.5,
  };
  const guarded = guardSource(clock, source, limits, createSourceMetrics(new Registry()));
  const listed = () => ({ ...guarded.health(), kind: 'camara', prefixes: ['4915'], countries: [] });
  const shown = async () => {
    const { body } = await (await operatorRig(t, { sources: [listed()] })).call('GET', '/sources');
    return the(list(body, 'sources')[0]);
  };
  assert.deepEqual([(await shown()).state, (await shown()).took_ms], ['unasked', null]);
  const number = createNumbering().describe('4915112345678') ?? assert.fail();
  const question = { addOn: 'sim_swap', number, input: NO_INPUT } as const;
  await guarded.ask(question, 5_000);
  assert.equal((await shown()).state, 'failing');
  for (let n = 0; n < 5; n += 1) await guarded.ask(question, 5_000);
  const { state, rests_until, last_failure, said } = await shown();
  assert.deepEqual([state, rests_until], ['resting', '2026-01-01T00:00:01.000Z']);
  assert.deepEqual(last_failure, { on: '2026-01-01T00:00:00.000Z', said: 'down', reason: 'status 503' });
  const counts = { found: 0, nothing: 0, not_covered: 0, remembered: 0, cost: 0 };
  assert.deepEqual(said, [{ add_on: 'sim_swap', ...counts, failed: 5, left_alone: 1 }]);
});

test('look-ups, consents and hard caps are shown, what is private only in full', async (t) => {
  const rig = await operatorRig(t);
  const { context, clock, db } = rig;
  const settings = { addon_caps: { sim_swap: 5 } };
  await rig.call('POST', '/accounts', { customer_id: 'ACME', name: 'Acme', settings });
  const at = clock.now();
  const evidence = {
    add_on: 'sim_swap',
    code: 2800,
    source: 'operator-a',
    fetched_at: new Date(at).toISOString(),
    age_ms: 0,
    took_ms: 7,
    tried: [],
  };
  const ids = [context.ids.next(), context.ids.next()];
  await ensurePartitions(db, at, at);
  for (const id of ids) {
    const lookUp: LookUp = {
      id,
      accountId: 'ACME',
      number: '4915112345678',
      country: 'DE',
      externalId: null,
      status: 300,
      answer: '{"contact":{"first_name":"Anna"}}',
      evidence: [evidence],
      consent: { method: '1', consentedAt: at, addOns: ['sim_swap'] },
      createdAt: at,
    };
    await insertLookUps(db, [lookUp]);
    await insertConsents(db, [lookUp]);
  }
  const path = `/look-ups/${toReference(the({ id: ids[0] }).id as string)}`;
  const masked = await rig.call('GET', path);
  assert.deepEqual([masked.body.number, masked.body.answer, masked.body.add_ons], ['49*********78', null, [evidence]]);
  const full = await rig.call('GET', `${path}?full=true`);
  assert.deepEqual([full.body.number, full.body.answer], ['4915112345678', { contact: { first_name: 'Anna' } }]);
  assert.equal((await rig.call('GET', `/look-ups/${'0'.repeat(32)}`)).status, 404);
  const first = await rig.call('GET', '/consents?limit=1&customer_id=ACME&number=4915112345678');
  const second = await rig.call('GET', `/consents?limit=1&full=true&after=${first.body.next}`);
  assert.deepEqual(
    [...list(first.body, 'consents'), ...list(second.body, 'consents')].map((each) => [each.reference_id, each.number]),
    [
      [toReference(ids[0] ?? ''), '49*********78'],
      [toReference(ids[1] ?? ''), '4915112345678'],
    ],
  );
  assert.equal(second.body.next, null);
  const use = { accountId: 'ACME', addOn: 'sim_swap', ...monthOf(at) };
  for (let used = 0; used < 5; used += 1) assert.equal(await reserveUse(db, use, 5), true);
  assert.equal(await reserveUse(db, use, 5), false);
  const caps = list((await rig.call('GET', '/accounts/ACME/addon-caps')).body, 'addon_caps');
  assert.deepEqual(caps, [{ add_on: 'sim_swap', cap: 5, used: 5 }]);
  await rig.call('POST', '/accounts', { customer_id: 'BETA', name: 'Beta', settings: { addon_caps: { contact: 1 } } });
  await rig.call('POST', '/accounts', { customer_id: 'CEAP', name: 'No caps' });
  const of = (body: JsonObject) => list(body, 'accounts').map((each) => [each.customer_id, each.addon_caps]);
  const page = await rig.call('GET', '/addon-caps?limit=1');
  assert.deepEqual(of(page.body), [['ACME', caps]]);
  const rest = await rig.call('GET', `/addon-caps?after=${page.body.next}`);
  assert.deepEqual([of(rest.body), rest.body.next], [[['BETA', [{ add_on: 'contact', cap: 1, used: 0 }]]], null]);
  const reset = await rig.call('POST', '/accounts/ACME/addon-caps/sim_swap/reset');
  assert.deepEqual(reset.body, { add_on: 'sim_swap', cap: 5, used: 0, forgotten: 5 });
  assert.equal(await reserveUse(db, use, 5), true);
  assert.equal((await rig.call('POST', '/accounts/ACME/addon-caps/nonsense/reset')).status, 404);
});

after(() => assertAllAnswered('look-ups'));
