/** The SDK against a whole gateway in the sandbox: what it is for, each as an application would do it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type HandsetCall,
  InvalidRequestError,
  NotAuthorizedError,
  NotFoundError,
  type Schema,
  Trunkline,
  unwrap,
} from '../../sdk/src/index.ts';
import { API_KEY, CUSTOMER_ID, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

let service: TestGateway;
let trunkline: Trunkline;

function card(number: string, fallbackTime = 60): Schema<'Message'> {
  return {
    phone_number: number,
    message_type: 'ARN',
    channels: [{ channel: 'rcs', fallback_time: fallbackTime }, { channel: 'sms' }],
    message: {
      rcs: {
        template: 'rc_dial_action_vertical',
        parameters: {
          dial_payload: 'call-1',
          dial_text: 'Call us',
          media_url: 'https://example.com/image.jpg',
          phone_number_to_dial: '4930123456',
        },
      },
      sms: { template: 'text', parameters: { text: 'Call us on +4930123456' } },
    },
  };
}

function codeIn(message: Schema<'HandsetMessage'>): string {
  return /\d{4,8}/.exec(message.text ?? '')?.[0] ?? assert.fail('there is no code in it');
}

function isRinging(call: HandsetCall): boolean {
  return 'state' in call && call.state === 'ringing';
}

describe('the SDK', () => {
  before(async () => {
    service = await startGateway();
    trunkline = new Trunkline({ url: service.url, customerId: CUSTOMER_ID, apiKey: API_KEY });
  });

  after(() => service.stop());

  /** While it works the gateway's time goes on. */
  const done = <T>(work: Promise<T>) => service.through('the SDK has done it', work);

  test('a card arrives, its button is pressed, what was pressed is heard of, and the callbacks are genuine', async () => {
    const number = '4915112340001';
    const { reference_id } = await done(
      trunkline.messages.send({ ...card(number), callback_url: service.callbackUrl }),
    );
    const shown = await done(trunkline.sandbox.waitForMessage(number));
    assert.equal(shown.card?.button?.text, 'Call us');
    await done(trunkline.sandbox.tap(number));
    const pressed = await done(trunkline.inbound.follow({ everyMs: 20 })[Symbol.asyncIterator]().next());
    assert.ok(pressed.value && 'content' in pressed.value);
    assert.equal(pressed.value.content.end_user_action?.postback_data, 'call-1');
    await service.until('it is delivered', async () => {
      return (await trunkline.messages.get(reference_id)).status.code === 3000;
    });
    const { secrets } = await done(trunkline.callbackSecrets.list());
    const callbackSecrets = secrets.map(({ secret }) => secret);
    await service.until('it is told', () => service.received.some(({ body }) => body.status.code === 3000));
    for (const { text, headers } of service.received) {
      const bySecret = await unwrap(text, headers, { callbackSecrets, toleranceSeconds: 1e12 });
      const byKey = await unwrap(text, headers, { apiKeys: [API_KEY], customerId: CUSTOMER_ID });
      assert.deepEqual(bySecret, byKey);
    }
    const history = await done(trunkline.messages.history(reference_id));
    assert.equal(history.history.at(0)?.kind, 'accepted');
  });

  test('a handset that cannot be reached by RCS gets the text', async () => {
    const number = '4915112341902';
    const { receivers } = trunkline.sandbox;
    await done(trunkline.messages.send({ ...card(number, 1), callback_url: receivers.url('fallback') }));
    const text = await done(trunkline.sandbox.waitForMessage(number, { where: ({ channel }) => channel === 'sms' }));
    assert.equal(text.text, 'Call us on +4930123456');
    const { secrets } = await done(trunkline.callbackSecrets.list());
    const callbackSecrets = secrets.map(({ secret }) => secret);
    const isDelivered = (request: { body: string | null }) => request.body?.includes('"code":3000') ?? false;
    const { body, headers } = await done(receivers.waitFor('fallback', { where: isDelivered }));
    const webhook = await unwrap(body ?? '', headers, { callbackSecrets, toleranceSeconds: 1e12 });
    assert.ok(webhook.kind === 'message');
    assert.deepEqual([webhook.body.status.code, webhook.body.status.last_channel], [3000, 'sms']);
  });

  test('a code by text is valid once; one by call is spoken and recorded', async () => {
    const number = '4915112342001';
    const { reference_id } = await done(trunkline.codes.text({ phone_number: number }));
    const code = codeIn(await done(trunkline.sandbox.waitForMessage(number)));
    const states = [];
    for (const each of ['000', code, code]) {
      states.push((await done(trunkline.codes.check(reference_id, each))).verify.code_state);
    }
    assert.deepEqual(states, ['INVALID', 'VALID', 'INVALID']);
    await done(trunkline.codes.complete(reference_id));
    const telephone = '4915112342938';
    await done(trunkline.codes.call({ phone_number: telephone, verify_code: '12345' }));
    const { id } = await done(trunkline.sandbox.waitForCall(telephone, { where: isRinging }));
    await done(trunkline.sandbox.answer(telephone, id));
    await done(trunkline.sandbox.hangUp(telephone, id));
    await service.until('it is over', async () => (await trunkline.sandbox.calls(telephone))[0]?.ended_on !== null);
    const wav = await done(trunkline.sandbox.recording(telephone, id));
    assert.equal(Buffer.from(wav, 0, 4).toString(), 'RIFF');
  });

  test('a verification ends verified; a plan is typed as one', async () => {
    const number = '4915112343001';
    const begun = await done(
      trunkline.verifications.begin({
        recipient: { phone_number: number },
        verification_policy: [{ method: 'sms', fallback_time: 60 }],
      }),
    );
    const code = codeIn(await done(trunkline.sandbox.waitForMessage(number)));
    await done(trunkline.verifications.check(begun.reference_id, code));
    assert.equal((await done(trunkline.verifications.get(begun.reference_id))).state, 'VERIFIED');
    const planned = await done(trunkline.phoneId.lookUp(number, { dry_run: true }));
    assert.equal(planned.dry_run, true);
    const known = await done(trunkline.phoneId.lookUp(number));
    assert.match(known.phone_type.description, /MOBILE/);
  });

  test('what is wrong is said by a class, a code and the page that explains it', async () => {
    const { message_type: none, ...incomplete } = card('4915112344001');
    assert.ok(none);
    await assert.rejects(done(trunkline.messages.send(incomplete as Schema<'Message'>)), (error) => {
      assert.ok(error instanceof InvalidRequestError);
      assert.deepEqual([error.code, error.description], [3304, 'Missing parameter: message_type']);
      assert.equal(error.docs, `${service.url}/docs/errors#code-3304`);
      return true;
    });
    await assert.rejects(done(trunkline.messages.get('0'.repeat(32))), NotFoundError);
    const stranger = new Trunkline({ url: service.url, customerId: CUSTOMER_ID, apiKey: 'd3Jvbmc=' });
    await assert.rejects(done(stranger.account.get()), NotAuthorizedError);
  });

  test('an answer that was lost costs no second message', async () => {
    const number = '4915112345001';
    let isLost = false;
    const losing = new Trunkline({
      url: service.url,
      customerId: CUSTOMER_ID,
      apiKey: API_KEY,
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (isLost) return answer;
        isLost = true;
        await answer.body?.cancel();
        throw new TypeError('the connection was cut');
      },
    });
    const { reference_id } = await done(
      losing.texts.send({ phone_number: number, message: 'Once', message_type: 'ARN' }),
    );
    await done(trunkline.sandbox.waitForMessage(number));
    const all = await done(trunkline.texts.list({ recipient: number }).toArray());
    assert.deepEqual(
      all.map((each) => each.reference_id),
      [reference_id],
    );
    assert.equal((await trunkline.sandbox.messages(number)).length, 1);
  });

  test('every list can be walked', async () => {
    const lists: ReadonlyArray<readonly [string, { toArray(): Promise<unknown[]> }]> = [
      ['messages', trunkline.messages.list({ limit: 1 })],
      ['texts', trunkline.texts.list()],
      ['codes', trunkline.codes.list()],
      ['verifications', trunkline.verifications.list()],
      ['look-ups', trunkline.phoneId.list()],
      ['sessions', trunkline.sessions.list()],
      ['inbound', trunkline.inbound.list()],
      ['events', trunkline.events.list({ limit: 1 })],
      ['callbacks', trunkline.callbacks.list({ limit: 2 })],
      ['opt-outs', trunkline.optOuts.list()],
      ['keys', trunkline.account.keys()],
      ['usage', trunkline.account.usage()],
    ];
    const empty = ['sessions', 'opt-outs'];
    for (const [name, list] of lists) {
      const items = await done(list.toArray());
      assert.equal(items.length > 0, !empty.includes(name), name);
    }
  });
});
