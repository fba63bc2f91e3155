/** Codes of a verification in the account's own templates, by one name on every channel. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { type VerificationRig, verificationRig } from '../support/gateway/verifications.ts';

let service: TestGateway;
let rig: VerificationRig;

async function keep(name: string, channel: string, text: string): Promise<void> {
  const body = { name, channel, type: 'standard', content: [{ body: { type: 'text', text } }] };
  const answer = await service.call('POST', '/v1/omnichannel/templates', body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

async function refused(name: string, methods: readonly string[]): Promise<[number, number, string]> {
  const answer = await service.call('POST', '/verification', {
    recipient: { phone_number: '4915114100100' },
    verification_policy: methods.map((method) => ({ method })),
    message_template: { name },
  });
  const { status } = answer.body as { status: { code: number; description: string } };
  return [answer.status, status.code, status.description];
}

describe('a template of the account', () => {
  before(async () => {
    service = await startGateway();
    rig = verificationRig(service);
  });
  after(() => service.stop());

  test('says the code on each channel in its words', async () => {
    await keep('bank_login', 'rcs', 'By card: {{code}}. The bank never asks for it.');
    await keep('bank_login', 'sms', 'By text: {{1}}.');
    const number = '4915114101901';
    const more = { message_template: { name: 'bank_login' }, security_factor: '7531' };
    const reference = await rig.begin(number, ['rcs', 'sms'], more);
    await rig.untilStates(reference, 'ONGOING rcs:FAILED:3055 sms:ONGOING:3000');
    assert.deepEqual(
      (await service.messagesOf(number)).map(({ text }) => text),
      ['By text: 7531.'],
    );
    const other = '4915114102100';
    await rig.begin(other, ['rcs'], more);
    await service.untilCarrierHas(other);
    assert.equal((await service.messagesOf(other))[0]?.text, 'By card: 7531. The bank never asks for it.');
  });

  test('is needed for every method that writes, with the code and nothing else to fill in', async () => {
    await keep('only_sms', 'sms', 'Code {{code}}');
    await keep('no_code', 'sms', 'Hello');
    await keep('other_values', 'sms', '{{name}}, your code is {{code}}');
    for (const [name, methods] of [
      ['only_sms', ['sms', 'rcs']],
      ['never_made', ['sms']],
      ['no_code', ['sms']],
      ['other_values', ['sms']],
    ] as const) {
      const [status, code, text] = await refused(name, methods);
      assert.deepEqual([status, code], [400, 3112], name);
      assert.match(text, /message_template\.name: allowed is a template of the account for (sms|rcs)/);
    }
    assert.equal((await refused('only_sms', ['sms', 'voice']))[0], 200);
  });
});
