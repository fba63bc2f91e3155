/** What operators find: messages by whatever they know of them, and what accounts have done, newest first. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sandboxCarrierName } from '../../src/assembly/carriers.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { CUSTOMER_ID, cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { verificationRig } from '../support/gateway/verifications.ts';

let service: TestGateway;
const [SMS, RCS] = [sandboxCarrierName('sms'), sandboxCarrierName('rcs')];

async function list(path: string): Promise<{ rows: JsonObject[]; next: string | null }> {
  const { status, body } = await service.operate('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  const { next, ...named } = body as { next: string | null } & Record<string, JsonObject[]>;
  return { rows: Object.values(named)[0] ?? [], next };
}

const found = async (path: string) =>
  (await list(path)).rows.map(({ reference_id: reference, session_id: session }) => String(reference ?? session));

async function post(path: string, body: object): Promise<string> {
  const answer = await service.through('it is answered', service.call('POST', path, body));
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return String((answer.body as JsonObject).reference_id);
}

describe('operators', () => {
  before(async () => {
    service = await startGateway();
    await service.speech.prompt({ language: 'en-US', text: null, code: '0123456789', encoding: 'PCMU' });
  });
  after(() => service.stop());

  test('find messages by recipient, external id, carrier, channel and code', async () => {
    const text = await service.send({ ...textOnly('4915112100100'), external_id: 'order 1' });
    const card = await service.send(cardThenText('4915112100907'));
    const lost = await service.send(textOnly('4915112100913'));
    await service.untilStatus(card, 3005);
    await service.untilStatus(text, 3000);
    await service.untilStatus(lost, 3003);
    const ask = (query: string) => found(`/messages?${query}`);
    assert.deepEqual(await ask('recipient=%2B4915112100100'), [text]);
    assert.deepEqual(await ask('external_id=order%201'), [text]);
    assert.deepEqual(await ask('external_id=order%202'), []);
    assert.deepEqual(await ask('channel=rcs'), [card]);
    assert.deepEqual(await ask(`carrier=${SMS}`), [lost, text]);
    assert.deepEqual(await ask(`carrier=${RCS}`), [card]);
    assert.deepEqual(await ask('carrier=none'), []);
    assert.deepEqual(await ask('code=3000'), [text]);
    assert.deepEqual(await ask('code=3005'), [card]);
    assert.deepEqual(await ask('code=3003&state=failed'), [lost]);
    assert.deepEqual(await ask('code=3003&state=delivered'), []);
    assert.deepEqual(await ask(`customer_id=${CUSTOMER_ID}&carrier=${SMS}&code=3000`), [text]);
    const { rows } = await list('/messages?recipient=4915112100100');
    assert.ok(!JSON.stringify(rows).includes('4915112100100'));
    assert.ok(
      JSON.stringify((await list('/messages?recipient=4915112100100&full=true')).rows).includes('4915112100100'),
    );
    const first = await list('/messages?limit=2');
    assert.deepEqual(
      [...(await found('/messages?limit=2')), ...(await found(`/messages?after=${first.next}`))],
      [lost, card, text],
    );
  });

  test('list look-ups, calls, masked sessions and verifications', async () => {
    const lookUp = await post('/v1/phoneid/4915112101100', { external_id: 'sign up' });
    const call = await post('/v1/verify/call', { phone_number: '4915112102100', verify_code: '123' });
    const code = await post('/v1/verify/sms', { phone_number: '4915112102200' });
    const session = await post('/v1/anonymous/session/sms', {
      phone_number_1: '4915112103101',
      phone_number_2: '4915112103102',
      validity_period: 2,
    });
    const verification = await verificationRig(service).begin('4915112104100', ['sms']);
    await service.until('the call is over', async () => (await found('/calls?code=100')).length > 0);
    assert.deepEqual(await found('/look-ups'), [lookUp]);
    assert.deepEqual(await found('/look-ups?number=4915112101100&external_id=sign%20up&status=300'), [lookUp]);
    assert.deepEqual(await found('/look-ups?number=4915112101101'), []);
    assert.deepEqual(await found('/calls'), [call], 'a text with a code is no call');
    assert.deepEqual(await found('/calls?recipient=4915112102100'), [call]);
    assert.deepEqual(await found('/calls?code=107'), []);
    assert.deepEqual(await found('/messages?code=100'), [call]);
    assert.ok((await found('/messages')).includes(code));
    assert.deepEqual(await found('/masking-sessions?number=4915112103102&state=open'), [session]);
    assert.deepEqual(await found('/masking-sessions?state=live'), [session]);
    assert.deepEqual(await found('/masking-sessions?state=closed'), []);
    assert.deepEqual(await found('/verifications?recipient=4915112104100'), [verification]);
    assert.deepEqual(await found('/verifications?state=VERIFIED'), []);
    for (const path of ['/look-ups', '/calls', '/masking-sessions', '/verifications']) {
      const { rows } = await list(path);
      assert.ok(!/491511210\d{4}/.test(JSON.stringify(rows)), `${path} masks numbers`);
      assert.match(JSON.stringify((await list(`${path}?full=true`)).rows), /491511210\d{4}/);
      assert.deepEqual(await found(`${path}?customer_id=nobody`), []);
      assert.deepEqual(await found(`${path}?to=2026-01-01`), []);
    }
  });

  test('see which handsets got something, newest first', async () => {
    const ask = async (query = '') =>
      (await service.call('GET', `/sandbox/handsets${query}`)).body as {
        handsets: Array<{ phone_number: string; messages: number; calls: number }>;
        next: string | null;
      };
    await service.advance(10);
    await service.send(textOnly('4915112105100'));
    await service.untilCarrierHas('4915112105100');
    const { handsets } = await ask();
    assert.deepEqual([handsets[0]?.phone_number, handsets[0]?.messages], ['4915112105100', 1]);
    assert.equal(handsets.find(({ phone_number: number }) => number === '4915112102100')?.calls, 1);
    const paged: string[] = [];
    for (let after = ''; ; ) {
      const page = await ask(`?limit=2${after}`);
      paged.push(...page.handsets.map(({ phone_number: number }) => number));
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    assert.deepEqual(
      paged,
      handsets.map(({ phone_number: number }) => number),
    );
    for (const wrong of ['?limit=0', '?limit=501', '?after=x']) {
      assert.equal((await service.call('GET', `/sandbox/handsets${wrong}`)).status, 400, wrong);
    }
  });
});
