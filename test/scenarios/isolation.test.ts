/**
 * Of two accounts nobody sees or changes a thing of the other, on any path of callers that openapi.yaml has: a path that
 * is new there is tested by itself, and fails where the account of this test has nothing that it would show.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isOfCallers } from '../../src/http/known-paths.ts';
import { startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { type Described, described } from '../support/openapi.ts';

/** About a number, and not about an account. */
const OF_NO_ACCOUNT = new Set([
  '/capability/{channel}/{phone_number}',
  '/capability/{channel}/{phone_number}/{agent_id}',
]);

const NUMBER = '4915112005001';
const UNKNOWN_NUMBER = '4915112005999';
const SENDER = '4930200001';

type Method = Described['method'];
interface Reply {
  readonly status: number;
  readonly text: string;
}
type Call = (method: Method, path: string, body?: unknown) => Promise<Reply>;

let service: TestGateway;
let mine: Call;
let others: Call;
/** Of everything that the first account has made, and then of what its lists show besides, such as callbacks. */
const ids = new Set<string>();

async function makeAccount(name: string, sender: string): Promise<Call> {
  const { body } = await service.operate('POST', '/accounts', {
    name,
    products: ['rcs', 'masking', 'voice'],
    settings: {
      allowed_countries: ['*'],
      callback_url: service.callbackUrl,
      code_pauses_s: [],
      per_number_per_minute: 0,
      per_number_per_day: 0,
      requests_per_second: { omnichannel: 0, messaging: 0, phoneid: 0, anonymous: 0, verify: 0 },
    },
    senders: [{ sender, default_for: ['*'] }],
  });
  const { customer_id: id, api_key: key } = body as { customer_id: string; api_key: string };
  const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  return async (method, path, given) => {
    const answer = await service.call(method, path, given, { authorization });
    return { status: answer.status, text: JSON.stringify(answer.body) };
  };
}

async function make(path: string, body: unknown): Promise<string> {
  const { status, text } = await mine('POST', path, body);
  assert.equal(status, 200, `${path}: ${text}`);
  const made = JSON.parse(text) as Record<string, unknown>;
  const id = String(made.session_id ?? made.reference_id ?? made.id ?? '');
  if (id !== '') ids.add(id);
  return id;
}

/** One of everything. */
async function live(): Promise<void> {
  const message = await make('/v1/omnichannel', { ...textOnly(NUMBER), external_id: 'of-mine' });
  await make('/v1/messaging', { phone_number: NUMBER, message: 'Hello', message_type: 'ARN' });
  await make('/v1/verify/sms', { phone_number: NUMBER });
  await make('/v1/verify/call', { phone_number: NUMBER });
  await make('/verification', { recipient: { phone_number: NUMBER } });
  await make(`/v1/phoneid/${NUMBER}`, {});
  const parties = { phone_number_1: NUMBER, phone_number_2: '4915112005002', validity_period: 24 };
  await make('/v1/anonymous/session/sms', parties);
  await make('/v1/omnichannel/templates', {
    name: 'mine_alone',
    type: 'standard',
    channel: 'sms',
    category: 'utility',
    language: 'en',
    content: [{ body: { type: 'text', text: 'Hello {{name}}', sample_text: ['Ann'] } }],
  });
  if (described.some(({ path }) => path === '/v1/omnichannel/batch')) {
    const { phone_number: _, ...batch } = textOnly(NUMBER) as Record<string, unknown>;
    await make('/v1/omnichannel/batch', { ...batch, recipients: [{ phone_number: '4915112005003' }] });
  }
  await make('/capability/rcs', { phone_numbers: [NUMBER] });
  await make('/v1/account/keys', undefined);
  for (const path of [`/v1/opt-outs/${NUMBER}`, `/v1/anonymous/blocks/${NUMBER}`]) await mine('PUT', path);
  await service.reply(NUMBER, SENDER, 'Hello back');
  await service.until('what it sent has arrived', async () =>
    (await mine('GET', `/v1/omnichannel/${message}`)).text.includes('3000'),
  );
  await service.until('what came is there', async () => (await mine('GET', '/v1/inbound')).text.includes('Hello back'));
}

const OF_CALLERS = described.filter(({ path }) => isOfCallers(path) && !OF_NO_ACCOUNT.has(path));

