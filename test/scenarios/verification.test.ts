/**
 * One code by several methods, from the caller's request to the handset: each line of the contract on `/verification`. HTTP
 * in, simulated operators out, time moved by hand.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { type VerificationRig, verificationRig } from '../support/gateway/verifications.ts';

let service: TestGateway;
let rig: VerificationRig;
let lastNumber = 0;

/** A number that no other test uses, with the story that its ending chooses. */
function handset(ending: string): string {
  lastNumber += 1;
  return `491512${String(lastNumber).padStart(4, '0')}${ending}`;
}

describe('one verification by several methods', () => {
  before(async () => {
    service = await startGateway();
    rig = verificationRig(service);
    // Speech takes real time, and the clock of the test is faster.
    await service.speech.prompt({ language: 'en-US', text: null, code: '0123456789', encoding: 'PCMU' });
  });
  after(() => service.stop());

  test('is answered in the words of the wire format, and its code has six digits', async () => {
    const number = handset('100');
    const answer = await service.call('POST', '/verification', {
      recipient: { phone_number: `+${number}` },
      verification_policy: [{ method: 'sms' }, { method: 'voice', fallback_time: '30' }],
      external_id: 'order-17',
    });
    const { reference_id: reference, ...body } = answer.body as { reference_id: string };
    assert.match(reference, /^[0-9A-F]{32}$/);
    assert.deepEqual(
      [answer.status, body],
      [
        200,
        {
          external_id: 'order-17',
          recipient: { phone_number: number },
          state: 'ONGOING',
          verification_policy: [
            { method: 'sms', fallback_time: 60 },
            { method: 'voice', fallback_time: 30 },
          ],
          status: { code: 3901, description: 'Request in progress' },
        },
      ],
    );
    const shown = await rig.show(reference);
    assert.deepEqual([shown.state, shown.inner_methods[1]], ['ONGOING', { method: 'voice', state: 'CREATED' }]);
    const first = shown.inner_methods[0];
    assert.deepEqual([first?.method, first?.state, first?.err_msg !== undefined], ['sms', 'ONGOING', true]);
    assert.ok(first?.tried_on && first.updated_on && first.expires_on && shown.created_on && shown.updated_on);
    assert.ok(!('status' in shown));
    await service.untilCarrierHas(number);
    const [text, ...others] = await service.messagesOf(number);
    assert.deepEqual([text?.channel, others.length], ['sms', 0]);
    assert.match(text?.text ?? '', /\b\d{6}\b/);
  });

  test('is verified by its code, after a wrong one; each change of a state is told, in order and signed', async () => {
    const number = handset('100');
    const reference = await rig.begin(number, ['sms'], { security_factor: '407' });
    await rig.untilStates(reference, 'ONGOING sms:ONGOING:3000');
    assert.deepEqual(await rig.codesOf(number), ['sms 407']);
    assert.equal(await rig.finalize(reference, '408'), 3904);
    assert.equal(await rig.states(reference), 'ONGOING sms:ONGOING:3000');
    assert.equal(await rig.finalize(reference, '407', `/verification/${reference}`), 3900);
    assert.equal(await rig.states(reference), 'VERIFIED sms:VERIFIED:3900');
    await service.until('the callback has come', () => rig.told(reference).length > 0);
    assert.deepEqual(rig.told(reference), ['VERIFIED sms:VERIFIED:3900']);
    const callback = service.received.find(({ body }) => body.reference_id === reference);
    assert.deepEqual(JSON.parse(callback?.text ?? ''), await rig.show(reference));
    assert.match(String(callback?.headers.authorization), new RegExp(`^TSA ${CUSTOMER_ID}:`));
    assert.ok(callback?.headers['webhook-id'] && callback.headers['webhook-signature']);
    assert.ok(!callback?.text.includes('407'));
    assert.equal(await rig.finalize(reference, '407'), 3909);
  });

  test('fails with the third wrong code, and the right one comes too late then', async () => {
    const reference = await rig.begin(handset('100'), ['sms', 'voice'], { security_factor: '12345' });
    const codes = [];
    for (const code of ['11111', '22222', '33333', '12345']) codes.push(await rig.finalize(reference, code));
    assert.deepEqual(codes, [3904, 3904, 3909, 3909]);
    assert.equal(await rig.states(reference), 'FAILED sms:FAILED:3909 voice:CREATED:-');
  });

  test('goes on to the next method at once when one fails, with the same code', async () => {
    const number = handset('901');
    const reference = await rig.begin(number, ['rcs', 'sms']);
    await rig.untilStates(reference, 'ONGOING rcs:FAILED:3055 sms:ONGOING:3000');
    const [code = ''] = await rig.codesOf(number);
    assert.equal(await rig.finalize(reference, code.slice('sms '.length)), 3900);
    await service.until('all is told', () => rig.told(reference).length === 2);
    assert.deepEqual(rig.told(reference), [
      'ONGOING rcs:FAILED:3055 sms:ONGOING:3901',
      'VERIFIED rcs:FAILED:3055 sms:VERIFIED:3900',
    ]);
  });

  test('withdraws an RCS message when its time is over, and only then sends the text', async () => {
    const number = handset('902');
    const reference = await rig.begin(number, ['rcs:30', 'sms']);
    await service.untilCarrierHas(number);
    await service.advance(29_000);
    assert.equal(await rig.states(reference), 'ONGOING rcs:ONGOING:3901 sms:CREATED:-');
    await service.advance(1_000);
    await rig.untilStates(reference, 'ONGOING rcs:FAILED:3056 sms:ONGOING:3000');
    const messages = await service.messagesOf(number);
    assert.deepEqual(
      messages.map(({ channel, withdrawn = false }) => [channel, withdrawn]),
      [
        ['rcs', true],
        ['sms', false],
      ],
    );
    const [first = '', second = ''] = await rig.codesOf(number);
    assert.equal(first.slice('rcs '.length), second.slice('sms '.length));
  });

  test('leaves a text that the SMSC has, and calls after it; the code of the text is right all the same', async () => {
    const number = handset('917');
    const reference = await rig.begin(number, ['sms:30', 'voice'], { security_factor: '86420' });
    await service.untilCarrierHas(number);
    await service.advance(30_000);
    await service.until('the call is over', async () => (await rig.callsOf(number)).length > 0);
    await rig.untilStates(reference, 'ONGOING sms:FAILED:3056 voice:ONGOING:3000');
    assert.equal(await rig.finalize(reference, '86420'), 3900);
    assert.equal(await rig.states(reference), 'VERIFIED sms:FAILED:3056 voice:VERIFIED:3900');
    assert.deepEqual(await rig.codesOf(number), ['sms 86420']);
    assert.equal((await rig.callsOf(number)).length, 1);
  });
});
