/** What recipients can be sent, asked over HTTP: one number, lists of them, and messages that go past RCS. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOUR_MS } from '../../src/lib/durations.ts';
import { writeCapabilities } from '../../src/store/capability/capabilities.ts';
import { cardThenText, type HttpAnswer, startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { tsaHeaders } from '../support/gateway/http.ts';
import { API_KEY, CUSTOMER_ID } from '../support/gateway/requests.ts';

const AGENT = 'sandbox-agent@rbm.goog';
const FEATURES = [
  'RICHCARD_STANDALONE',
  'RICHCARD_CAROUSEL',
  'ACTION_CREATE_CALENDAR_EVENT',
  'ACTION_DIAL',
  'ACTION_OPEN_URL',
  'ACTION_OPEN_URL_IN_WEBVIEW',
  'ACTION_SHARE_LOCATION',
  'ACTION_VIEW_LOCATION',
];

let service: TestGateway;
let fresh = 0;

/** A number that no other test uses, with the story that its ending chooses. */
function handset(ending: string): string {
  fresh += 1;
  return `491512${String(fresh).padStart(4, '0')}${ending}`;
}

interface Answered {
  readonly reference_id: string;
  readonly status: { readonly code: number; readonly description: string };
  readonly agent_id: string | null;
  readonly features: readonly string[] | null;
}

interface ListBody {
  readonly reference_id: string;
  readonly state: string;
  readonly status: { readonly code: number };
  readonly counts: Readonly<Record<string, number>>;
  readonly numbers: ReadonlyArray<{
    readonly place: number;
    readonly phone_number: string | null;
    readonly code: number;
    readonly features: readonly string[] | null;
  }>;
  readonly next: number | null;
}

interface Caller {
  readonly id: string;
  get(path: string): Promise<HttpAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<HttpAnswer>;
}

/** An account of its own. */
async function newCaller(more: object = {}): Promise<Caller> {
  const made = await service.operate('POST', '/accounts', { name: 'Acme', products: ['rcs'], ...more });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { customer_id: id, api_key: key } = made.body as { customer_id: string; api_key: string };
  const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  return {
    id,
    get: (path) => service.call('GET', path, undefined, { authorization }),
    post: (path, body, headers = {}) => service.call('POST', path, body, { authorization, ...headers }),
  };
}

function codeOf({ status, body }: HttpAnswer): [number, number] {
  return [status, (body as Answered).status.code];
}

