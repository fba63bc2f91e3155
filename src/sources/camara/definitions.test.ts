/** What we ask and what the simulated operator answers have the forms of the published definitions. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import {
  type CamaraExchange,
  checkAnswered,
  checkAsked,
  definitions,
} from '../../../test/support/camara/definitions.ts';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { createContext } from '../../context.ts';
import { createLog } from '../../lib/log.ts';
import { simulatedSubscriber } from '../../sandbox/phone-stories.ts';
import { createNumbering } from '../numbering/numbering.ts';
import { createSimulatedServer, type SimulatedServer } from '../simulated-server.ts';
import type { Question, QuestionInput } from '../source.ts';
import { type CamaraSource, createCamaraSource } from './operator.ts';
import { CAMARA_ADD_ONS, type CamaraAddOn, parseCamaraSettings } from './settings.ts';
import { createCamaraSimulator } from './simulator.ts';

const clock = new ManualClock(Date.UTC(2026, 10, 21, 12));
const context = createContext({ logLevel: 'silent', log: createLog('silent'), clock });
const numbering = createNumbering();
const simulator = createCamaraSimulator(context, { host: '127.0.0.1', port: 0, subscriberOf: simulatedSubscriber });

/** Stands between us and the operator and keeps what it has seen. */
const seen: CamaraExchange[] = [];
let proxy: SimulatedServer;
let source: CamaraSource;

before(async () => {
  await simulator.start();
  const target = String(simulator.settings().api_root);
  proxy = createSimulatedServer('proxy', { host: '127.0.0.1', port: 0 }, async ({ path, headers, body }) => {
    const { authorization = '', 'content-type': type = '' } = headers;
    const answer = await request(target + path, {
      method: 'POST',
      headers: { authorization, 'content-type': type, 'x-correlator': String(headers['x-correlator']) },
      body,
    });
    const answered: unknown = await answer.body.json();
    assert.equal(answer.headers['x-correlator'], headers['x-correlator']);
    seen.push({ path, asked: JSON.parse(body.toString()), status: answer.statusCode, answered });
    return { status: answer.statusCode, body: answered };
  });
  await proxy.start();
  source = createCamaraSource(context, 'a', parseCamaraSettings({ ...simulator.settings(), api_root: proxy.origin }));
});

after(async () => {
  await source.close();
  await proxy.stop();
  await simulator.stop();
});

function question(addOn: CamaraAddOn, number: string): Question {
  const facts = numbering.describe(number);
  assert.ok(facts);
  const match = {
    firstName: 'Anna',
    lastName: 'Schmitt',
    address: 'Hauptstr. 1',
    city: 'Berlin',
    postalCode: '10117',
    state: 'Berlin',
    country: 'DE',
    dateOfBirth: '1985-03-27',
  };
  const input: QuestionInput = {
    match: addOn === 'contact_match' ? match : null,
    lastVerifiedAt: clock.now() - 90 * 86_400_000,
    pastDays: null,
    ageThreshold: 18,
  };
  return { addOn, number: facts, input };
}

describe('CAMARA', () => {
  for (const addOn of CAMARA_ADD_ONS) {
    test(`${addOn}: question and answers have the forms of the definitions`, async () => {
      for (const ending of ['123', '943', '944', '945', '952', '954', '957', '958']) {
        seen.length = 0;
        const finding = await source.lookUp(question(addOn, `4915112345${ending}`), { withinMs: 5_000 });
        assert.ok(seen.length > 0);
        for (const exchange of seen) {
          checkAsked(exchange);
          checkAnswered(exchange);
        }
        if (ending === '943') assert.equal(finding.kind, 'not_covered');
        else if (ending === '944') assert.equal(finding.kind, 'not_applicable');
        else if (ending === '945') assert.equal(finding.kind, 'nothing');
        else assert.equal(finding.kind, 'found', `${ending} ${JSON.stringify(finding)}`);
      }
    });
  }

  test('every API of the definitions that we know is asked', async () => {
    seen.length = 0;
    for (const addOn of CAMARA_ADD_ONS) await source.lookUp(question(addOn, '4915112345123'), { withinMs: 5_000 });
    for (const { file, prefix } of definitions)
      assert.ok(
        seen.some(({ path }) => path.startsWith(prefix)),
        file,
      );
  });
});

test('with JWT bearer the number stands in the token alone', async () => {
  seen.length = 0;
  const settings = { ...simulator.settings(), api_root: proxy.origin, grant: 'jwt_bearer' };
  const bearer = createCamaraSource(context, 'b', parseCamaraSettings(settings));
  const finding = await bearer.lookUp(question('sim_swap', '4915112345952'), { withinMs: 5_000 });
  assert.equal(finding.kind, 'found');
  assert.deepEqual(seen[0]?.asked, {});
  await bearer.close();
});
