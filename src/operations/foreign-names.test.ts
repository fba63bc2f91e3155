import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type HttpRig, httpRig } from '../../test/support/gateway/http.ts';
import { described, document, object } from '../../test/support/openapi.ts';
import { foreignMeaning } from './foreign-names.ts';

const NUMBER = '4915112345678';
const SMS = { template: 'text', parameters: { text: 'Hello' } };
const MESSAGE = { channels: [{ channel: 'sms' }], phone_number: NUMBER, message: { sms: SMS }, message_type: 'ARN' };

/** Everything that sends: a body that is taken, what "invalid request" is there, and whether it takes forms. */
const SENDING: ReadonlyArray<readonly [path: string, body: object, code: number, takesForms: boolean]> = [
  ['/v1/omnichannel', MESSAGE, 3110, false],
  ['/v1/messaging', { phone_number: NUMBER, message: 'Hello', message_type: 'ARN' }, 11000, true],
  ['/v1/verify/sms', { phone_number: NUMBER }, -10001, true],
  ['/v1/verify/call', { phone_number: NUMBER }, -10001, true],
  ['/verification', { recipient: { phone_number: NUMBER } }, 3110, false],
];

const WHEN = ['scheduled_at', 'scheduledAt', 'sendAt', 'SendAt', 'send-at', 'schedule', 'schedule_time', 'deliver_at'];
const HOW_LONG = ['ttl', 'TimeToLive', 'validity_period', 'ValidityPeriod', 'validity', 'expire_at', 'message_expiry'];

async function refusedWith(rig: HttpRig, path: string, body: object, code: number): Promise<string> {
  const reply = await rig.call(path, { body });
  assert.equal(reply.status, 400, `${path} ${JSON.stringify(body)}: ${reply.text}`);
  assert.equal(reply.error ?? reply.code, code, reply.text);
  const [error] = (reply.json.errors ?? []) as Array<{ description: string }>;
  return error?.description ?? reply.description ?? '';
}

describe('names of other services', () => {
  test('are refused by everything that sends, with our name; nothing goes out', async (t) => {
    const rig = await httpRig(t, { account: { products: ['rcs', 'voice'] } });
    for (const [path, body, code, takesForms] of SENDING) {
      assert.equal((await rig.call(path, { body })).status, 200, path);
      const taken = rig.accepted.length;
      for (const name of WHEN) {
        const said = await refusedWith(rig, path, { ...body, [name]: '2030-01-01T00:00:00Z' }, code);
        assert.ok(said.includes(`${name} means nothing here`) && said.includes('send_at'), said);
      }
      for (const name of HOW_LONG) {
        const said = await refusedWith(rig, path, { ...body, [name]: 60 }, code);
        assert.match(said, /fallback_time|setting of the account/);
      }
      for (const [name, ours] of [
        ['DryRun', 'dry_run'],
        ['delivery_time_window', 'quiet_hours'],
        ['MaxPrice', 'no price'],
        ['failover', 'channels|verification_policy'],
        ['rrule', 'send_at'],
      ] as const) {
        assert.match(await refusedWith(rig, path, { ...body, [name]: 'x' }, code), new RegExp(ours));
      }
      assert.equal(rig.accepted.length, taken);
      if (!takesForms) continue;
      const form = new URLSearchParams({ ...(body as Record<string, string>), scheduled_at: '2030-01-01' });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await rig.call(path, { body: form.toString(), headers });
      assert.equal(reply.error ?? reply.code, code, reply.text);
      assert.equal(rig.accepted.length, taken);
    }
  });

  test('are found in an entry of a list and in the content of a channel, and named by their place', async (t) => {
    const rig = await httpRig(t);
    const channels = [{ channel: 'sms', ttl: 60 }];
    assert.match(await refusedWith(rig, '/v1/omnichannel', { ...MESSAGE, channels }, 3110), /channels\[0\]\.ttl means/);
    for (const channel of ['sms', 'default']) {
      const message = { sms: SMS, [channel]: { ...SMS, validityPeriod: 60 } };
      const said = await refusedWith(rig, '/v1/omnichannel', { ...MESSAGE, message }, 3110);
      assert.ok(said.includes(`message.${channel}.validityPeriod means nothing here`), said);
    }
    const policy = [{ method: 'sms', ttl: 60 }];
    const body = { recipient: { phone_number: NUMBER }, verification_policy: policy };
    assert.match(await refusedWith(rig, '/verification', body, 3110), /verification_policy\[0\]\.ttl means/);
    assert.deepEqual(rig.accepted, []);
  });

  test('leave parameters alone, which the caller names, names without a value, and whatever nobody uses', async (t) => {
    const rig = await httpRig(t);
    const parameters = { text: 'Hello', validity: '2 days', schedule: 'Monday' };
    const body = { ...MESSAGE, message: { sms: { template: 'text', parameters } }, ttl: null, tracking: { ttl: 5 } };
    assert.equal((await rig.call('/v1/omnichannel', { body })).status, 200);
    const form = `phone_number=${NUMBER}&message=Hello&message_type=ARN&scheduled_at=&is_primary=true&ucid=OTHR`;
    assert.equal((await rig.call('/v1/messaging', { body: form })).status, 200);
    assert.equal(rig.accepted.length, 2);
  });

  test('are none of the names that are served', () => {
    const served = new Set<string>();
    for (const [path] of SENDING) {
      const operation = described.find((each) => each.path === path && each.method === 'POST');
      assert.ok(operation, path);
      namesIn(operation.operation.requestBody, served);
    }
    assert.ok(served.size > 30 && served.has('fallback_time') && served.has('tts_message'), [...served].join());
    assert.deepEqual(
      [...served].filter((name) => foreignMeaning(name) !== null),
      [],
    );
    for (const ours of ['send_at', 'dry_run', 'fallback_time']) assert.equal(foreignMeaning(ours), null);
    for (const other of ['date', 'priority', 'callbackUrl', 'x'.repeat(65_536)])
      assert.equal(foreignMeaning(other), null);
  });
});

/** Every name of a property, through references, but for what stands in `parameters`. */
function namesIn(value: unknown, names: Set<string>, seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const { $ref: reference, properties, example: _, examples: __, ...rest } = object(value);
  if (typeof reference === 'string') namesIn(target(reference), names, seen);
  for (const [name, schema] of Object.entries(object(properties))) {
    names.add(name);
    if (name !== 'parameters') namesIn(schema, names, seen);
  }
  for (const each of Object.values(rest)) {
    for (const one of Array.isArray(each) ? each : [each]) namesIn(one, names, seen);
  }
}

function target(reference: string): unknown {
  let found: unknown = document;
  for (const name of reference.slice(2).split('/')) found = object(found)[name];
  return found;
}
