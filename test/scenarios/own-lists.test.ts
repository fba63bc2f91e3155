/**
 * An account's own records: its messages, texts, codes, verifications, sessions and look-ups, each listed in the body of
 * its own GET, by every filter, page by page; and nothing of anybody else.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS } from '../../src/lib/durations.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { type VerificationRig, verificationRig } from '../support/gateway/verifications.ts';

let service: TestGateway;
let verifications: VerificationRig;
let day: string;
/** Of an account that has sent nothing. */
let stranger: Record<string, string>;

interface Row {
  readonly reference_id: string;
}

interface ListAnswer {
  readonly rows: readonly (Row & JsonObject)[];
  readonly next: string | null;
}

async function list(path: string, headers: Record<string, string> = {}): Promise<ListAnswer> {
  const { status, body } = await service.call('GET', path, undefined, headers);
  assert.equal(status, 200, JSON.stringify(body));
  const { next, ...named } = body as { next: string | null } & Record<string, ListAnswer['rows']>;
  const [rows, ...others] = Object.values(named);
  assert.ok(Array.isArray(rows) && others.length === 0);
  return { rows, next };
}

const references = async (path: string, headers: Record<string, string> = {}) =>
  (await list(path, headers)).rows.map(({ reference_id: reference }) => reference);

async function everyPage(path: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  let after = '';
  for (let pages = 0; pages < 20; pages += 1) {
    const { rows, next } = await list(`${path}?limit=${limit}${after}`);
    assert.ok(rows.length <= limit);
    found.push(...rows.map(({ reference_id: reference }) => reference));
    if (next === null) return found;
    after = `&after=${next}`;
  }
  return assert.fail('the pages do not end');
}

async function post(path: string, body: object): Promise<string> {
  const answer = await service.through('it is answered', service.call('POST', path, body));
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (answer.body as Row).reference_id;
}

const contactIn = (row: JsonObject | undefined) => asJsonObject(asJsonObject(row?.answer)?.contact) ?? {};

const untilFinal = (path: string) =>
  service.until(`${path} is over`, async () => {
    const { rows } = await list(`${path}?status=open`);
    return rows.length === 0;
  });

