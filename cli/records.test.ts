/** What the command line lists of what accounts have done, and that it hides whose number it was. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { JsonObject } from '../src/lib/json.ts';
import { trunkline } from '../test/support/gateway/command-line.ts';
import { startGateway, type TestGateway, textOnly } from '../test/support/gateway/gateway.ts';
import { buildGateway } from '../test/support/gateway/process.ts';
import { OPERATOR_TOKEN } from '../test/support/gateway/requests.ts';

const NUMBER = '4915112345678';

let service: TestGateway;

/** What it prints; it has to succeed. */
async function printed(...args: string[]): Promise<string> {
  const env = { TRUNKLINE_URL: service.url, TRUNKLINE_OPERATOR_TOKEN: OPERATOR_TOKEN };
  const { code, out, err } = await trunkline(args, env);
  assert.equal(code, 0, `${args.join(' ')}: ${err}`);
  return out;
}

/** The one row of a list of these flags. */
async function onlyRow(name: string, ...args: string[]): Promise<JsonObject> {
  const answer = JSON.parse(await printed(...args, '--json')) as Record<string, JsonObject[]>;
  const rows = answer[name] ?? [];
  assert.equal(rows.length, 1, `${args.join(' ')}: ${JSON.stringify(answer)}`);
  return rows[0] ?? {};
}

async function ask(path: string, body: unknown): Promise<string> {
  const { status, body: answer } = await service.call('POST', path, body);
  assert.ok(status < 300, `${path}: ${JSON.stringify(answer)}`);
  const { reference_id: reference, session_id: session } = answer as JsonObject;
  return String(reference ?? session);
}

describe('records on the command line', () => {
  before(async () => {
    buildGateway();
    service = await startGateway();
  });
  after(() => service.stop());

  test('a look-up is found by its number, and its number is hidden until asked for', async () => {
    const asking = ask(`/v1/phoneid/${NUMBER}`, { external_id: 'look 1' });
    const reference = await service.through('it is looked up', asking);
    const row = await onlyRow('look_ups', 'lookup', 'list', '--number', NUMBER);
    assert.deepEqual([row.reference_id, row.external_id, row.status], [reference, 'look 1', 300]);
    assert.notEqual(row.number, NUMBER);
    assert.equal((await onlyRow('look_ups', 'lookup', 'list', '--number', NUMBER, '--full')).number, NUMBER);
    assert.match(await printed('lookup', 'list'), new RegExp(`REFERENCE ID.*\\n.*${reference}`));
    assert.equal((await printed('lookup', 'list', '--status', '301')).includes(reference), false);
  });

  test('a call is seen while it rings, and listed by its code when it is over', async () => {
    await service.call('PUT', `/sandbox/handsets/${NUMBER}/waits`, { waits: true });
    const reference = await ask('/v1/verify/call', { phone_number: NUMBER, verify_code: '123' });
    await service.until('it rings', async () => {
      const { body } = await service.operate('GET', '/calls/in-progress');
      return ((body as JsonObject).calls as unknown[]).length > 0;
    });
    const ringing = await onlyRow('calls', 'call', 'in-progress', '--full');
    assert.deepEqual([ringing.reference_id, ringing.recipient], [reference, NUMBER]);
    const busy = await ask('/v1/verify/call', { phone_number: '4915112345921' });
    await service.until('it is over', async () => {
      const { body } = await service.operate('GET', `/calls/${busy}`);
      return (body as JsonObject).line !== null;
    });
    assert.equal((await onlyRow('calls', 'call', 'list', '--number', '4915112345921')).reference_id, busy);
    assert.equal((await printed('call', 'list', '--number', NUMBER, '--code', '101')).includes(reference), false);
  });

  test('masked sessions, verifications and batches are listed by what they are in', async () => {
    const parties = { phone_number_1: '4915112345601', phone_number_2: '4915112345602', validity_period: 24 };
    const session = await ask('/v1/anonymous/session/sms', parties);
    assert.equal((await onlyRow('sessions', 'masking-session', 'list', '--state', 'open')).session_id, session);
    assert.equal((await printed('masking-session', 'list', '--state', 'closed')).includes(session), false);

    const policy = { recipient: { phone_number: NUMBER }, verification_policy: [{ method: 'sms' }] };
    const verification = await ask('/verification', policy);
    const found = await onlyRow('verifications', 'verification', 'list', '--number', NUMBER);
    assert.equal(found.reference_id, verification);
    assert.equal((await onlyRow('found', 'find', verification)).kind, 'verification');
    assert.match(await printed('verification', 'show', verification), /^ {2}METHOD .*\n {2}sms /m);

    const { phone_number: phoneNumber, ...once } = textOnly('4915112345679') as JsonObject;
    const batch = await ask('/v1/omnichannel/batch', { ...once, recipients: [{ phone_number: phoneNumber }] });
    await service.until('its message is made', async () => {
      const { body } = await service.operate('GET', `/batches/${batch}`);
      return (body as JsonObject).state === 'done';
    });
    assert.equal((await onlyRow('batches', 'batches', 'list', '--state', 'done')).reference_id, batch);
    const shown = await printed('batches', 'show', batch);
    assert.match(shown, /^state +done$/m);
    assert.match(shown, /^counts$/m);
    assert.equal(shown.includes('4915112345679'), false);
    assert.equal((await printed('batches', 'show', batch, '--state', 'refused')).includes('49***'), false);
    const ordered = (order: string) => service.through(order, printed('batches', order, batch));
    assert.match(await ordered('pause'), /^state +paused$/m);
    assert.match(await ordered('resume'), /^state +done$/m);
    assert.match(await ordered('take-back'), /^state +cancelled$/m);
  });

  test('a text is sent in the sandbox, answered from its handset, and shown with both', async () => {
    const number = '4915112340100';
    const body = JSON.stringify({ phone_number: number, message: 'Your parcel is here', message_type: 'ARN' });
    assert.match(await printed('sandbox', 'send', 'messaging', '--body', body, '--dry-run'), /"dry_run": true/);
    assert.match(await printed('sandbox', 'send', 'messaging', '--body', body), /"reference_id"/);
    const from = await service.until('it is there', async () => (await service.messagesOf(number))[0]?.from);
    assert.match(await printed('sandbox', 'reply', number, '--to', from, '--text', 'Thank you'), /Text sent/);
    const shown = await printed('sandbox', 'show', number);
    assert.match(shown, /text=Your parcel is here/);
    assert.match(shown, /text=Thank you/);
    const [text] = await service.until('it has come in', async () => {
      const { texts } = JSON.parse(await printed('text', 'list', '--json')) as { texts: JsonObject[] };
      return texts.length > 0 && texts;
    });
    assert.match(await printed('text', 'show', String(text?.id), '--full'), /^text +Thank you$/m);
    assert.match(await printed('sandbox', 'handsets'), new RegExp(number));
    assert.match(await printed('sandbox', 'stories'), /921 +telephones +A call is busy/);
  });
});
