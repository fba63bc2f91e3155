/**
 * What happens to the methods of a verification that is over or gets nowhere: taken back, hung up, left, skipped, refused.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { VerificationBody } from '../../src/engine/verification/verification-body.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { statesOf, type VerificationRig, verificationRig } from '../support/gateway/verifications.ts';

let service: TestGateway;
let rig: VerificationRig;
let lastNumber = 0;

function handset(ending: string): string {
  lastNumber += 1;
  return `491513${String(lastNumber).padStart(4, '0')}${ending}`;
}

/** Until a trunk was asked for the call, which rings for as long as nobody hangs up. */
async function untilRinging(number: string): Promise<void> {
  const { db } = service.gateway;
  await service.until('the call is placed', async () => {
    const { rows } = await db.query<{ count: number }>(
      `select count(*) as count from attempts a join messages m on m.id = a.message_id and m.bucket = a.bucket
        where m.recipient = $1 and a.channel = 'voice' and a.state = 'sending'`,
      [number],
    );
    return rows[0]?.count === 1;
  });
  await service.advance(1_000);
  assert.deepEqual(await rig.callsOf(number), []);
}

/** A call is listed when it is over. */
async function untilHungUp(number: string): Promise<void> {
  await service.until('it is hung up', async () => (await rig.callsOf(number)).length > 0);
}