describe('the lists of an account', () => {
  const sent: string[] = [];
  before(async () => {
    service = await startGateway();
    verifications = verificationRig(service);
    await service.speech.prompt({ language: 'en-US', text: null, code: '0123456789', encoding: 'PCMU' });
    day = new Date(service.clock.now()).toISOString().slice(0, 10);
    const made = (await service.operate('POST', '/accounts', { name: 'Another' })).body as {
      customer_id: string;
      api_key: string;
    };
    const login = Buffer.from(`${made.customer_id}:${made.api_key}`).toString('base64');
    stranger = { authorization: `Basic ${login}` };
    sent.push(await service.send({ ...textOnly('4915112000100'), external_id: 'order 1' }));
    await service.advance(10);
    sent.push(await service.send({ ...textOnly('4915112000200'), external_id: 'order 2' }));
    await service.advance(10);
    sent.push(await service.send({ ...cardThenText('4915112000100'), external_id: 'order 2' }));
    sent.push(await service.send(cardThenText('4915112001907')));
    sent.push(await service.send(textOnly('4915112001913')));
    await service.untilStatus(sent[3] ?? '', 3005);
    await untilFinal('/v1/omnichannel');
    sent.reverse();
  });
  after(() => service.stop());

  test('messages stand newest first, each as its own GET shows it', async () => {
    const { rows, next } = await list('/v1/omnichannel');
    assert.deepEqual(
      rows.map(({ reference_id: reference }) => reference),
      sent,
    );
    assert.equal(next, null);
    for (const row of rows) assert.deepEqual(row, await service.status(row.reference_id));
  });

  test('messages are found by recipient, external id, channel, status and time', async () => {
    const [undelivered = '', read = '', card = '', second = '', first = ''] = sent;
    const found = (query: string) => references(`/v1/omnichannel?${query}`);
    assert.deepEqual(await found('recipient=%2B4915112000100'), [card, first]);
    assert.deepEqual(await found('recipient=4915112000300'), []);
    assert.deepEqual(await found('external_id=order%202'), [card, second]);
    assert.deepEqual(await found('external_id=order%202&recipient=4915112000200'), [second]);
    assert.deepEqual(await found('channel=rcs'), [read, card]);
    assert.deepEqual(await found('channel=voice'), []);
    assert.deepEqual(await found('status=3000'), [card, second, first]);
    assert.deepEqual(await found('status=3005'), [read]);
    assert.deepEqual(await found('status=3003'), [undelivered]);
    assert.deepEqual(await found('status=delivered'), [read, card, second, first]);
    assert.deepEqual(await found('status=failed'), [undelivered]);
    assert.deepEqual(await found('status=open'), []);
    assert.deepEqual(await found(`from=${day}`), sent);
    assert.deepEqual(await found(`to=${day}`), []);
    const made =
      (
        await service.gateway.db.query<{ at: number }>(
          'select m.created_at as at from messages m order by m.id offset 1 limit 1',
        )
      ).rows[0]?.at ?? 0;
    const at = (ms: number) => new Date(ms).toISOString();
    assert.deepEqual(await found(`from=${at(made)}&to=${at(made + 1)}`), [second]);
    assert.deepEqual(await found(`recipient=4915112000100&status=3000&channel=sms&from=${day}`), [first]);
  });

  test('pages go on until there is no next; what comes in between is neither passed over nor told twice', async () => {
    for (const limit of [1, 2, 4, 5]) assert.deepEqual(await everyPage('/v1/omnichannel', limit), sent);
    const first = await list('/v1/omnichannel?limit=2');
    const late = await service.send(textOnly('4915112000400'));
    const second = await list(`/v1/omnichannel?limit=500&after=${first.next}`);
    const both = [...first.rows, ...second.rows].map(({ reference_id: reference }) => reference);
    assert.deepEqual(both, sent);
    assert.deepEqual((await references('/v1/omnichannel?limit=1'))[0], late);
    await untilFinal('/v1/omnichannel');
  });

  test('texts and codes have lists of their own, with the codes that their callers see', async () => {
    const text = await post('/v1/messaging', { phone_number: '4915112002100', message: 'x', message_type: 'ARN' });
    const failed = await post('/v1/messaging', { phone_number: '4915112002992', message: 'x', message_type: 'ARN' });
    const code = await post('/v1/verify/sms', { phone_number: '4915112002100' });
    const call = await post('/v1/verify/call', { phone_number: '4915112003100', verify_code: '123' });
    await untilFinal('/v1/messaging');
    await untilFinal('/v1/verify');
    const { rows: texts } = await list('/v1/messaging');
    assert.deepEqual(
      texts.map(({ reference_id: reference }) => reference),
      [failed, text],
    );
    for (const row of texts) {
      assert.deepEqual(row, (await service.call('GET', `/v1/messaging/${row.reference_id}`)).body);
    }
    assert.deepEqual(await references('/v1/messaging?status=200'), [text]);
    assert.deepEqual(await references('/v1/messaging?status=514'), [failed]);
    assert.deepEqual(await references('/v1/messaging?status=207'), []);
    assert.deepEqual(await references('/v1/messaging?recipient=4915112002992'), [failed]);
    const { rows: codes } = await list('/v1/verify');
    assert.deepEqual(
      codes.map(({ reference_id: reference }) => reference),
      [call, code],
    );
    for (const row of codes) {
      assert.deepEqual(row, (await service.call('GET', `/v1/verify/${row.reference_id}`)).body);
    }
    assert.deepEqual(await references('/v1/verify?status=200'), [code]);
    assert.deepEqual(await references('/v1/verify?status=100'), [call]);
    assert.deepEqual(await references('/v1/verify?channel=voice'), [call]);
    assert.deepEqual((await references('/v1/omnichannel')).length, sent.length + 1, 'they are no omnichannel messages');
  });

  test('verifications with several methods are listed, and their attempts are not', async () => {
    const before = await references('/v1/verify');
    const one = await verifications.begin('4915112004100', ['sms'], { external_id: 'login 1' });
    const other = await verifications.begin('4915112005979', ['sms:30', 'voice'], { security_factor: '407' });
    await verifications.untilStates(one, 'ONGOING sms:ONGOING:3000');
    const { rows } = await list('/verification');
    assert.deepEqual(
      rows.map(({ reference_id: reference }) => reference),
      [other, one],
    );
    assert.deepEqual(rows[1], await verifications.show(one));
    assert.deepEqual(await references('/verification?external_id=login%201'), [one]);
    assert.deepEqual(await references('/verification?recipient=4915112005979'), [other]);
    assert.deepEqual(await references('/verification?channel=voice'), [other]);
    assert.deepEqual(await references('/verification?status=VERIFIED'), []);
    assert.deepEqual(await everyPage('/verification', 1), [other, one]);
    assert.deepEqual(await references('/v1/verify'), before);
    assert.deepEqual(await references(`/verification?to=${day}`), []);
  });

  test('masked sessions are found by either party, state and external id', async () => {
    const open = (one: string, two: string, more: object = {}) =>
      post('/v1/anonymous/session/sms', { phone_number_1: one, phone_number_2: two, validity_period: 2, ...more });
    const first = await open('4915112006101', '4915112006102', { external_id: 'ride 1' });
    const second = await open('4915112006103', '4915112006104');
    const path = '/v1/anonymous/session';
    const { rows } = await list(path);
    assert.deepEqual(
      rows.map(({ reference_id: reference }) => reference),
      [second, first],
    );
    assert.deepEqual(rows[1], (await service.call('GET', `${path}/${first}`)).body);
    assert.deepEqual(await references(`${path}?recipient=4915112006102`), [first]);
    assert.deepEqual(await references(`${path}?external_id=ride%201`), [first]);
    assert.deepEqual(await references(`${path}?status=open`), [second, first]);
    await service.call('DELETE', `${path}/${second}`);
    assert.deepEqual(await references(`${path}?status=closed`), [second]);
    assert.deepEqual(await references(`${path}?status=open`), [first]);
    assert.deepEqual(await everyPage(path, 1), [second, first]);
  });

  test('look-ups show what was asked and how it was answered, and nothing personal unless it is asked for', async () => {
    const consent = { method: 'web form', timestamp: '2026-01-05T10:00:00Z' };
    const number = '4915112007100';
    const reference = await post(`/v1/phoneid/${number}`, { addons: { contact: {} }, consent, external_id: 'sign up' });
    const plain = await post('/v1/phoneid/4915112007200', {});
    const [bare, row] = (await list('/v1/phoneid')).rows;
    assert.equal(bare?.reference_id, plain);
    assert.deepEqual([row?.reference_id, row?.external_id, row?.asked], [reference, 'sign up', ['contact']]);
    assert.ok(!JSON.stringify(row).includes(number.slice(2, -3)), 'the number is masked');
    assert.deepEqual(Object.keys(contactIn(row)), ['status']);
    const [, full] = (await list('/v1/phoneid?full=true')).rows;
    assert.equal(full?.phone_number, number);
    assert.ok(Object.keys(contactIn(full)).length > 1);
    assert.equal(asJsonObject(full?.answer)?.reference_id, reference);
    assert.deepEqual(await references(`/v1/phoneid?recipient=${number}`), [reference]);
    assert.deepEqual(await references('/v1/phoneid?external_id=sign%20up'), [reference]);
    assert.deepEqual(await references('/v1/phoneid?status=300'), [plain, reference]);
    assert.deepEqual(await references('/v1/phoneid?status=301'), []);
    assert.deepEqual(await everyPage('/v1/phoneid', 1), [plain, reference]);
  });

  test('an account sees nothing of another one, whatever it asks', async () => {
    for (const path of ['/v1/omnichannel', '/v1/messaging', '/v1/verify', '/verification', '/v1/phoneid']) {
      for (const query of ['', '?recipient=4915112000100', '?limit=500', '?external_id=order%202']) {
        assert.deepEqual(await list(`${path}${query}`, stranger), { rows: [], next: null }, `${path}${query}`);
      }
    }
  });

  test('what is asked wrongly is refused by name, in the style of the product', async () => {
    const wrong: ReadonlyArray<readonly [string, number, RegExp]> = [
      ['/v1/omnichannel?limit=0', 3110, /limit.*1 to 500/],
      ['/v1/omnichannel?after=x', 3110, /after.*next/],
      ['/v1/omnichannel?recipient=12', 3101, /recipient/],
      ['/v1/omnichannel?status=lost', 3110, /status.*open, delivered, failed/],
      ['/v1/omnichannel?channel=pigeon', 3110, /channel.*rcs, sms, voice/],
      ['/v1/omnichannel?from=yesterday', 3110, /from/],
      ['/v1/omnichannel?external_id=', 3110, /external_id/],
      ['/v1/messaging?limit=501', 11000, /limit/],
      ['/v1/verify?to=x', 500, /to/],
      ['/verification?status=DONE', 3110, /status.*VERIFIED/],
      ['/v1/anonymous/session?status=lost', 2709, /status.*in_progress/],
      ['/v1/phoneid?full=yes', 11000, /full.*true, false/],
    ];
    for (const [path, code, text] of wrong) {
      const { status, body } = await service.call('GET', path);
      assert.equal(status, 400, path);
      assert.equal((body as { status: { code: number } }).status.code, code, path);
      assert.match(JSON.stringify(body), text, path);
    }
  });

  test('of an erased number its records stay, and are no longer found by it', async () => {
    const { id } = (await service.operate('POST', '/erasures', { number: '4915112000200' })).body as { id: string };
    await service.until('it is erased', async () => {
      const { body } = await service.operate('GET', `/erasures/${id}`);
      return (body as { state: string }).state === 'done';
    });
    assert.deepEqual(await references('/v1/omnichannel?recipient=4915112000200'), []);
    assert.ok((await references('/v1/omnichannel')).includes(sent[3] ?? ''));
  });

  test('days are gone through one after the other', async () => {
    const before = await references('/v1/omnichannel');
    service.clock.jump(2 * DAY_MS);
    const later = await service.send(textOnly('4915112000100'));
    assert.deepEqual(await references('/v1/omnichannel'), [later, ...before]);
    assert.deepEqual(await everyPage('/v1/omnichannel', 3), [later, ...before]);
    const today = new Date(service.clock.now()).toISOString().slice(0, 10);
    assert.deepEqual(await references(`/v1/omnichannel?from=${today}`), [later]);
    assert.deepEqual(await references(`/v1/omnichannel?to=${today}`), before);
  });
});
