/** One message for many recipients: taken, made one by one, and shown in their places. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type HttpAnswer, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

interface Taken {
  readonly reference_id: string;
  readonly external_id: string | null;
  readonly status: { readonly code: number; readonly description: string };
  readonly total: number;
  readonly accepted: number;
  readonly refused_total: number;
  readonly refused: ReadonlyArray<{ readonly place: number; readonly code: number; readonly description: string }>;
}

interface Shown {
  readonly reference_id: string;
  readonly state: string;
  readonly external_id: string | null;
  readonly ended_on: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly statuses: ReadonlyArray<{ readonly code: number; readonly count: number }>;
  readonly recipients: ReadonlyArray<{
    readonly place: number;
    readonly phone_number: string | null;
    readonly external_id: string | null;
    readonly reference_id: string | null;
    readonly code: number;
    readonly description: string;
  }>;
  readonly next: number | null;
}

let service: TestGateway;
let fresh = 0;

/** A number that no other test uses, whose handset takes everything. */
function handset(ending = '000'): string {
  fresh += 1;
  return `491513${String(fresh).padStart(4, '0')}${ending}`;
}

const HELLO = {
  channels: [{ channel: 'sms' }],
  message_type: 'ARN',
  message: { sms: { template: 'text', parameters: { text: 'Hello {{name}}, your order {{order}} is ready' } } },
};

interface Caller {
  readonly id: string;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers?: object): Promise<HttpAnswer>;
}

async function newCaller(more: object = {}): Promise<Caller> {
  const made = await service.operate('POST', '/accounts', { name: 'Acme', ...more });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
  const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  return { id, call: (method, path, body, headers) => service.call(method, path, body, { authorization, ...headers }) };
}

const sandbox: Caller = { id: '', call: (...request) => service.call(...(request as Parameters<TestGateway['call']>)) };

function post(body: object, headers: object = {}, caller = sandbox): Promise<HttpAnswer> {
  return caller.call('POST', '/v1/omnichannel/batch', body, headers);
}

async function take(body: object, caller = sandbox): Promise<Taken> {
  const answer = await post(body, {}, caller);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Taken;
}