describe('the methods of a verification', () => {
  before(async () => {
    service = await startGateway();
    rig = verificationRig(service);
    // Speech takes real time, and the clock of the test is faster.
    await service.speech.prompt({ language: 'en-US', text: null, code: '0123456789', encoding: 'PCMU' });
  });
  after(() => service.stop());

  test('RCS that is under way when the code is right is withdrawn', async () => {
    const number = handset('902');
    const reference = await rig.begin(number, ['rcs', 'sms']);
    await service.untilCarrierHas(number);
    const [code = ''] = await rig.codesOf(number);
    assert.equal(await rig.finalize(reference, code.slice('rcs '.length)), 3900);
    await service.until('it is withdrawn', async () => (await service.messagesOf(number))[0]?.withdrawn === true);
    await service.advance(120_000);
    assert.deepEqual((await service.messagesOf(number)).length, 1);
    assert.equal(await rig.states(reference), 'VERIFIED rcs:VERIFIED:3900 sms:CREATED:-');
  });

  test('a call that rings when its time is over is hung up before the text is sent', async () => {
    const number = handset('923');
    const reference = await rig.begin(number, ['voice:30', 'sms']);
    await untilRinging(number);
    await service.advance(30_000);
    await service.until('the text is there', async () => (await service.messagesOf(number)).length === 1);
    const [call] = await rig.callsOf(number);
    const [text] = await service.messagesOf(number);
    assert.ok(
      Date.parse(call?.ended_on ?? '') <= Date.parse(text?.received_on ?? ''),
      'nobody is called and texted at once',
    );
    await rig.untilStates(reference, 'ONGOING voice:FAILED:3056 sms:ONGOING:3000');
  });

  test('a call is hung up when its verification is canceled, by PATCH or DELETE', async () => {
    for (const cancel of ['PATCH', 'DELETE'] as const) {
      const number = handset('923');
      const reference = await rig.begin(number, ['voice']);
      await untilRinging(number);
      const body = cancel === 'PATCH' ? { action: 'cancel' } : undefined;
      const answer = await service.call(
        cancel,
        `/verification/${reference}${cancel === 'PATCH' ? '/state' : ''}`,
        body,
      );
      assert.deepEqual(
        [answer.status, statesOf(answer.body as VerificationBody)],
        [200, 'CANCELED voice:CANCELED:3007'],
      );
      await untilHungUp(number);
      const again = await service.call('DELETE', `/verification/${reference}`);
      assert.equal(statesOf(again.body as VerificationBody), 'CANCELED voice:CANCELED:3007');
      await service.until('it is told', () => rig.told(reference).length === 1);
    }
  });

  test('a call is hung up when its code is right before the end', async () => {
    const number = handset('923');
    const reference = await rig.begin(number, ['sms:30', 'voice'], { security_factor: '86420' });
    await rig.untilStates(reference, 'ONGOING sms:ONGOING:3000 voice:CREATED:-');
    await service.advance(30_000);
    await untilRinging(number);
    assert.equal(await rig.finalize(reference, '86420'), 3900);
    await untilHungUp(number);
    assert.equal(await rig.states(reference), 'VERIFIED sms:FAILED:3000 voice:VERIFIED:3900');
    await service.until('its message is over', async () => {
      const { rows } = await service.gateway.db.query(
        "select from messages m where m.recipient = $1 and m.kind = 'call' and m.final_at is not null",
        [number],
      );
      return rows.length === 1;
    });
  });

  test('a call that is busy, a text that is refused: each is followed at once, and then nothing is left', async () => {
    const number = handset('990');
    const reference = await rig.begin(number, ['rcs', 'sms']);
    await rig.untilStates(reference, 'FAILED rcs:FAILED:3055 sms:FAILED:3003');
    const busy = handset('921');
    const other = await rig.begin(busy, ['voice', 'sms']);
    await rig.untilStates(other, 'ONGOING voice:FAILED:3030 sms:ONGOING:3000');
  });

  test('all of it lasts 300 s: then it has failed, and what is under way is taken back', async () => {
    const number = handset('902');
    const reference = await rig.begin(number, ['rcs:300', 'sms:300', 'voice']);
    await service.untilCarrierHas(number);
    await service.advance(299_000);
    assert.match(await rig.states(reference), /^ONGOING/);
    await service.advance(1_000);
    await rig.untilStates(reference, 'FAILED rcs:FAILED:3056 sms:CREATED:- voice:CREATED:-');
    await service.until('it is withdrawn', async () => (await service.messagesOf(number))[0]?.withdrawn === true);
    const [code = ''] = await rig.codesOf(number);
    assert.equal(await rig.finalize(reference, code.slice('rcs '.length)), 3909);
    assert.equal((await service.messagesOf(number)).length, 1);
  });

  test('those that there are not here are skipped', async () => {
    const number = handset('100');
    const reference = await rig.begin(number, ['silent', 'whatsapp', 'sms']);
    await rig.untilStates(reference, 'ONGOING silent:SKIPPED:3200 whatsapp:SKIPPED:3200 sms:ONGOING:3000');
    const answer = await service.call('POST', '/verification', {
      recipient: { phone_number: number, push_app_token: 'x' },
      verification_policy: [{ method: 'push' }],
    });
    const body = answer.body as VerificationBody & { status: { code: number } };
    assert.deepEqual([answer.status, body.state, body.status.code], [200, 'REJECTED', 3904]);
    assert.equal(await rig.states(body.reference_id), 'REJECTED push:SKIPPED:3200');
    assert.equal(await rig.finalize(body.reference_id, '123456'), 3909);
  });

  test('without a policy the code goes by SMS', async () => {
    const number = handset('100');
    const answer = await service.call('POST', '/verification', { recipient: { phone_number: number } });
    const { reference_id: reference } = answer.body as VerificationBody;
    await rig.untilStates(reference, 'ONGOING sms:ONGOING:3000');
    assert.deepEqual((await rig.show(reference)).verification_policy, [{ method: 'sms', fallback_time: 60 }]);
  });

  test('the code is said in the language that was asked for', async () => {
    const number = handset('901');
    await rig.begin(number, ['rcs', 'sms'], { voice_lang: 'de-DE', security_factor: '112233' });
    await service.untilCarrierHas(number);
    const text = await service.until('the text is there', async () => (await service.messagesOf(number)).at(-1)?.text);
    assert.match(text, /Bestätigungscode.*112233/);
  });

  test('a code is nowhere in the store while it is on its way, and is forgotten with the end', async () => {
    const number = handset('917');
    const reference = await rig.begin(number, ['sms'], { security_factor: '9182736450' });
    await service.untilCarrierHas(number);
    const { db } = service.gateway;
    const { rows } = await db.query<{ text: string }>(
      `select m.plan::text || m.callback::text as text from messages m where m.recipient = $1
       union all select v.methods::text from verifications v where v.recipient = $1`,
      [number],
    );
    assert.ok(rows.every(({ text }) => !String(text).includes('9182736450')));
    const sealed = async () =>
      (
        await db.query<{ count: number }>(
          `select count(*) as count from verifications v where v.recipient = $1 and v.code_sealed is not null`,
          [number],
        )
      ).rows[0]?.count;
    assert.equal(await sealed(), 1);
    assert.equal(await rig.finalize(reference, '9182736450'), 3900);
    assert.equal(await sealed(), 0);
  });

  test('an attempt is shown and answered by its verification alone', async () => {
    const number = handset('921');
    const reference = await rig.begin(number, ['voice', 'sms']);
    await rig.untilStates(reference, 'ONGOING voice:FAILED:3030 sms:ONGOING:3000');
    const { rows } = await service.gateway.db.query<{ id: string; kind: string }>(
      'select m.id, m.kind from messages m where m.recipient = $1 order by m.kind',
      [number],
    );
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['call', 'verification'],
    );
    for (const { id } of rows) {
      const path = id.replaceAll('-', '').toUpperCase();
      assert.equal((await service.call('GET', `/v1/verify/${path}`)).status, 404);
      assert.equal((await service.call('GET', `/v1/omnichannel/${path}`)).status, 404);
      assert.equal((await service.call('GET', `/verification/${path}`)).status, 404);
    }
  });

  test('one that a limit or a block keeps from beginning is REJECTED, and the next one follows', async () => {
    const made = await service.operate('POST', '/accounts', {
      name: 'Limited',
      products: ['rcs', 'voice'],
      settings: { per_number_per_minute: 1 },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
    const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
    const as = async (method: 'GET' | 'POST', path: string, body?: object) => {
      const answer = await service.call(method, path, body, { authorization });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body as VerificationBody;
    };
    const begin = async (number: string, ...methods: readonly string[]) => {
      const body = { recipient: { phone_number: number }, verification_policy: methods.map((method) => ({ method })) };
      return (await as('POST', '/verification', body)).reference_id;
    };
    const until = (reference: string, states: string) =>
      service.until(states, async () => statesOf(await as('GET', `/verification/${reference}`)) === states);
    await until(await begin(handset('901'), 'rcs', 'sms'), 'FAILED rcs:FAILED:3055 sms:REJECTED:3205');
    const number = handset('902');
    const blocked = await rig.begin(number, ['rcs:30', 'sms']);
    await service.untilCarrierHas(number);
    assert.equal((await service.call('PUT', `/v1/opt-outs/${number}`, {})).status, 200);
    await service.advance(30_000);
    await rig.untilStates(blocked, 'FAILED rcs:FAILED:3056 sms:REJECTED:3052');
    assert.equal((await service.messagesOf(number)).length, 1);
  });
});