/** The path for one thing: with an id on the place of an id, a number on that of a number. */
function pathsFor(path: string, { known }: { readonly known: boolean }): string[] {
  const places: Record<string, string> = {
    number: known ? NUMBER : UNKNOWN_NUMBER,
    complete_number: known ? NUMBER : UNKNOWN_NUMBER,
    name: known ? 'mine_alone' : 'nobodys',
    channel: path.startsWith('/capability') ? 'rcs' : 'sms',
  };
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole);
  if (!filled.includes('{')) return [filled];
  return (known ? [...ids] : [unknownId()]).map((id) => filled.replace(/\{\w+\}/, id));
}

/** As old as those that there are: nobody's, and not one that is forgotten. */
function unknownId(): string {
  const [one = ''] = ids;
  return `${one.slice(0, 20)}ABCDEF012345`;
}

/** Without what differs from answer to answer. */
function masked({ status, text }: Reply): string {
  const plain = text
    .replace(/[0-9A-F]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'TIME')
    .replaceAll(NUMBER.slice(2), 'NUMBER')
    .replaceAll(UNKNOWN_NUMBER.slice(2), 'NUMBER')
    .replaceAll('mine_alone', 'NAME')
    .replaceAll('nobodys', 'NAME');
  return `${status} ${plain}`;
}

/** What tells whose something is; the place before all others is everybody's. */
function marksIn(text: string): string[] {
  const marks = text.match(MARK) ?? [];
  return marks.filter((mark) => !/^0+$/.test(mark));
}

const MARK =
  /[0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}|whsec_[^"]+|49\d{9,}|mine_alone|of-mine/g;

function rowsIn(text: string): number {
  const body: unknown = JSON.parse(text);
  const list = Array.isArray(body) ? body : Object.values(body as object).find(Array.isArray);
  return (list as unknown[] | undefined)?.length ?? 0;
}

describe('of two accounts', () => {
  before(async () => {
    service = await startGateway();
    mine = await makeAccount('Mine', SENDER);
    others = await makeAccount('Others', '4930200002');
    await live();
  });
  after(() => service.stop());

  const reading = OF_CALLERS.filter(({ method }) => method === 'GET');

  test('each list shows what is of the one to it, and nothing of it to the other', async () => {
    const lists = reading.filter(({ path }) => !path.includes('{'));
    assert.ok(lists.length >= 6);
    for (const { path } of lists) {
      const own = await mine('GET', `${path}?limit=500`);
      const foreign = await others('GET', `${path}?limit=500`);
      assert.deepEqual([own.status, foreign.status], [200, 200], `${path}: ${own.text} ${foreign.text}`);
      const marks = marksIn(own.text);
      assert.ok(
        marks.length > 0 || rowsIn(own.text) > 0,
        `${path} shows nothing of an account that has one of everything`,
      );
      for (const mark of marks)
        assert.equal(foreign.text.includes(mark), false, `${path} shows ${mark} to another account`);
      if (marks.length === 0) assert.equal(rowsIn(foreign.text), 0, `${path}: ${foreign.text}`);
    }
  });

  async function addListed(): Promise<void> {
    for (const { path } of reading.filter((each) => !each.path.includes('{'))) {
      for (const mark of marksIn((await mine('GET', `${path}?limit=500`)).text))
        if (/^[0-9A-F]{32}$|^[0-9a-f-]{36}$/.test(mark)) ids.add(mark);
    }
  }

  test('what the one can show is to the other as if it were not there, and cannot be changed by it', async () => {
    const shown = new Map<string, string>();
    const made = ids.size;
    await addListed();
    for (const { path } of reading.filter((each) => each.path.includes('{'))) {
      const [unknown = ''] = pathsFor(path, { known: false });
      const nothing = masked(await mine('GET', unknown));
      const nobodys = masked(await others('GET', unknown));
      const before = shown.size;
      for (const [at, known] of pathsFor(path, { known: true }).entries()) {
        if (at >= made && shown.size > before) break;
        const own = await mine('GET', known);
        if (masked(own) !== nothing) shown.set(known, masked(own));
        assert.equal(masked(await others('GET', known)), nobodys, known);
      }
      assert.ok(shown.size > before, `${path} shows nothing of an account that has one of everything`);
    }
    for (const { method, path, requests } of OF_CALLERS) {
      if (method === 'GET' || !path.includes('{')) continue;
      const body = requests[0]?.value;
      const [unknown = ''] = pathsFor(path, { known: false });
      for (const known of pathsFor(path, { known: true }).slice(0, made)) {
        const nobodys = masked(await others(method, unknown, body));
        assert.equal(masked(await others(method, known, body)), nobodys, `${method} ${known}`);
      }
    }
    for (const [path, before] of shown) assert.equal(masked(await mine('GET', path)), before, `${path} was changed`);
  });
});