async function ask(path: string): Promise<Answered> {
  const answer = await service.call('GET', `/capability/rcs/${path}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as Answered;
}

/** What the simulated RBM has been asked so far. */
function asked(): { questions: number; messages: number } {
  const rcs = service.gateway.sandbox?.rcs;
  assert.ok(rcs);
  return { questions: rcs.questions, messages: rcs.messages };
}

async function listDone(reference: string, query = ''): Promise<ListBody> {
  return service.until('the list is done', async () => {
    const shown = await service.call('GET', `/capability/rcs/results/${reference}${query}`);
    const body = shown.body as ListBody;
    return body.state === 'done' && body;
  });
}

describe('what a recipient can be sent', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  describe('one number', () => {
    test('on RCS is 3060 with the features as RBM names them', async () => {
      const body = await ask(handset('100'));
      assert.match(body.reference_id, /^[0-9A-F]{32}$/);
      assert.equal(body.status.code, 3060);
      assert.deepEqual([body.agent_id, body.features], [AGENT, FEATURES]);
    });

    test('not on RCS is 3055, outside of coverage 3115, and one that shows texts alone has no features', async () => {
      const shown = await Promise.all(['901', '975', '974'].map((ending) => ask(handset(ending))));
      assert.deepEqual(
        shown.map(({ status, features }) => [status.code, features]),
        [
          [3055, []],
          [3115, []],
          [3060, []],
        ],
      );
    });

    test('is asked about for the agent that is named, in full or without its host', async () => {
      const number = handset('100');
      for (const agent of [AGENT, encodeURIComponent(AGENT), 'sandbox-agent']) {
        assert.equal((await ask(`${number}/${agent}`)).agent_id, AGENT);
      }
      for (const agent of ['other', 'other@rbm.goog', 'sandbox', AGENT.toUpperCase()]) {
        const answer = await service.call('GET', `/capability/rcs/${number}/${agent}`);
        assert.deepEqual(codeOf(answer), [400, 3109], agent);
        assert.match(JSON.stringify(answer.body), /agent_id/);
      }
    });

    test('may have a plus in front, and be signed for', async () => {
      const number = handset('100');
      assert.equal((await ask(`%2B${number}`)).status.code, 3060);
      assert.equal((await ask(`+${number}`)).status.code, 3060);
      const path = `/capability/rcs/${number}`;
      const signing = { method: 'GET', path, date: new Date(service.clock.now()).toUTCString() };
      const headers = tsaHeaders({ ...signing, customerId: CUSTOMER_ID, apiKey: API_KEY });
      assert.deepEqual(codeOf(await service.call('GET', path, undefined, headers)), [200, 3060]);
      const wrong = { ...headers, authorization: `TSA ${CUSTOMER_ID}:AAAA` };
      assert.deepEqual(codeOf(await service.call('GET', path, undefined, wrong)), [401, 3400]);
    });

    test('that is none, an unknown channel and unknown paths are named', async () => {
      const number = handset('100');
      for (const [path, status, code, named] of [
        ['rcs/4915', 400, 3101, 'phone_number'],
        ['rcs/hello', 400, 3101, 'phone_number'],
        ['rcs/49%20151%2012345678', 400, 3101, 'phone_number'],
        [`sms/${number}`, 400, 3113, 'channel'],
        [`fax/${number}/${AGENT}`, 400, 3113, 'channel'],
        ['rcs', 405, 3407, 'POST'],
        ['rcs/results/hello', 400, 3311, 'reference_id'],
        [`rcs/${number}/${AGENT}/more`, 404, 3404, 'more'],
      ] as const) {
        const answer = await service.call('GET', `/capability/${path}`);
        assert.deepEqual(codeOf(answer), [status, code], path);
        assert.ok(JSON.stringify(answer.body).includes(named), path);
      }
      const headers = { authorization: 'Basic bm9ib2R5OndpdGhvdXQ=' };
      assert.deepEqual(codeOf(await service.call('GET', '/capability/rcs/1/2/3', undefined, headers)), [401, 3400]);
      assert.deepEqual(codeOf(await service.call('DELETE', `/capability/rcs/${number}`)), [405, 3407]);
    });

    test('is 401 with 3210 for an account without RCS', async () => {
      const { get, post } = await newCaller({ products: ['voice'] });
      assert.deepEqual(codeOf(await get(`/capability/rcs/${handset('100')}`)), [401, 3210]);
      assert.deepEqual(codeOf(await post('/capability/rcs', { phone_numbers: [handset('100')] })), [401, 3210]);
    });

    test('is 429 with 3204 beyond the rate of the account', async () => {
      const { get } = await newCaller({ settings: { requests_per_second: { omnichannel: 2 } } });
      const number = handset('100');
      const answers = await Promise.all(Array.from({ length: 5 }, () => get(`/capability/rcs/${number}`)));
      const limited = answers.filter(({ status }) => status === 429);
      assert.ok(limited.length >= 2, `${answers.map(({ status }) => status)}`);
      for (const answer of limited) {
        assert.deepEqual(codeOf(answer), [429, 3204]);
        assert.equal(answer.headers['retry-after'], '1');
      }
    });

    test('of which RBM can tell nothing now is 503 with 3041, and says when to ask again', async () => {
      const number = handset('976');
      const { questions } = asked();
      for (let n = 0; n < 3; n += 1) {
        const answer = await service.call('GET', `/capability/rcs/${number}`);
        assert.deepEqual(codeOf(answer), [503, 3041]);
        assert.equal(answer.headers['retry-after'], '300');
      }
      assert.equal(asked().questions, questions + 1);
    });

    test('of a trial account has to be verified on it', async () => {
      const number = handset('100');
      const { get, post } = await newCaller({ kind: 'trial', verified_numbers: [number] });
      assert.deepEqual(codeOf(await get(`/capability/rcs/${number}`)), [200, 3060]);
      assert.deepEqual(codeOf(await get(`/capability/rcs/${handset('100')}`)), [400, 3071]);
      const { body } = await post('/capability/rcs', { phone_numbers: [handset('100'), number] });
      const { refused } = body as { refused: unknown[] };
      assert.deepEqual(refused, [
        { place: 0, code: 3071, description: 'The number has not been verified for this trial account' },
      ]);
    });

    test('is asked about once in a day, whoever asks, also after a restart', async () => {
      const number = handset('901');
      const { get } = await newCaller();
      const { questions } = asked();
      await ask(number);
      await ask(number);
      assert.deepEqual(codeOf(await get(`/capability/rcs/${number}`)), [200, 3055], 'of another account');
      assert.equal(asked().questions, questions + 1);
      await service.restart();
      assert.equal((await ask(number)).status.code, 3055);
      assert.equal(asked().questions, 0, 'the simulator of the new gateway was asked nothing');
    });
  });

  describe('a list of numbers', () => {
    test('of 10,000 with three bad ones is answered in a result, page by page', async () => {
      const numbers = Array.from({ length: 10_000 }, (_, n) => `49160${String(n).padStart(6, '0')}0`);
      const bad: ReadonlyArray<readonly [number, unknown]> = [
        [17, 'nobody'],
        [4_711, 4915112345678],
        [9_999, '4915'],
      ];
      // RBM was asked about most of them before.
      const known = numbers.slice(1_000).map((number) => ({ number, agent: AGENT, code: 3055, features: null }));
      const now = service.clock.now();
      const told = known.map((each) => ({ ...each, toldAt: now, goodUntil: now + HOUR_MS }));
      await writeCapabilities(service.gateway.db, told);
      const { questions } = asked();
      const given: unknown[] = [...numbers];
      for (const [place, value] of bad) given[place] = value;
      const posted = await service.call('POST', '/capability/rcs', { phone_numbers: given });
      const {
        reference_id: reference,
        status,
        total,
        refused,
      } = posted.body as {
        reference_id: string;
        status: { code: number };
        total: number;
        refused: ReadonlyArray<{ place: number; code: number }>;
      };
      assert.deepEqual([posted.status, status.code, total], [200, 3010, 10_000]);
      assert.deepEqual(
        refused.map(({ place, code }) => [place, code]),
        bad.map(([place]) => [place, 3101]),
      );
      const early = await service.call('GET', `/capability/rcs/results/${reference}`);
      assert.equal((early.body as ListBody).counts.total, 10_000);
      const shownNow = async (): Promise<ListBody> =>
        (await service.call('GET', `/capability/rcs/results/${reference}?limit=1`)).body as ListBody;
      const done = await service.until('the list is done', async () => {
        await service.advance(500);
        const body = await shownNow();
        return body.state === 'done' && body;
      });
      assert.equal(done.status.code, 3014);
      assert.deepEqual(done.counts, {
        total: 10_000,
        waiting: 0,
        supported: 1_000 - 10 - 1,
        not_supported: 9_000 - 2 + 10,
        not_covered: 0,
        refused: 3,
        failed: 0,
        erased: 0,
      });
      assert.equal(asked().questions, questions + 1_000 - 1);
      const all: unknown[] = [];
      let next: number | null = null;
      do {
        const query: string = next === null ? '?limit=1000' : `?limit=1000&after=${next}`;
        const { body } = await service.call('GET', `/capability/rcs/results/${reference}${query}`);
        const page = body as ListBody;
        all.push(...page.numbers.map(({ place, phone_number: number }) => [place, number]));
        next = page.next;
      } while (next !== null);
      assert.deepEqual(
        all,
        numbers.map((number, place) => [place, bad.some(([each]) => each === place) ? null : number]),
      );
    });

    test('names each number with its code and features', async () => {
      const numbers = [handset('100'), handset('901'), handset('975'), 'x'];
      const posted = await service.call('POST', '/capability/rcs', { phone_numbers: numbers, agent_id: AGENT });
      const { reference_id: reference } = posted.body as Answered;
      const { numbers: shown, next } = await listDone(reference);
      assert.deepEqual(
        shown.map((each) => [each.phone_number, each.code, each.features]),
        [
          [numbers[0], 3060, FEATURES],
          [numbers[1], 3055, []],
          [numbers[2], 3115, []],
          [null, 3101, []],
        ],
      );
      assert.equal(next, null);
      const other = await newCaller();
      assert.deepEqual(codeOf(await other.get(`/capability/rcs/results/${reference}`)), [404, 3404]);
    });

    test('is refused as a whole when it is none, or the agent is not the account’s', async () => {
      for (const [body, code, named] of [
        [{}, 3110, 'phone_numbers'],
        [{ phone_numbers: [] }, 3110, 'phone_numbers'],
        [{ phone_numbers: '4915112345678' }, 3110, 'phone_numbers'],
        [{ phone_numbers: Array.from({ length: 10_001 }, () => '1') }, 3110, 'phone_numbers'],
        [{ phone_numbers: ['4915112345678'], agent_id: 'other@rbm.goog' }, 3109, 'agent_id'],
        [{ phone_numbers: ['4915112345678'], agent_id: 7 }, 3109, 'agent_id'],
        ['[]', 3110, 'JSON object'],
        [`{"phone_numbers":["${'1'.repeat(600_000)}"]}`, 3116, 'limit'],
      ] as const) {
        const answer = await service.call('POST', '/capability/rcs', body, { 'content-type': 'application/json' });
        assert.deepEqual(codeOf(answer), [400, code]);
        assert.ok(JSON.stringify(answer.body).includes(named), JSON.stringify(answer.body));
      }
      assert.deepEqual(codeOf(await service.call('POST', '/capability/sms', { phone_numbers: ['1'] })), [400, 3113]);
      const path = `/capability/rcs/results/${'0'.repeat(32)}`;
      assert.deepEqual(codeOf(await service.call('GET', `${path}?limit=0`)), [400, 3110]);
      assert.deepEqual(codeOf(await service.call('GET', `${path}?after=x`)), [400, 3110]);
    });

    test('sent again under its idempotency key is the same list', async () => {
      const body = { phone_numbers: [handset('901')] };
      const headers = { 'idempotency-key': 'list-1' };
      const first = await service.call('POST', '/capability/rcs', body, headers);
      const second = await service.call('POST', '/capability/rcs', body, headers);
      assert.deepEqual(second.body, first.body);
      const other = await service.call('POST', '/capability/rcs', { phone_numbers: [handset('901')] }, headers);
      assert.deepEqual(codeOf(other), [422, 3110]);
      const { rows } = await service.gateway.db.query<{ count: number }>(
        'select count(*)::int as count from number_lists where total = 1',
      );
      assert.equal(rows[0]?.count, 1);
      await listDone((first.body as Answered).reference_id);
    });
  });

  describe('a message of an account that goes past RCS where it is in vain', () => {
    let caller: Caller;
    before(async () => {
      caller = await newCaller({ settings: { skip_rcs_by_capability: true } });
    });

    async function send(message: object): Promise<string> {
      const sent = await caller.post('/v1/omnichannel', { callback_url: service.callbackUrl, ...message });
      assert.deepEqual(codeOf(sent), [200, 3001], JSON.stringify(sent.body));
      return (sent.body as Answered).reference_id;
    }

    async function delivered(reference: string): Promise<string[]> {
      const body = await service.until('it is delivered', async () => {
        const shown = (await caller.get(`/v1/omnichannel/${reference}`)).body as Answered & {
          channel_status: ReadonlyArray<Record<string, { code: number }>>;
        };
        return shown.status.code === 3000 && shown;
      });
      return body.channel_status.flatMap((each) => Object.entries(each).map(([name, { code }]) => `${name} ${code}`));
    }

    test('is not shown to RBM when the recipient is known not to be on RCS, and is called back as always', async () => {
      const number = handset('901');
      await ask(number);
      const { messages } = asked();
      const reference = await send(cardThenText(number));
      assert.deepEqual(await delivered(reference), ['rcs 3055', 'sms 3000']);
      assert.equal(asked().messages, messages, 'nothing left for RBM');
      const told = await service.callbacksOf(reference, 2);
      assert.deepEqual(
        told.map(({ status, channel_status: channels }) => [
          status.code,
          ...channels.flatMap((each) => Object.entries(each).map(([name, { code }]) => `${name} ${code}`)),
        ]),
        [
          [3001, 'rcs 3055', 'sms 3001'],
          [3000, 'rcs 3055', 'sms 3000'],
        ],
      );
      assert.match(await service.metrics(), /trunkline_channels_skipped_total 1\b/);
    });

    test('ends 3055 when RCS was its only channel', async () => {
      const number = handset('901');
      await ask(number);
      const { channels, ...card } = cardThenText(number) as { channels: object[] };
      const reference = await send({ ...card, channels: channels.slice(0, 1) });
      const [told] = await service.callbacksOf(reference, 1);
      assert.equal(told?.status.code, 3055);
      assert.deepEqual(codeOf(await caller.get(`/v1/omnichannel/${reference}`)), [200, 3055]);
    });

    test('goes past RCS where the device does not show it, and by RCS where it does', async () => {
      const number = handset('974');
      await ask(number);
      const { messages } = asked();
      assert.deepEqual(await delivered(await send(cardThenText(number))), ['rcs 3055', 'sms 3000']);
      assert.equal(asked().messages, messages);
      const text = {
        ...cardThenText(number),
        message: { rcs: { template: 'text', parameters: { text: 'Hello' } }, sms: { parameters: { text: 'Hello' } } },
      };
      assert.deepEqual(await delivered(await send(text)), ['rcs 3000']);
    });

    test('goes by RCS as ever where nothing is known, the carrier failed, or what was known is too old', async () => {
      const { messages } = asked();
      assert.deepEqual(await delivered(await send(cardThenText(handset('901')))), ['rcs 3055', 'sms 3000']);
      assert.equal(asked().messages, messages + 1, 'RBM said so itself');
      const untold = handset('976');
      await service.call('GET', `/capability/rcs/${untold}`);
      assert.deepEqual(await delivered(await send(cardThenText(untold))), ['rcs 3000']);
      const old = handset('901');
      await ask(old);
      await service.gateway.db.query('update capabilities set good_until = $1 where number = $2', [
        new Date(service.clock.now() - 1).toISOString(),
        old,
      ]);
      await service.advance(60_000);
      await send(cardThenText(old));
      await service.until('RBM is given it', () => asked().messages === messages + 3);
    });

    test('is sent to RBM for accounts that do not ask for it', async () => {
      const number = handset('901');
      await ask(number);
      const { messages } = asked();
      const reference = await service.send(cardThenText(number));
      await service.untilStatus(reference, 3000);
      assert.equal(asked().messages, messages + 1);
    });

    test('is followed by the next method at once where it is a code of a verification', async () => {
      const number = handset('901');
      await ask(number);
      const { messages } = asked();
      const policy = [{ method: 'rcs' }, { method: 'sms' }];
      const begun = await caller.post('/verification', {
        recipient: { phone_number: number },
        verification_policy: policy,
      });
      assert.equal(begun.status, 200, JSON.stringify(begun.body));
      const { reference_id: reference } = begun.body as Answered;
      await service.until('its text is delivered', async () => {
        const shown = (await caller.get(`/verification/${reference}`)).body as {
          inner_methods: ReadonlyArray<{ method: string; state: string; err_code?: number }>;
        };
        const states = shown.inner_methods.map(({ method, state, err_code: code }) => `${method} ${state} ${code}`);
        return states.join() === 'rcs FAILED 3055,sms ONGOING 3000';
      });
      assert.equal(asked().messages, messages, 'nothing left for RBM');
    });
  });

  test('a number that is erased is forgotten, also in lists', async () => {
    const number = handset('901');
    await ask(number);
    const posted = await service.call('POST', '/capability/rcs', { phone_numbers: [number, handset('100')] });
    const { reference_id: reference } = posted.body as Answered;
    await listDone(reference);
    const { id } = (await service.operate('POST', '/erasures', { number })).body as { id: string };
    const receipt = await service.until('it is erased', async () => {
      const { body } = await service.operate('GET', `/erasures/${id}`);
      return (body as { state: string }).state === 'done' && (body as { erased: Record<string, number> });
    });
    assert.deepEqual([receipt.erased.capabilities, receipt.erased.listed_numbers], [1, 1]);
    const { counts, numbers } = await listDone(reference);
    assert.deepEqual([counts.erased, counts.supported, numbers.length], [1, 1, 1]);
    await service.advance(HOUR_MS / 60);
    const { questions } = asked();
    await ask(number);
    assert.equal(asked().questions, questions + 1, 'no memory of it is left after a minute');
  });
});
