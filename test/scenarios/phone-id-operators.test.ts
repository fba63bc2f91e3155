/**
 * Two operators behind one gateway, chosen by the network in which a number is now, and the journal of what was seen:
 * over HTTP, with sources as they stand in a configuration.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fromReference } from '../../src/lib/ids.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { simulatedSubscriber } from '../../src/sandbox/phone-stories.ts';
import { createCamaraSimulator } from '../../src/sources/camara/simulator.ts';
import { parseSource, type SourceKind } from '../../src/sources/configured.ts';
import { createSimulatedServer } from '../../src/sources/simulated-server.ts';
import { ADD_ONS } from '../../src/sources/source.ts';
import { findLookUp } from '../../src/store/phone-id/look-ups.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { httpRig } from '../support/gateway/http.ts';
import { quietContext } from '../support/postgres/postgres.ts';

const NUMBER = '4915112345678';
const LOOPBACK = { host: '127.0.0.1', port: 0 };

/** Where the look-up service says that every number is. */
interface Portability {
  mccmnc: string;
  imsi: string;
  asked: number;
}

async function rigOf(t: TestContext) {
  const where: Portability = { mccmnc: '26202', imsi: '262021234567890', asked: 0 };
  const service = createSimulatedServer('portability', LOOPBACK, async () => {
    where.asked += 1;
    return { status: 200, body: { mccmnc: where.mccmnc, is_ported: true, imsi: where.imsi } };
  });
  const operators = [1, 2].map(() =>
    createCamaraSimulator(quietContext(), { ...LOOPBACK, subscriberOf: simulatedSubscriber }),
  );
  for (const each of [service, ...operators]) {
    await each.start();
    t.after(() => each.stop());
  }
  const source = (name: string, kind: SourceKind, settings: object) => parseSource(name, kind, settings);
  const hlr = { url: `${service.origin}/{number}`, user: 'u', secret: 's', preset: 'hlr-lookups-hlr', cost: 0.004 };
  const noTtl = Object.fromEntries(ADD_ONS.map((name) => [name, 0])) as Record<(typeof ADD_ONS)[number], number>;
  const rig = await httpRig(t, {
    // The operators have the system's clock, by which tokens expire.
    now: Date.now(),
    account: { addons: [...ADD_ONS] },
    phoneId: {
      ttlSeconds: noTtl,
      sources: [
        source('hlr', 'http', hlr),
        source('one', 'camara', { ...operators[0]?.settings(), mccmnc: ['26201'], countries: ['DE'], cost: 0.01 }),
        source('two', 'camara', { ...operators[1]?.settings(), mccmnc: ['26202'], countries: ['DE'], cost: 0.02 }),
        source('journal', 'journal', {}),
      ],
      order: { sim_swap: ['one', 'two', 'hlr', 'journal'] },
    },
  });
  const lookUp = async (addons: object, number = NUMBER) => {
    const { json } = await rig.call(`/v1/phoneid/${number}`, { body: { addons } });
    const stored = await findLookUp(rig.db, fromReference(String(json.reference_id)) ?? '');
    const answer = (name: string) => asJsonObject(json[name]) ?? {};
    return { answer, evidence: stored?.evidence ?? [] };
  };
  return { rig, where, lookUp };
}

function codeOf(answer: JsonObject): unknown {
  return asJsonObject(answer.status)?.code;
}

test('the operator is asked in whose network the number is now, and what that cost is kept', async (t) => {
  const { where, lookUp } = await rigOf(t);
  const { answer, evidence } = await lookUp({ sim_swap: {}, contact: {}, age_verify: {} });
  assert.deepEqual(
    [codeOf(answer('sim_swap')), codeOf(answer('contact')), codeOf(answer('age_verify'))],
    [2800, 2800, 2800],
  );
  assert.deepEqual(
    evidence.map(({ add_on, source, tried }) => [add_on, source, tried]),
    ['sim_swap', 'contact', 'age_verify'].map((name) => [name, 'two', [{ source: 'hlr', said: 'found' }]]),
  );
  const costs = evidence.map(({ cost }) => cost).sort();
  assert.deepEqual(costs, [0.02, 0.02, 0.024], 'the network was asked for once');
  assert.equal(where.asked, 1);
  where.mccmnc = '26207';
  const elsewhere = await lookUp({ contact: {} });
  assert.equal(codeOf(elsewhere.answer('contact')), 2803);
  const abroad = await lookUp({ contact: {} }, '436641234567');
  assert.deepEqual([codeOf(abroad.answer('contact')), abroad.evidence[0]?.tried], [2803, []], 'another country');
});

test('a porting and a swap that look-ups saw are told by whoever asks next', async (t) => {
  const { rig, where, lookUp } = await rigOf(t);
  // In no operator's network: what is left is the look-up service and the journal.
  where.mccmnc = '26203';
  assert.equal(codeOf((await lookUp({ porting_history: {} })).answer('porting_history')), 2805);
  assert.equal(codeOf((await lookUp({ sim_swap: {} })).answer('sim_swap')), 2805, 'the first SIM that was seen');
  await lookUp({ porting_status: {} });
  await rig.clock.advance(86_400_000);
  where.mccmnc = '26207';
  where.imsi = '262071234567890';
  await lookUp({ porting_status: {} });
  const history = await eventually('the porting is known', async () => {
    const { answer, evidence } = await lookUp({ porting_history: {} });
    return (
      codeOf(answer('porting_history')) === 2800 && { told: answer('porting_history'), source: evidence[0]?.source }
    );
  });
  const { mnc_carrier_current: to, mnc_carrier_previous: from, number_of_portings: count } = history.told;
  assert.deepEqual([from, to, count, history.source], ['03', '07', '1', 'journal']);
  const swap = await lookUp({ sim_swap: {} });
  assert.deepEqual([swap.answer('sim_swap').risk_indicator, swap.evidence[0]?.source], [4, 'hlr']);
});
