/** What only a gateway in trouble answers, and what is refused before anybody is asked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { httpRig } from '../../../test/support/gateway/http.ts';
import type { Capability } from '../../carriers/capability.ts';
import { StoreDown } from '../../store/database.ts';

const NUMBER = '4915112345678';

class AskedCarrier extends ScriptedCarrier {
  asked = 0;
  says: Capability = { kind: 'supported', features: null };
  readonly capabilities = {
    agent: 'bakery@rbm.goog',
    ask: async (): Promise<Capability> => {
      this.asked += 1;
      return this.says;
    },
  };
}

test('features of which the carrier said nothing are null', async (t) => {
  const carrier = new AskedCarrier('rcs-1', 'rcs');
  const rig = await httpRig(t, { carriers: [carrier] });
  const answer = await rig.call(`/capability/rcs/${NUMBER}`);
  assert.deepEqual([answer.status, answer.code, answer.json.features], [200, 3060, null]);
});

test('a carrier without room is 503 with 3041 and asked at once by the next one', async (t) => {
  const carrier = new AskedCarrier('rcs-1', 'rcs');
  const rig = await httpRig(t, { carriers: [carrier] });
  carrier.says = { kind: 'not_asked', afterMs: 60_000 };
  const busy = await rig.call(`/capability/rcs/${NUMBER}`);
  assert.deepEqual([busy.status, busy.code, busy.headers['retry-after']], [503, 3041, '60']);
  carrier.says = { kind: 'not_supported' };
  assert.equal((await rig.call(`/capability/rcs/${NUMBER}`)).code, 3055, 'that there was no room is not kept');
});

test('a store that is down is 503 with 3500, and nobody is asked', async (t) => {
  const carrier = new AskedCarrier('rcs-1', 'rcs');
  const rig = await httpRig(t, { carriers: [carrier] });
  await rig.call('/v1/omnichannel/0123456789ABCDEF0123456789ABCDEF');
  const { db } = rig;
  const [query, transaction] = [db.query, db.transaction];
  const down = () => Promise.reject(new StoreDown('the store cannot be reached'));
  Object.assign(db, { query: down, transaction: down });
  for (const answer of [
    await rig.call(`/capability/rcs/${NUMBER}`),
    await rig.call('/capability/rcs', { body: { phone_numbers: [NUMBER] } }),
    await rig.call('/capability/rcs/results/0123456789ABCDEF0123456789ABCDEF'),
  ]) {
    assert.deepEqual([answer.status, answer.code], [503, 3500], answer.text);
  }
  assert.equal(carrier.asked, 0);
  Object.assign(db, { query, transaction });
  assert.equal((await rig.call(`/capability/rcs/${NUMBER}`)).code, 3060);
});

test('without a carrier for the number it is outside of coverage, and a list says so before anybody looks at it', async (t) => {
  const rig = await httpRig(t);
  const answer = await rig.call(`/capability/rcs/${NUMBER}`);
  assert.deepEqual([answer.status, answer.code, answer.json.agent_id], [200, 3115, null]);
  const posted = await rig.call('/capability/rcs', { body: { phone_numbers: [NUMBER] } });
  const result = await rig.call(`/capability/rcs/results/${String(posted.json.reference_id)}`);
  assert.deepEqual((result.json.counts as Record<string, number>).not_covered, 1);
});

test('an account that is strict asks about valid numbers alone', async (t) => {
  const rig = await httpRig(t, { account: { settings: { strictNumbers: true } } });
  // Of possible length, in a range that nobody has.
  const answer = await rig.call('/capability/rcs/4910012345678');
  assert.deepEqual([answer.status, answer.code], [400, 3101]);
});