async function show(reference: string, query = '', caller = sandbox): Promise<Shown> {
  const answer = await caller.call('GET', `/v1/omnichannel/batch/${reference}${query}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Shown;
}

function done(reference: string, caller = sandbox): Promise<Shown> {
  return service.until('every recipient has its message', async () => {
    const shown = await show(reference, '', caller);
    return shown.state === 'done' && shown;
  });
}

async function refusal(body: object, caller = sandbox): Promise<[number, number, string]> {
  const { status, body: answer } = await post(body, {}, caller);
  const { code, description } = (answer as Taken).status;
  return [status, code, description];
}

const textsOf = async (number: string) => (await service.messagesOf(number)).map((each) => JSON.stringify(each));

describe('one message for many recipients', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('is taken with one reference, and each recipient gets its own words as a message of its own', async () => {
    const numbers = [handset(), handset(), handset()];
    const taken = await take({
      ...HELLO,
      external_id: 'spring',
      callback_url: service.callbackUrl,
      recipients: numbers.map((phone_number, index) => ({
        phone_number,
        parameters: { name: `N${index} {{order}}`, order: index, unused: 'x' },
        ...(index === 1 ? { external_id: 'one' } : {}),
      })),
    });
    assert.match(taken.reference_id, /^[0-9A-F]{32}$/);
    assert.deepEqual(
      [taken.status.code, taken.external_id, taken.total, taken.accepted, taken.refused],
      [3001, 'spring', 3, 3, []],
    );
    const shown = await done(taken.reference_id);
    assert.deepEqual(
      shown.recipients.map(({ place, phone_number, external_id }) => [place, phone_number, external_id]),
      [
        [0, numbers[0], null],
        [1, numbers[1], 'one'],
        [2, numbers[2], null],
      ],
    );
    const references = shown.recipients.map(({ reference_id }) => reference_id ?? '');
    assert.equal(new Set(references).size, 3);
    for (const reference of references) await service.untilStatus(reference, 3000);
    for (const [index, number] of numbers.entries()) {
      const texts = await textsOf(number);
      assert.equal(texts.length, 1);
      assert.match(texts[0] ?? '', new RegExp(`Hello N${index} \\{\\{order\\}\\}, your order ${index} is ready`));
    }
    assert.deepEqual((await show(taken.reference_id)).statuses, [{ code: 3000, description: 'Delivered', count: 3 }]);
    const told = await service.until('each message calls back', () => {
      const bodies = service.received.map(({ body }) => body).filter((body) => references.includes(body.reference_id));
      return bodies.length === 3 && bodies;
    });
    assert.deepEqual(
      told.map((body) => body.external_id).sort(),
      ['one', 'spring', 'spring'],
      'a recipient without an external_id has that of the batch',
    );
  });

  test('names a bad recipient with its place and code, which costs the others nothing', async () => {
    const good = handset();
    const ok = { name: 'A', order: 1 };
    const taken = await take({
      ...HELLO,
      recipients: [
        { phone_number: 'nobody', parameters: ok },
        { parameters: ok },
        { phone_number: handset(), parameters: { name: 'A' } },
        { phone_number: handset(), parameters: ok, external_id: 'é' },
        { phone_number: handset(), parameters: { name: ['A'], order: 1 } },
        { phone_number: handset(), parameters: { name: 'x'.repeat(2_000), order: 1 } },
        'nobody',
        { phone_number: good, parameters: ok },
      ],
    });
    assert.deepEqual([taken.total, taken.accepted, taken.refused_total], [8, 1, 7]);
    assert.deepEqual(
      taken.refused.map(({ place, code }) => [place, code]),
      [
        [0, 3101],
        [1, 3302],
        [2, 3305],
        [3, 3103],
        [4, 3110],
        [5, 3110],
        [6, 3110],
      ],
    );
    const said = taken.refused.map(({ description }) => description);
    assert.match(said[0] ?? '', /recipients\[0\]\.phone_number/);
    assert.match(said[2] ?? '', /recipients\[2\]\.parameters\.order/);
    assert.match(said[3] ?? '', /recipients\[3\]\.external_id/);
    assert.match(said[4] ?? '', /recipients\[4\]\.parameters\.name/);
    assert.match(said[5] ?? '', /10 parts/);
    const shown = await done(taken.reference_id);
    assert.deepEqual([shown.counts.refused, shown.counts.messages, shown.counts.waiting], [7, 1, 0]);
    assert.deepEqual(shown.recipients.map(({ code, reference_id }) => [code, reference_id === null]).slice(0, 3), [
      [3101, true],
      [3302, true],
      [3305, true],
    ]);
    await service.until('the good one arrives', async () => (await textsOf(good)).length === 1);
  });

  test('is refused as a whole for what it says once, and when no recipient is good', async () => {
    const recipients = [{ phone_number: handset(), parameters: { name: 'A', order: 1 } }];
    const rows: ReadonlyArray<readonly [object, number, RegExp]> = [
      [HELLO, 3110, /recipients/],
      [{ ...HELLO, recipients: [] }, 3110, /recipients.*1 to 10000/],
      [{ ...HELLO, recipients: 'all' }, 3110, /recipients/],
      [{ ...HELLO, recipients, phone_number: handset() }, 3110, /phone_number/],
      [{ ...HELLO, recipients, recipient: { phone_number: handset() } }, 3110, /recipient/],
      [{ ...HELLO, recipients, message_type: 'BULK' }, 3102, /message_type/],
      [{ ...HELLO, recipients, message: {} }, 3303, /message\.sms/],
      [{ ...HELLO, recipients, message: { sms: { template: 'no_such' } } }, 3112, /message\.sms\.template/],
      [{ ...HELLO, recipients, sender_id: 'ACME' }, 3109, /sender_id/],
      [{ ...HELLO, recipients: [{ phone_number: handset() }] }, 3305, /recipients\[0\]\.parameters\.name/],
      [{ ...HELLO, recipients: [{ phone_number: '1' }, { phone_number: '2' }] }, 3101, /recipients\[0\]\.phone_number/],
      [{ ...HELLO, recipients, note: 'x'.repeat(11_000) }, 3116, /10240/],
      [{ ...HELLO, recipients: Array.from({ length: 10_001 }, () => 0) }, 3110, /10000/],
    ];
    for (const [body, code, said] of rows) {
      const [status, found, description] = await refusal(body);
      assert.deepEqual([status, found], [400, code], description);
      assert.match(description, said);
    }
    const { rows: kept } = await service.gateway.db.query(
      'select 1 from batches b where b.external_id is not distinct from null and b.total = 1 and b.state is null',
    );
    assert.equal(kept.length, 0);
  });

  test('fills values into cards and their buttons, and reads each with them', async () => {
    const number = handset('100');
    const taken = await take({
      channels: [{ channel: 'rcs' }],
      message_type: 'ARN',
      message: {
        rcs: {
          template: 'rich_card',
          parameters: {
            title: 'Hi {{ name }}',
            orientation: 'VERTICAL',
            suggestions: [{ type: 'url', text: 'Open', payload: 'p-{{id}}', url: '{{link}}' }],
          },
        },
      },
      recipients: [
        { phone_number: number, parameters: { name: 'Ann', id: 7, link: 'https://example.com/7' } },
        { phone_number: handset('100'), parameters: { name: 'Bob', id: 8, link: 'nowhere' } },
      ],
    });
    assert.deepEqual(
      taken.refused.map(({ place, code }) => [place, code]),
      [[1, 3110]],
    );
    assert.match(taken.refused[0]?.description ?? '', /message\.rcs\.parameters\.suggestions\[0\]\.url/);
    const texts = await service.until('the card arrives', async () => {
      const found = await textsOf(number);
      return found.length > 0 && found;
    });
    for (const part of ['Hi Ann', 'p-7', 'https://example.com/7']) assert.ok(texts[0]?.includes(part), texts[0]);
  });

  test('fills a template that the account keeps from its body, and from the recipient where that says nothing', async () => {
    const caller = await newCaller();
    const kept = await caller.call('POST', '/v1/omnichannel/templates', {
      name: 'ready',
      type: 'standard',
      channel: 'sms',
      content: [{ body: { text: '{{greeting}}: {{thing}} for {{name}}' } }],
    });
    assert.ok(kept.status < 300, JSON.stringify(kept.body));
    const numbers = [handset(), handset()];
    const taken = await take(
      {
        ...HELLO,
        message: { sms: { template: 'ready', parameters: { thing: 'box {{n}}', greeting: 'Ready' } } },
        recipients: numbers.map((phone_number, n) => ({ phone_number, parameters: { name: `{{thing}}${n}`, n } })),
      },
      caller,
    );
    // What was taken is sent as it was then.
    await caller.call('DELETE', '/v1/omnichannel/templates/sms/ready');
    await done(taken.reference_id, caller);
    for (const [n, number] of numbers.entries()) {
      await service.until('it arrives', async () =>
        (await textsOf(number)).some((text) => text.includes(`Ready: box ${n} for {{thing}}${n}`)),
      );
    }
  });

  test('keeps to opt-outs, limits, countries and verified numbers as single messages do, each in its place', async () => {
    const caller = await newCaller({ settings: { allowed_countries: ['DE'], per_number_per_minute: 1 } });
    const [twice, out] = [handset(), handset()];
    const blocked = await caller.call('PUT', `/v1/opt-outs/${out}`, {});
    assert.equal(blocked.status, 200, JSON.stringify(blocked.body));
    const taken = await take(
      {
        ...HELLO,
        message_type: 'MKT',
        message: { sms: { parameters: { text: 'Hello' } } },
        recipients: [
          { phone_number: twice },
          { phone_number: twice },
          { phone_number: '447400123456' },
          { phone_number: out },
        ],
      },
      caller,
    );
    assert.deepEqual(
      taken.refused.map(({ place, code }) => [place, code]),
      [[2, 3037]],
    );
    const shown = await done(taken.reference_id, caller);
    assert.deepEqual(shown.recipients.map(({ code, reference_id }) => [code, reference_id !== null]).slice(1), [
      [3205, false],
      [3037, false],
      [3046, true],
    ]);
    assert.match(shown.recipients[1]?.description ?? '', /per_number_per_minute/);
    const verified = handset();
    const trial = await newCaller({ kind: 'trial', verified_numbers: [verified] });
    const tried = await take(
      {
        ...HELLO,
        message: { sms: { parameters: { text: 'Hello' } } },
        recipients: [{ phone_number: handset() }, { phone_number: verified }],
      },
      trial,
    );
    assert.deepEqual(
      tried.refused.map(({ place, code }) => [place, code]),
      [[0, 3071]],
    );
  });

  test('with an Idempotency-Key is taken once, and answered again', async () => {
    const number = handset();
    const body = { ...HELLO, recipients: [{ phone_number: number, parameters: { name: 'A', order: 1 } }] };
    const headers = { 'idempotency-key': 'batch-1' };
    const [first, second] = await Promise.all([post(body, headers), post(body, headers)]);
    const third = await post(body, headers);
    const references = [first, second, third]
      .filter(({ status }) => status === 200)
      .map((each) => (each.body as Taken).reference_id);
    assert.equal(new Set(references).size, 1);
    assert.ok([first, second].every(({ status }) => status === 200 || status === 409));
    assert.equal((await post({ ...body, external_id: 'other' }, headers)).status, 422);
    await done(references[0] ?? '');
    await service.until('it arrives', async () => (await textsOf(number)).length > 0);
    assert.equal((await textsOf(number)).length, 1);
  });

  test('is listed and shown to operators, with numbers masked unless they ask', async () => {
    const caller = await newCaller();
    const number = handset();
    const recipients = [{ phone_number: number, parameters: { name: 'A', order: 1 } }, { phone_number: 'nobody' }];
    const taken = await take({ ...HELLO, recipients }, caller);
    await done(taken.reference_id, caller);
    const listed = await service.operate('GET', `/batches?customer_id=${caller.id}&state=done`);
    const { batches, next } = listed.body as { batches: Record<string, unknown>[]; next: unknown };
    assert.deepEqual(
      [next, ...batches.map((each) => [each.reference_id, each.customer_id, each.total, each.worked_off])],
      [null, [taken.reference_id, caller.id, 2, 2]],
    );
    const masked = await service.operate('GET', `/batches/${taken.reference_id}?limit=1`);
    assert.equal(masked.status, 200, JSON.stringify(masked.body));
    const page = masked.body as Omit<Shown, 'next'> & { next: string };
    assert.deepEqual([page.counts.messages, page.counts.refused, page.recipients.length], [1, 1, 1]);
    assert.match(page.recipients[0]?.phone_number ?? '', /^49\*+/);
    const rest = await service.operate('GET', `/batches/${taken.reference_id}?after=${page.next}&full=true`);
    assert.deepEqual(
      (rest.body as Shown).recipients.map(({ place, code }) => [place, code]),
      [[1, 3101]],
    );
    const full = await service.operate('GET', `/batches/${taken.reference_id}?full=true`);
    assert.equal((full.body as Shown).recipients[0]?.phone_number, number);
    assert.equal((await service.operate('GET', '/batches/0190A3F04C6B7000A1B2C3D4E5F60789')).status, 404);
  });

  test('is shown in pages by place, and to nobody else', async () => {
    const numbers = Array.from({ length: 5 }, () => handset());
    const taken = await take({
      ...HELLO,
      recipients: numbers.map((phone_number) => ({ phone_number, parameters: { name: 'A', order: 1 } })),
    });
    await done(taken.reference_id);
    const places: number[] = [];
    for (let after: number | null = null; ; ) {
      const page = await show(taken.reference_id, `?limit=2${after === null ? '' : `&after=${after}`}`);
      places.push(...page.recipients.map(({ place }) => place));
      after = page.next;
      if (after === null) break;
    }
    assert.deepEqual(places, [0, 1, 2, 3, 4]);
    const other = await newCaller();
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
    ] as const) {
      const answer = await other.call(method, `/v1/omnichannel/batch/${taken.reference_id}${path}`);
      assert.deepEqual([answer.status, (answer.body as Taken).status.code], [404, 3404], path);
      const nonsense = await sandbox.call(method, `/v1/omnichannel/batch/nonsense${path}`);
      assert.deepEqual([nonsense.status, (nonsense.body as Taken).status.code], [400, 3311], path);
    }
    const bad = await sandbox.call('GET', `/v1/omnichannel/batch/${taken.reference_id}?limit=0`);
    assert.deepEqual([bad.status, (bad.body as Taken).status.code], [400, 3110]);
  });
});
