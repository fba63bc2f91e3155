/** Masked sessions: two people text each other and never see the other's number. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type HttpAnswer, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

let service: TestGateway;

interface Party {
  readonly complete_phone_number: string;
  readonly country_iso2: string;
  readonly masked_id: string;
}

interface SessionBody {
  readonly session_id: string;
  readonly reference_id: string;
  readonly state: string;
  readonly session_data: {
    readonly phone_number_1: Party;
    readonly phone_number_2: Party;
    readonly session_end_on: string;
  };
  readonly status: { readonly code: number };
  readonly texts: { readonly from_1: number; readonly from_2: number; readonly refused: number };
}

interface Interaction {
  readonly result: string;
  readonly text: string | null;
  readonly from_phone_number: string;
  readonly delivery: { readonly code: number } | null;
}

interface OperatorPage {
  readonly interactions: ReadonlyArray<{
    readonly from: number;
    readonly text: string | null;
    readonly is_text_kept: boolean;
    readonly delivery: { readonly reference_id: string };
  }>;
  readonly next: string | null;
}

let last = 100;

/** Two numbers that nobody else in this file has. */
function pair(): [string, string] {
  last += 2;
  return [`4915112001${last}`, `4915112001${last + 1}`];
}

async function open(
  number1: string,
  number2: string,
  changes: object = {},
): Promise<{ readonly id: string; readonly mask1: string; readonly mask2: string; readonly body: SessionBody }> {
  const answer = await service.call('POST', '/v1/anonymous/session/sms', {
    phone_number_1: number1,
    phone_number_2: number2,
    validity_period: 2,
    ...changes,
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const body = answer.body as SessionBody;
  const { phone_number_1: first, phone_number_2: second } = body.session_data;
  return { id: body.session_id, mask1: first.masked_id, mask2: second.masked_id, body };
}

const session = async (id: string): Promise<SessionBody> =>
  (await service.call('GET', `/v1/anonymous/session/${id}`)).body as SessionBody;

const interactions = async (id: string): Promise<Interaction[]> =>
  ((await service.call('GET', `/v1/anonymous/session/${id}/interactions`)).body as { interactions: Interaction[] })
    .interactions;

/** What the handset got, as [from, text], once there are so many. */
async function inboxOf(number: string, count: number): Promise<Array<[string, string | undefined]>> {
  const found = await service.until(`${number} has ${count} texts`, async () => {
    const messages = await service.messagesOf(number);
    return messages.length >= count && messages;
  });
  return found.map(({ from, text }) => [from, text]);
}

function leapTo(at: number): void {
  service.clock.jump(at - service.clock.now());
}

const settled = (what: string, probe: () => Promise<boolean>) => service.until(what, probe);
const codeOf = ({ body }: HttpAnswer) => (body as { status: { code: number } }).status.code;

describe('masked sessions', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('two people text each other through their masks, in any alphabet and length, and see no real number', async () => {
    const [anna, ben] = pair();
    const { id, mask1, mask2, body } = await open(anna, ben, { callback_url: service.callbackUrl });
    assert.equal(body.status.code, 2700);
    assert.equal(body.reference_id, id);
    assert.equal(body.state, 'open');
    assert.equal(body.session_data.phone_number_1.complete_phone_number, anna);
    const long = `Grüße 🎈 ${'und so weiter, '.repeat(20)}`;
    await service.reply(anna, mask2, 'Bist du da?');
    assert.deepEqual(await inboxOf(ben, 1), [[mask1, 'Bist du da?']]);
    await service.reply(ben, mask1, long);
    assert.deepEqual(await inboxOf(anna, 1), [[mask2, long]]);
    await settled('both have arrived', async () =>
      (await interactions(id)).every(({ delivery }) => delivery?.code === 3000),
    );
    assert.deepEqual(
      (await interactions(id)).map(({ result, text, from_phone_number: from }) => [result, text, from]),
      [
        ['relayed', 'Bist du da?', anna],
        ['relayed', long, ben],
      ],
    );
    const operators = await service.operate('GET', `/masking-sessions/${id}/interactions?limit=1`);
    const { interactions: shown, next } = operators.body as OperatorPage;
    assert.deepEqual([shown[0]?.from, shown[0]?.is_text_kept, shown[0]?.text], [1, true, null], 'no text unless asked');
    const rest = await service.operate('GET', `/masking-sessions/${id}/interactions?full=true&after=${next}`);
    assert.deepEqual(
      (rest.body as OperatorPage).interactions.map(({ from, text }) => [from, text]),
      [[2, long]],
    );
    const relayed = await service.operate('GET', `/messages/${shown[0]?.delivery.reference_id}`);
    assert.equal((relayed.body as { masking_session: string }).masking_session, id, 'a relayed text names its session');
    const known = (await service.operate('GET', `/masking-sessions/${id}`)).body;
    assert.ok(!JSON.stringify(known).includes(anna), 'numbers are masked');
    const now = await session(id);
    assert.deepEqual([now.state, now.texts], ['in_progress', { from_1: 1, from_2: 1, refused: 0 }]);
    const told = await service.until('both are called back', () => {
      const own = service.received
        .map((each) => JSON.parse(each.text))
        .filter((each) => each.session_reference_id === id);
      return own.length >= 2 && own;
    });
    const first = told.find(({ mo_message: text }) => text === 'Bist du da?');
    assert.deepEqual(Object.keys(first).sort(), [
      'from_phone_number',
      'mo_message',
      'mo_reference_id',
      'session_reference_id',
      'submit_timestamp',
      'to_phone_number',
    ]);
    assert.deepEqual([first.from_phone_number, first.to_phone_number], [anna, ben]);
  });

  test('many texts in one direction arrive in the order in which they were written', async () => {
    const [anna, ben] = pair();
    const { mask2 } = await open(anna, ben);
    const texts = Array.from({ length: 20 }, (_, n) => `number ${n}`);
    for (const text of texts) await service.reply(anna, mask2, text);
    assert.deepEqual(
      (await inboxOf(ben, 20)).map(([, text]) => text),
      texts,
    );
  });

  test('a carrier that throttles the first text does not turn the order around', async () => {
    const [anna, throttled] = [pair()[0], '4915112004912'];
    const { mask2 } = await open(anna, throttled);
    for (const text of ['one', 'two', 'three']) await service.reply(anna, mask2, text);
    assert.deepEqual(
      (await inboxOf(throttled, 3)).map(([, text]) => text),
      ['one', 'two', 'three'],
    );
  });

  test('after the end, to the second, nothing is relayed; an extension moves it', async () => {
    const [anna, ben] = pair();
    const { id, mask2, body } = await open(anna, ben);
    const end = Date.parse(body.session_data.session_end_on);
    const extended = await service.call('PUT', `/v1/anonymous/session/${id}`, { validity_period: '3' });
    assert.equal(extended.status, 200, JSON.stringify(extended.body));
    assert.equal(Date.parse((extended.body as SessionBody).session_data.session_end_on) > end, true);
    leapTo(end + 1_000);
    await service.reply(anna, mask2, 'still open');
    await inboxOf(ben, 1);
    leapTo(Date.parse((await session(id)).session_data.session_end_on));
    await service.reply(anna, mask2, 'too late');
    await settled('it was looked at', async () => (await interactions(id)).length === 2);
    assert.deepEqual(
      (await interactions(id)).map(({ result }) => result),
      ['relayed', 'over'],
    );
    assert.equal((await service.messagesOf(ben)).length, 1);
    assert.equal((await session(id)).state, 'expired');
    const refused = await service.call('PUT', `/v1/anonymous/session/${id}`, { validity_period: 3 });
    assert.deepEqual([refused.status, codeOf(refused)], [409, 2715]);
    assert.equal((await service.call('DELETE', `/v1/anonymous/session/${id}`)).status, 200);
  });

  test('closing ends it at once, and the same two may have a new one', async () => {
    const [anna, ben] = pair();
    const first = await open(anna, ben);
    const closed = await service.call('DELETE', `/v1/anonymous/session/${first.id}`);
    assert.equal((closed.body as SessionBody).state, 'closed');
    await service.reply(anna, first.mask2, 'too late');
    await settled('it was looked at', async () => (await interactions(first.id)).length === 1);
    assert.deepEqual(await service.messagesOf(ben), []);
    const second = await open(anna, ben);
    await service.reply(anna, second.mask2, 'hello again');
    await inboxOf(ben, 1);
    const ended = await service.operate('POST', `/masking-sessions/${second.id}/close`);
    assert.deepEqual(
      ended.body,
      { ...(ended.body as object), state: 'closed', was_over: false },
      'an operator may as well',
    );
    await service.reply(ben, second.mask1, 'too late again');
    await settled('it was looked at', async () => (await interactions(second.id)).length === 2);
    assert.equal((await interactions(second.id))[1]?.result, 'over');
  });

  test('STOP closes it for both, the other one is told once, HELP is answered, START takes it back', async () => {
    const [anna, ben] = pair();
    const { id, mask1, mask2 } = await open(anna, ben);
    await service.reply(anna, mask2, 'Stop');
    assert.match((await inboxOf(anna, 1))[0]?.[1] ?? '', /no more messages/);
    assert.equal((await session(id)).state, 'stopped');
    await service.reply(ben, mask1, 'are you there?');
    assert.match((await inboxOf(ben, 1))[0]?.[1] ?? '', /no longer available/);
    await service.reply(ben, mask1, 'hello?');
    await settled('it was looked at', async () => (await interactions(id)).length === 3);
    await service.reply(ben, mask1, 'help');
    assert.match((await inboxOf(ben, 2))[1]?.[1] ?? '', /connects you/);
    await service.reply(anna, mask2, 'START');
    assert.match((await inboxOf(anna, 2))[1]?.[1] ?? '', /again/);
    await service.reply(ben, mask1, 'finally');
    assert.deepEqual((await inboxOf(anna, 3))[2], [mask2, 'finally']);
    assert.deepEqual(
      (await interactions(id)).map(({ result }) => result),
      ['stop', 'stopped', 'stopped', 'help', 'start', 'relayed'],
    );
  });

  test('strangers and masks are relayed to nobody', async () => {
    const [anna, ben] = pair();
    const [stranger] = pair();
    const { id, mask1, mask2 } = await open(anna, ben);
    await service.reply(stranger, mask1, 'who is this?');
    await service.reply(mask1, mask2, 'a loop');
    await service.reply(anna, mask2, 'just me');
    await inboxOf(ben, 1);
    assert.equal((await interactions(id)).length, 1);
    assert.deepEqual(await service.messagesOf(stranger), []);
    const refused = await service.call('POST', '/v1/anonymous/session/sms', {
      phone_number_1: anna,
      phone_number_2: mask1,
      validity_period: 1,
    });
    assert.deepEqual([refused.status, codeOf(refused)], [400, 2709]);
  });
});
