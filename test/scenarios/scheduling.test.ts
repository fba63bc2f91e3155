/** Sending later, and quiet hours, as callers and handsets see them: by every operation that sends. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { CUSTOMER_ID } from '../support/gateway/requests.ts';

/** 20:00 in Berlin. */
const EVENING = Date.UTC(2026, 0, 15, 19);
const MINUTE_MS = 60_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let service: TestGateway;
let nextNumber = 0;

/** A number that no other test uses. */
function handset(ending = '300'): string {
  nextNumber += 1;
  return `491513${String(nextNumber).padStart(4, '0')}${ending}`;
}

function inMs(ms: number): string {
  return new Date(service.clock.now() + ms).toISOString();
}

/** Each operation that sends: how it is asked for, and what shows how it stands. */
const SENDING: ReadonlyArray<{
  readonly path: string;
  readonly body: (number: string) => object;
  readonly shownAt: (reference: string) => string;
  readonly accepted: number;
  readonly waits: number;
}> = [
  { path: '/v1/omnichannel', body: textOnly, shownAt: (id) => `/v1/omnichannel/${id}`, accepted: 3001, waits: 3001 },
  {
    path: '/v1/messaging',
    body: (phone_number) => ({ phone_number, message: 'Hello', message_type: 'ARN' }),
    shownAt: (id) => `/v1/messaging/${id}`,
    accepted: 290,
    waits: 290,
  },
  {
    path: '/v1/verify/sms',
    body: (phone_number) => ({ phone_number, verify_code: '24680' }),
    shownAt: (id) => `/v1/verify/${id}`,
    accepted: 290,
    waits: 290,
  },
  {
    path: '/v1/verify/call',
    body: (phone_number) => ({ phone_number, verify_code: '24680' }),
    shownAt: (id) => `/v1/verify/${id}`,
    accepted: 103,
    waits: 105,
  },
];

async function post(path: string, body: object): Promise<{ status: number; body: JsonObject }> {
  const answer = await service.call('POST', path, { callback_url: service.callbackUrl, ...body });
  return { status: answer.status, body: asJsonObject(answer.body) ?? {} };
}

