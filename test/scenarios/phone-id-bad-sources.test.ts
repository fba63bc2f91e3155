/**
 * Sources that hang, lie and flap, seen by a caller: each costs its own add-on and no more than the time given, the
 * others are answered, and nobody's number or name gets into the log.
 */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import type { RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import { fromReference } from '../../src/lib/ids.ts';
import { asJsonObject, type JsonObject } from '../../src/lib/json.ts';
import { createLog } from '../../src/lib/log.ts';
import { parseSource } from '../../src/sources/configured.ts';
import { ADD_ONS } from '../../src/sources/source.ts';
import { findLookUp } from '../../src/store/phone-id/look-ups.ts';
import { eventually } from '../support/cluster/eventually.ts';
import {
  badServer,
  cutsOff,
  drips,
  hangs,
  neverEnds,
  says,
  sendsInCircles,
  speaksSomethingElse,
} from '../support/gateway/bad-server.ts';
import { type HttpRig, httpRig } from '../support/gateway/http.ts';

const AT = Date.UTC(2026, 10, 21, 12);
const BUDGET_MS = 8_000;

type Settings = Record<string, unknown>;

const PORTING = { porting_status: { mcc: 'mcc', mnc: 'mnc', carrier: 'name', ported: 'ported' } };
const DEACTIVATION = { number_deactivation: { carrier: 'carrier', deactivated_at: 'at' } };
const FINE = { mcc: '262', mnc: '02', ported: true };

function httpSource(name: string, origin: string, settings: Settings) {
  return parseSource(name, 'http', { url: `${origin}/{number}`, ...settings });
}

const lines: string[] = [];
const log = createLog('trace', { write: (line) => lines.push(line) });

function rigWith(t: TestContext, sources: ReturnType<typeof parseSource>[]): Promise<HttpRig> {
  return httpRig(t, { now: AT, log, account: { addons: [...ADD_ONS] }, phoneId: { sources } });
}

let lastNumber = 0;

interface LookedUp {
  readonly body: JsonObject;
  /** The longest of its add-ons, by the clock of the gateway. */
  readonly tookMs: number;
}

/** Asks about a number of its own, unless one is given. */
async function lookUp(rig: HttpRig, addons: object, number?: string): Promise<LookedUp> {
  lastNumber += 1;
  const asking = rig.call(`/v1/phoneid/${number ?? `491511234${5000 + lastNumber}`}`, { body: { addons } });
  const answer = await eventually('the look-up is answered', async () => {
    const settled = await Promise.race([asking, new Promise<null>((resolve) => setTimeout(resolve, 20, null))]);
    if (!settled) await rig.clock.advance(200);
    return settled ?? undefined;
  });
  assert.equal(answer.status, 200, answer.text);
  const stored = await findLookUp(rig.db, fromReference(String(answer.json.reference_id)) ?? '');
  return { body: answer.json, tookMs: Math.max(...(stored?.evidence ?? []).map(({ took_ms: took }) => took)) };
}

function codeOf(body: JsonObject, key: string): unknown {
  return asJsonObject(asJsonObject(body[key])?.status)?.code;
}

const LIES: ReadonlyArray<readonly [string, RequestListener, number]> = [
  ['hangs', hangs, 2811],
  ['drips', drips, 2811],
  ['never ends', neverEnds, 2810],
  ['cuts the connection', cutsOff, 2802],
  ['speaks something else', speaksSomethingElse, 2802],
  ['is overloaded', says(503, '<html>Bad gateway</html>'), 2802],
  ['sends us in circles', sendsInCircles, 2810],
  ['shows a web page', says(200, '<html><body>Welcome</body></html>', { 'content-type': 'text/html' }), 2810],
  ['answers with a list', says(200, [FINE]), 2810],
  ['answers with an object for a code', says(200, { ...FINE, mcc: { code: '262' } }), 2810],
  ['answers with a list for a name', says(200, { ...FINE, name: ['Example'] }), 2810],
  ['answers with words for yes or no', says(200, { ...FINE, ported: 'perhaps' }), 2810],
  ['answers with a number without end', says(200, '{"mcc":1e999}'), 2810],
  ['answers with 60,000 brackets', says(200, '['.repeat(60_000)), 2810],
  ['answers in bytes', says(200, Buffer.alloc(1_000, 0xff), { 'content-encoding': 'gzip' }), 2810],
];

test('a source that lies or is silent costs its add-on, and the others are answered', async (t) => {
  const good = await badServer(t, says(200, { carrier: 'Example', at: '2025-05-06' }));
  // Each has the numbers of one lie, so that it does not rest after the one before.
  const numberOf = (at: number) => `491511235${5000 + at}`;
  const servers = await Promise.all(LIES.map(([, how]) => badServer(t, how)));
  const liars = servers.map(({ origin }, at) =>
    httpSource(`liar-${at}`, origin, { ...PORTING, prefixes: [numberOf(at)] }),
  );
  const rig = await rigWith(t, [...liars, httpSource('good', good.origin, DEACTIVATION)]);
  for (const [at, [what, , code]] of LIES.entries()) {
    await t.test(`${what}: ${code}`, async () => {
      const { body, tookMs } = await lookUp(rig, { porting_status: {}, number_deactivation: {} }, numberOf(at));
      assert.equal(codeOf(body, 'porting_status'), code);
      assert.equal(codeOf(body, 'number_deactivation'), 2800);
      assert.equal(asJsonObject(body.status)?.code, 301);
      assert.ok(tookMs <= BUDGET_MS, `${tookMs} ms`);
      assert.equal(servers[at]?.asked(), 1, 'it was asked once');
    });
  }
});

test('what no clock and no text can hold is unusable, and strange letters are not', async (t) => {
  const server = await badServer(t, says(200, {}));
  const rig = await rigWith(t, [httpSource('a', server.origin, DEACTIVATION)]);
  const answer = async (body: object) => {
    server.behave(says(200, body));
    return asJsonObject((await lookUp(rig, { number_deactivation: {} })).body.number_deactivation) ?? {};
  };
  for (const at of [9e15, 1e300, -5, '2025-13-45', '0000-00-00', { year: 2025 }, [1]]) {
    assert.equal(asJsonObject((await answer({ carrier: 'Example', at })).status)?.code, 2810, JSON.stringify(at));
    // In between it answers, or it would rest.
    const strange = await answer({ carrier: 'A\u0000B\ud800C', at: '2025-05-06' });
    assert.equal(asJsonObject(strange.status)?.code, 2800);
    assert.equal(strange.last_deactivated, '2025-05-06T00:00:00Z');
  }
});

test('three sources that hang, one after the other, take no longer than the budget', async (t) => {
  const servers = [await badServer(t, hangs), await badServer(t, drips), await badServer(t, hangs)];
  const sources = servers.map(({ origin }, at) =>
    httpSource(`slow-${at}`, origin, { ...PORTING, request_timeout_ms: 30_000 }),
  );
  const rig = await rigWith(t, sources);
  const { body, tookMs } = await lookUp(rig, { porting_status: {} });
  assert.equal(codeOf(body, 'porting_status'), 2811);
  assert.ok(tookMs > 5_000 && tookMs <= BUDGET_MS, `${tookMs} ms`);
});

test('a source that flaps is left alone, another one is asked, and when it is well it is asked again', async (t) => {
  const flapping = await badServer(t, says(503, {}));
  const other = await badServer(t, says(200, { mcc: '262', mnc: '99' }));
  const rig = await rigWith(t, [
    httpSource('flapping', flapping.origin, PORTING),
    httpSource('other', other.origin, PORTING),
  ]);
  const network = async () => {
    const { body } = await lookUp(rig, { porting_status: {} });
    assert.equal(codeOf(body, 'porting_status'), 2800);
    return asJsonObject(body.porting_status)?.mnc_current;
  };
  for (let count = 0; count < 8; count += 1) assert.equal(await network(), '99');
  assert.equal(flapping.asked(), 5, 'after five failures it rests');
  flapping.behave(says(200, FINE));
  assert.equal(await network(), '99', 'it still rests');
  await rig.clock.advance(1_001);
  assert.equal(await network(), '02', 'one probe, and it is well');
  assert.equal(await network(), '02');
  flapping.behave(says(503, {}));
  for (let count = 0; count < 8; count += 1) assert.equal(await network(), '99');
  assert.equal(flapping.asked(), 12, 'and it may rest again');
});

test('a source that was left alone and is still unwell is probed once, and rests longer each time', async (t) => {
  const server = await badServer(t, says(500, {}));
  const rig = await rigWith(t, [httpSource('a', server.origin, PORTING)]);
  // It answers at once: the clock stands while it is asked, so that a pause is as long on a busy machine.
  const ask = async () => {
    lastNumber += 1;
    const { json } = await rig.call(`/v1/phoneid/491511234${5000 + lastNumber}`, {
      body: { addons: { porting_status: {} } },
    });
    return codeOf(json, 'porting_status');
  };
  for (let count = 0; count < 7; count += 1) assert.equal(await ask(), 2802);
  assert.equal(server.asked(), 5);
  for (const pauseMs of [1_000, 2_000, 4_000]) {
    const before = server.asked();
    await rig.clock.advance(pauseMs - 500);
    assert.equal(await ask(), 2802);
    assert.equal(server.asked(), before, `it rests for ${pauseMs} ms`);
    await rig.clock.advance(501);
    for (let count = 0; count < 3; count += 1) assert.equal(await ask(), 2802);
    assert.equal(server.asked(), before + 1, 'one probe');
  }
});

test('a name server that answers nonsense, or for somebody else, is not believed', async (t) => {
  const name = createSocket('udp4');
  await new Promise<void>((resolve) => name.bind(0, '127.0.0.1', resolve));
  t.after(() => name.close());
  let reply: (query: Buffer) => Buffer = () => Buffer.alloc(0);
  name.on('message', (query, from) => name.send(reply(query), from.port, from.address));
  const servers = [`127.0.0.1:${name.address().port}`];
  const rig = await rigWith(t, [parseSource('names', 'enum', { servers, suffix: 'x.test', request_timeout_ms: 200 })]);
  const answers: ReadonlyArray<(query: Buffer) => Buffer> = [
    () => Buffer.alloc(300, 0xff),
    // The name of the record points at itself.
    (query) => asAnswer(query, (at) => [0xc0 | (at >> 8), at & 0xff, 0, 35, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0]),
    // The length of its data is a lie.
    (query) => asAnswer(query, () => [0xc0, 12, 0, 35, 0, 1, 0, 0, 0, 1, 0xff, 0xff, 0, 0]),
    // To a question that was not asked.
    (query) => Buffer.concat([Buffer.from([0, 0]), asAnswer(query, () => []).subarray(2)]),
  ];
  for (const how of answers) {
    reply = how;
    const code = Number(codeOf((await lookUp(rig, { porting_status: {} })).body, 'porting_status'));
    assert.ok(code === 2810 || code === 2811, String(code));
  }
});

/** The question of a query without what follows it, as an answer with one record; `record` is told where it begins. */
function asAnswer(query: Buffer, record: (at: number) => number[]): Buffer {
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 6);
  head.writeUInt16BE(0, 10);
  const end = query.indexOf(Buffer.from([0, 0, 35, 0, 1]), 12) + 5;
  return Buffer.concat([head, query.subarray(12, end), Buffer.from(record(end))]);
}

test('neither numbers nor what sources said stand in the log', () => {
  assert.ok(lines.some((line) => line.includes('a source could not answer')));
  assert.ok(lines.some((line) => line.includes('a source did not answer in time')));
  for (const line of lines) assert.doesNotMatch(line, /491511234|1511234|Example|Welcome|OpenSSH/);
});
