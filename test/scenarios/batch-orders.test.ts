/** A batch that is paused, goes on, and is taken back: what leaves, and what does not. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fromReference } from '../../src/lib/ids.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';

interface Shown {
  readonly reference_id: string;
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly statuses: ReadonlyArray<{ readonly code: number; readonly count: number }>;
  readonly recipients: ReadonlyArray<{ readonly code: number; readonly reference_id: string | null }>;
}

const BATCH = '/v1/omnichannel/batch';
const CARD = {
  template: 'rc_dial_action_vertical',
  parameters: {
    dial_payload: 'p',
    dial_text: 'Call us',
    media_url: 'https://example.com/image.jpg',
    phone_number_to_dial: '4930123456',
  },
};
const TEXT = { parameters: { text: 'Hello' } };
/** Longer than anything here waits for by itself. */
const A_WHILE_MS = 20_000;

let service: TestGateway;
let fresh = 0;

function handset(ending = '000'): string {
  fresh += 1;
  return `491514${String(fresh).padStart(4, '0')}${ending}`;
}

async function take(numbers: readonly string[], more: object = {}): Promise<string> {
  const body = {
    channels: [{ channel: 'sms' }],
    message: { sms: TEXT },
    message_type: 'ARN',
    callback_url: service.callbackUrl,
    recipients: numbers.map((phone_number) => ({ phone_number })),
    ...more,
  };
  const answer = await service.call('POST', BATCH, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return (answer.body as Shown).reference_id;
}

async function order(reference: string, what: 'pause' | 'resume' | 'cancel'): Promise<Shown> {
  const [method, path] = what === 'cancel' ? (['DELETE', ''] as const) : (['POST', `/${what}`] as const);
  const asked = service.call(method, `${BATCH}/${reference}${path}`);
  // A pause waits for nothing: while the clock stands still no message is made before it.
  const answer = what === 'pause' ? await asked : await service.through(what, asked);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Shown;
}

async function show(reference: string): Promise<Shown> {
  return (await service.call('GET', `${BATCH}/${reference}`)).body as Shown;
}

const reach = (reference: string, state: string) =>
  service.until(`the batch is ${state}`, async () => {
    const shown = await show(reference);
    return shown.state === state && shown;
  });

const codesOf = ({ statuses }: Shown) => statuses.map(({ code, count }) => [code, count]);

async function arrived(numbers: readonly string[]): Promise<number> {
  const messages = await Promise.all(numbers.map((number) => service.messagesOf(number)));
  return messages.flat().length;
}

/** So long that whatever may leave has left. */
async function waitAWhile(): Promise<void> {
  for (let waited = 0; waited < A_WHILE_MS; waited += 500) await service.advance(500);
}

const untilArrived = (numbers: readonly string[]) =>
  service.until('all have it', async () => (await arrived(numbers)) === numbers.length);

/** While it works no text leaves: the carrier takes nothing new. */
async function withoutSms(work: () => Promise<void>): Promise<void> {
  await service.operate('POST', '/carriers/sandbox-sms/drain');
  try {
    await work();
  } finally {
    await service.operate('POST', '/carriers/sandbox-sms/resume');
  }
}

describe('a batch', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('that is paused before its messages are made makes none until it goes on', async () => {
    const numbers = [handset(), handset()];
    const reference = await take(numbers);
    const paused = await order(reference, 'pause');
    assert.deepEqual([paused.state, paused.counts.waiting], ['paused', 2]);
    await waitAWhile();
    assert.equal(await arrived(numbers), 0);
    assert.deepEqual([(await order(reference, 'pause')).state], ['paused'], 'a second pause changes nothing');
    await order(reference, 'resume');
    await reach(reference, 'done');
    await untilArrived(numbers);
    assert.equal((await order(reference, 'resume')).state, 'done', 'nothing is paused any more');
  });

  test('that is paused holds back what waits for a carrier, and lets it go when it goes on', async () => {
    const numbers = [handset(), handset(), handset()];
    let reference = '';
    await withoutSms(async () => {
      reference = await take(numbers);
      await reach(reference, 'done');
      const paused = await order(reference, 'pause');
      assert.deepEqual([paused.state, codesOf(paused)], ['paused', [[3001, 3]]]);
    });
    const beside = handset();
    await take([beside]);
    await untilArrived([beside]);
    await waitAWhile();
    assert.equal(await arrived(numbers), 0);
    await order(reference, 'resume');
    await untilArrived(numbers);
    assert.equal((await show(reference)).state, 'done');
  });

  test('that is ordered about under a key is ordered about once: what comes again late changes nothing', async () => {
    const numbers = [handset()];
    const reference = await take(numbers);
    const keyed = (what: 'pause' | 'resume', key: string) => {
      const asked = service.call('POST', `${BATCH}/${reference}/${what}`, undefined, { 'idempotency-key': key });
      return what === 'pause' ? asked : service.through(what, asked);
    };
    const paused = await keyed('pause', 'first');
    assert.deepEqual([paused.status, (paused.body as Shown).state], [200, 'paused']);
    const resumed = await keyed('resume', 'first');
    assert.equal((resumed.body as Shown).state, 'in_progress', 'another path, another key');
    const again = await keyed('pause', 'first');
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(again.body, paused.body);
    await untilArrived(numbers);
    await reach(reference, 'done');
    const late = await keyed('pause', 'second');
    assert.equal((late.body as Shown).state, 'paused');
    assert.deepEqual((await keyed('resume', 'first')).body, resumed.body);
    assert.equal((await show(reference)).state, 'paused');
    await order(reference, 'resume');
  });

  test('that is not shown as asked is not ordered about either', async () => {
    const reference = await take([handset()]);
    const refused = await service.call('POST', `${BATCH}/${reference}/pause?limit=0`);
    assert.equal(refused.status, 400);
    assert.notEqual((await show(reference)).state, 'paused');
  });

  test('that is paused sends nothing again and falls back to no channel; what a carrier has goes on', async () => {
    const [throttled, silent, well] = [handset('912'), handset('902'), handset()];
    const reference = await take([throttled, silent, well], {
      channels: [{ channel: 'rcs', fallback_time: 5 }, { channel: 'sms' }],
      message: { rcs: CARD, sms: TEXT },
    });
    const made = await reach(reference, 'done');
    const [, , delivered] = made.recipients;
    await service.until('the first cards are out', async () => (await arrived([silent, well])) === 2);
    await order(reference, 'pause');
    await service.untilStatus(delivered?.reference_id ?? '', 3000);
    await waitAWhile();
    const textsOf = async (number: string) =>
      (await service.messagesOf(number)).filter(({ channel }) => channel === 'sms').length;
    assert.deepEqual(await Promise.all([textsOf(throttled), textsOf(silent)]), [0, 0]);
    await order(reference, 'resume');
    await service.until('both texts arrive', async () => {
      const counts = await Promise.all([textsOf(throttled), textsOf(silent)]);
      return counts.every((count) => count === 1);
    });
  });

  test('that is taken back before its messages are made has none', async () => {
    const numbers = [handset(), handset()];
    const reference = await take(numbers);
    await order(reference, 'pause');
    const shown = await order(reference, 'cancel');
    assert.deepEqual([shown.state, codesOf(shown), shown.counts.taken_back], ['cancelled', [[3007, 2]], 2]);
    assert.deepEqual(
      shown.recipients.map(({ code }) => code),
      [3007, 3007],
    );
    await waitAWhile();
    assert.equal(await arrived(numbers), 0);
    for (const what of ['resume', 'pause', 'cancel'] as const) {
      assert.equal((await order(reference, what)).state, 'cancelled');
    }
  });

  test('that is taken back ends with 3007 what has not left, withdraws cards, and leaves what an SMSC has', async () => {
    const sms = handset('917');
    const sent = await take([sms]);
    await untilArrived([sms]);
    assert.deepEqual(codesOf(await order(sent, 'cancel')), [[3001, 1]]);

    const card = handset('902');
    const withCard = await take([card], {
      channels: [{ channel: 'rcs' }, { channel: 'sms' }],
      message: { rcs: CARD, sms: TEXT },
    });
    await untilArrived([card]);
    await service.until('RBM has answered', async () => {
      const { rows } = await service.gateway.db.query<{ n: number }>(
        "select count(*)::int as n from attempts a join messages m on m.id = a.message_id and m.bucket = a.bucket where m.recipient = $1 and a.state = 'submitted'",
        [card],
      );
      return rows[0]?.n === 1;
    });
    await order(withCard, 'cancel');
    await service.until('it is withdrawn', async () => codesOf(await show(withCard))[0]?.[0] === 3007);

    const waiting = [handset(), handset()];
    await withoutSms(async () => {
      const reference = await take(waiting);
      await reach(reference, 'done');
      const shown = await order(reference, 'cancel');
      assert.deepEqual([shown.state, codesOf(shown)], ['cancelled', [[3007, 2]]]);
      const references = shown.recipients.map(({ reference_id }) => reference_id);
      await service.until('each is told of', () => {
        const told = service.received.filter(({ body }) => references.includes(body.reference_id));
        return told.filter(({ body }) => body.status.code === 3007).length === 2;
      });
    });
    await waitAWhile();
    assert.equal(await arrived(waiting), 0);
  });

  test('with send_at leaves at its time, not while it is paused, and never when it was taken back before', async () => {
    const [inTime, gone] = [[handset(), handset()], [handset()]];
    const sendAt = new Date(service.clock.now() + 60_000).toISOString();
    const reference = await take(inTime, { send_at: sendAt });
    const other = await take(gone, { send_at: sendAt });
    for (const each of [reference, other]) {
      const made = await reach(each, 'done');
      assert.equal((made as unknown as { send_at: string }).send_at, sendAt);
    }
    await order(reference, 'pause');
    assert.deepEqual(codesOf(await order(other, 'cancel')), [[3007, 1]]);
    await service.advance(30_000);
    await order(reference, 'resume');
    await service.advance(20_000);
    assert.equal(await arrived(inTime), 0, 'it is not its time');
    await order(reference, 'pause');
    await service.advance(20_000);
    await waitAWhile();
    assert.equal(await arrived(inTime), 0, 'it is paused');
    await order(reference, 'resume');
    await untilArrived(inTime);
    assert.equal(await arrived(gone), 0);
    for (const sooner of ['2020-01-01T00:00:00Z', '2050-01-01T00:00:00Z', 'soon']) {
      const body = { channels: [{ channel: 'sms' }], message: { sms: TEXT }, message_type: 'ARN' };
      const answer = await service.call('POST', BATCH, {
        ...body,
        recipients: [{ phone_number: handset() }],
        send_at: sooner,
      });
      assert.equal(answer.status, 400, sooner);
    }
  });

  test('that is paused and never goes on is taken back after thirty days', async () => {
    const numbers = [handset()];
    const reference = await take(numbers);
    await order(reference, 'pause');
    const { db } = service.gateway;
    const id = fromReference(reference);
    const { rows } = await db.query<{ days: number }>(
      'select round(extract(epoch from b.due_at - b.created_at) / 86400)::int as days from batches b where b.id = $1',
      [id],
    );
    assert.equal(rows[0]?.days, 30);
    // Thirty days of a gateway are too many to wait for.
    await db.query("update batches b set due_at = due_at - interval '30 days' where b.id = $1", [id]);
    await reach(reference, 'cancelled');
    assert.equal(await arrived(numbers), 0);
    const kept = await db.query('select 1 from batches b where b.body is not null and b.ended_at is not null');
    assert.equal(kept.rowCount, 0, 'what its messages said is kept no longer');
  });
});