async function taken(path: string, body: object): Promise<string> {
  const answer = await post(path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return String(answer.body.reference_id);
}

const statusOf = (body: JsonObject) => asJsonObject(body.status) ?? {};

async function shown(path: string): Promise<JsonObject> {
  return asJsonObject((await service.call('GET', path)).body) ?? {};
}

/** Texts and calls. */
async function arrivedAt(number: string): Promise<number> {
  const calls = (await service.call('GET', `/sandbox/handsets/${number}/calls`)).body as unknown[];
  return (await service.messagesOf(number)).length + calls.length;
}

/** Of the account that the tests send from. */
async function setTo(settings: object): Promise<void> {
  const { status, body } = await service.operate('PATCH', `/accounts/${CUSTOMER_ID}`, { settings });
  assert.equal(status, 200, JSON.stringify(body));
  await service.advance(3_100);
}

const VERIFICATION = {
  path: '/verification',
  body: (phone_number: string) => ({ recipient: { phone_number } }),
};

describe('a time to be sent at', () => {
  before(async () => {
    service = await startGateway({}, { startsAt: EVENING });
  });
  after(() => service.stop());

  for (const { path, body, shownAt, accepted, waits } of SENDING) {
    test(`of POST ${path}: durable at once, sent in its time`, async () => {
      const number = handset();
      const sendAt = inMs(5_000);
      const answer = await post(path, { ...body(number), send_at: sendAt });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual([statusOf(answer.body).code, statusOf(answer.body).send_at], [accepted, sendAt]);
      const reference = String(answer.body.reference_id);
      await service.advance(Date.parse(sendAt) - service.clock.now() - 100);
      const waiting = statusOf(await shown(shownAt(reference)));
      assert.deepEqual([waiting.code, waiting.send_at], [waits, sendAt]);
      assert.equal(await arrivedAt(number), 0);
      await service.until('it arrives', async () => (await arrivedAt(number)) === 1);
      assert.equal(statusOf(await shown(shownAt(reference))).send_at, sendAt);
      const told = await service.callbacksOf(reference, 1);
      assert.equal(statusOf(told[0] as unknown as JsonObject).send_at, sendAt);
    });
  }

  test('of POST /verification: its time counts from then, and another method follows as usual', async () => {
    const number = handset('917');
    const sendAt = inMs(5_000);
    const answer = await post('/verification', {
      recipient: { phone_number: number },
      verification_policy: [{ method: 'sms', fallback_time: 30 }, { method: 'voice' }],
      security_factor: '24680',
      send_at: sendAt,
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual([answer.body.state, answer.body.send_at], ['ONGOING', sendAt]);
    const path = `/verification/${answer.body.reference_id}`;
    await service.advance(Date.parse(sendAt) - service.clock.now() - 100);
    const waiting = await shown(path);
    assert.deepEqual(
      [waiting.send_at, (waiting.inner_methods as JsonObject[]).map(({ state }) => state)],
      [sendAt, ['CREATED', 'CREATED']],
    );
    assert.equal(await arrivedAt(number), 0);
    await service.until('the text arrives', async () => (await service.messagesOf(number)).length === 1);
    const [first] = (await shown(path)).inner_methods as JsonObject[];
    assert.ok(Date.parse(String(first?.tried_on)) >= Date.parse(sendAt));
    await service.advance(29_000);
    await service.until('the call comes', async () => (await arrivedAt(number)) === 2);
    const right = await service.call('PATCH', `${path}/state`, { action: 'finalize', security_factor: '24680' });
    assert.equal(right.status, 200, JSON.stringify(right.body));
  });

  test('is read in a form', async () => {
    const number = handset();
    const sendAt = inMs(10_000);
    const form = new URLSearchParams({ phone_number: number, message: 'Hello', message_type: 'ARN', send_at: sendAt });
    const answer = await service.call('POST', '/v1/messaging', form.toString(), FORM);
    assert.equal(statusOf(asJsonObject(answer.body) ?? {}).send_at, sendAt);
    await service.advance(9_000);
    assert.equal(await arrivedAt(number), 0);
    await service.until('it arrives', async () => (await arrivedAt(number)) === 1);
  });

  test('in another zone is the same instant; one that has just passed is now, and still shown', async () => {
    const number = handset();
    const at = new Date(service.clock.now() - 60_000);
    const berlin = `${new Date(at.getTime() + 3_600_000).toISOString().slice(0, 19)}+01:00`;
    const answer = await post('/v1/omnichannel', { ...textOnly(number), send_at: berlin });
    assert.equal(statusOf(answer.body).send_at, `${at.toISOString().slice(0, 19)}.000Z`);
    await service.until('it arrives', async () => (await arrivedAt(number)) === 1);
  });

  test('that is none, too far ahead or long past is refused by name, by every operation', async () => {
    const sending = [...SENDING.map(({ path, body }) => ({ path, body })), VERIFICATION];
    const days = (count: number) => inMs(count * 86_400_000);
    for (const { path, body } of sending) {
      for (const send_at of ['tomorrow', 17, '2026-01-16', '2026-01-16T09:00:00', '', days(36), inMs(-6 * MINUTE_MS)]) {
        const number = handset();
        const refused = await post(path, { ...body(number), send_at });
        const text = JSON.stringify(refused.body);
        assert.equal(refused.status, 400, `${path} ${send_at} ${text}`);
        assert.match(text, /send_at/, path);
        if (path === '/v1/omnichannel') assert.equal(statusOf(refused.body).code, 3110);
        assert.equal(await arrivedAt(number), 0);
      }
      const furthest = await post(path, { ...body(handset()), send_at: days(34.9) });
      assert.equal(furthest.status, 200, JSON.stringify(furthest.body));
    }
  });

  test('what is taken back before its time never leaves', async () => {
    const number = handset();
    const reference = await taken('/v1/omnichannel', { ...textOnly(number), send_at: inMs(5_000) });
    const { body } = await service.call('DELETE', `/v1/omnichannel/${reference}`);
    assert.equal(statusOf(asJsonObject(body) ?? {}).code, 3007);
    await service.advance(6_000);
    assert.equal(await arrivedAt(number), 0);
  });

  test('an opt-out that comes meanwhile stops it', async () => {
    const number = handset();
    const reference = await taken('/v1/omnichannel', {
      ...cardThenText(number, { messageType: 'MKT' }),
      send_at: inMs(5_000),
    });
    assert.equal((await service.call('PUT', `/v1/opt-outs/${number}`)).status, 200);
    await service.advance(4_900);
    const { channel_status } = await service.untilStatus(reference, 3046);
    assert.equal(channel_status.length, 2);
    assert.equal(await arrivedAt(number), 0);
  });

  test('is kept through a restart', async () => {
    const number = handset();
    const sendAt = inMs(15_000);
    const reference = await taken('/v1/omnichannel', { ...textOnly(number), send_at: sendAt });
    await service.restart();
    assert.equal((await service.status(reference)).status.send_at, sendAt);
    assert.equal(await arrivedAt(number), 0);
    await service.untilStatus(reference, 3000);
    assert.ok(service.clock.now() >= Date.parse(sendAt));
  });

  test('a code in a text is valid from then on', async () => {
    // Long: on a slow machine this clock goes far while it is waited for.
    await setTo({ code_minutes: 10 });
    const number = handset();
    const sendAt = inMs(10 * MINUTE_MS + 5_000);
    const reference = await taken('/v1/verify/sms', { phone_number: number, verify_code: '24680', send_at: sendAt });
    await service.advance(Date.parse(sendAt) - service.clock.now() - 1_000);
    await service.until('it arrives', async () => (await arrivedAt(number)) === 1);
    const { verify } = await shown(`/v1/verify/${reference}?verify_code=24680`);
    assert.equal(asJsonObject(verify)?.code_state, 'VALID');
    await setTo({ code_minutes: null });
  });

  /** The minute in which it is in Berlin, and some later ones. */
  const berlin = (minutes: number) =>
    new Date(service.clock.now() + 3_600_000 + minutes * MINUTE_MS).toISOString().slice(11, 16);

  test('quiet hours keep marketing that comes, a channel that would begin and what comes due in them, until their end', async (t) => {
    t.after(() => setTo({ quiet_hours: null }));
    const [before, fallback, scheduled, late, alert] = [handset(), handset('908'), handset(), handset(), handset()];
    await service.advance(MINUTE_MS - (service.clock.now() % MINUTE_MS));
    // Minutes apart: on a slow machine this clock goes far while something is waited for.
    const beginsAt = service.clock.now() + 3 * MINUTE_MS;
    const endsAt = beginsAt + 3 * MINUTE_MS;
    await setTo({ quiet_hours: { from: berlin(3), to: berlin(6) } });
    const marketing = (number: string) => textOnly(number, { messageType: 'MKT' });
    await service.untilStatus(await taken('/v1/omnichannel', marketing(before)), 3000);
    // Runs out after 300 s. One that had to be withdrawn could run out while this clock goes far and the store is slow.
    const card = await taken('/v1/omnichannel', cardThenText(fallback, { messageType: 'MKT', fallbackTime: 600 }));
    await taken('/v1/omnichannel', { ...marketing(scheduled), send_at: new Date(beginsAt + 20_000).toISOString() });
    await service.advance(beginsAt + 1_000 - service.clock.now());
    await taken('/v1/omnichannel', marketing(late));
    await service.untilStatus(await taken('/v1/omnichannel', textOnly(alert)), 3000);
    await service.advance(beginsAt + 2 * MINUTE_MS + 5_000 - service.clock.now());
    await service.until('the card has run out', async () => {
      return asJsonObject((await service.status(card)).channel_status[0]?.rcs)?.code === 3056;
    });
    await service.advance(endsAt - 500 - service.clock.now());
    const texts = async () => {
      const all = await Promise.all([fallback, scheduled, late].map((number) => service.messagesOf(number)));
      return all.map((each) => each.filter(({ channel }) => channel === 'sms').length);
    };
    assert.deepEqual(await texts(), [0, 0, 0]);
    await service.until('all of them arrive', async () => (await texts()).every((count) => count === 1));
    assert.ok(service.clock.now() >= endsAt);
  });

  test('quiet hours of the whole day, of no day, of a time or a zone that there is not are refused by name', async () => {
    for (const [quiet_hours, name] of [
      [{ from: '21:00', to: '21:00' }, 'settings.quiet_hours.to'],
      [{ from: '21:00' }, 'settings.quiet_hours.to'],
      [{ to: '08:00' }, 'settings.quiet_hours.from'],
      [{ from: '24:00', to: '08:00' }, 'settings.quiet_hours.from'],
      [{ from: '21:00', to: '08:00', days: [] }, 'settings.quiet_hours.days'],
      [{ from: '21:00', to: '08:00', days: ['caturday'] }, 'settings.quiet_hours.days'],
      [{ from: '21:00', to: '08:00', time_zone: 'Nowhere/Land' }, 'settings.quiet_hours.time_zone'],
    ] as const) {
      const { status, body } = await service.operate('PATCH', `/accounts/${CUSTOMER_ID}`, {
        settings: { quiet_hours },
      });
      assert.equal(status, 400, JSON.stringify(body));
      assert.ok(JSON.stringify(body).includes(name), JSON.stringify(body));
    }
    const { body } = await service.operate('GET', `/accounts/${CUSTOMER_ID}`);
    assert.equal(asJsonObject(asJsonObject(body)?.settings)?.quiet_hours, undefined);
  });
});
