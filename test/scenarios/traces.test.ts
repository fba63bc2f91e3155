/** One trace from the request to the callback, as a collector gets it; also over a restart. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createTraces, type RunningTraces } from '../../src/assembly/process/traces.ts';
import { createContext } from '../../src/context.ts';
import { createLog } from '../../src/lib/log.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';
/** Real time, as the exporter knows no other; a gateway waits five seconds. */
const GATHER_MS = 100;
const NUMBER = '4915112345678';
const SECRET_TEXT = 'Your code is 918273';

/** What a collector is sent: protobuf, in which names, ids and attributes stand as they are. */
class Collector {
  readonly bodies: Buffer[] = [];
  readonly headers: Array<Record<string, unknown>> = [];
  status = 200;
  url = '';
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.bodies.push(Buffer.concat(chunks));
      this.headers.push(request.headers);
      response.writeHead(this.status, { 'content-type': 'application/x-protobuf' }).end();
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/traces`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get all(): Buffer {
    return Buffer.concat(this.bodies);
  }

  /** How often these bytes were sent. */
  count(bytes: Buffer | string): number {
    let found = 0;
    for (let at = this.all.indexOf(bytes); at >= 0; at = this.all.indexOf(bytes, at + 1)) found += 1;
    return found;
  }

  /** Whether a span with this name has come from this trace: the name stands behind three ids of the span. */
  hasSpan(traceId: string, name: string): boolean {
    const id = Buffer.from(traceId, 'hex');
    for (let at = this.all.indexOf(id); at >= 0; at = this.all.indexOf(id, at + 1)) {
      if (this.all.subarray(at, at + 100).includes(name)) return true;
    }
    return false;
  }
}

const collector = new Collector();
let traces: RunningTraces;
let service: TestGateway;
const lines: Array<Record<string, unknown>> = [];

/** A batch leaves within GATHER_MS. */
async function sent(what: string, bytes: Buffer | string, count = 1): Promise<void> {
  await eventually(`${what} at the collector`, async () => collector.count(bytes) >= count);
}

describe('traces', () => {
  before(async () => {
    await collector.start();
    const context = createContext({ logLevel: 'silent', log: createLog('silent') });
    const settings = { endpoint: collector.url, sampleRatio: 0, headers: { 'x-tenant': 'me' }, gatherMs: GATHER_MS };
    traces = createTraces(context, settings, '0.1.0');
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }, traces);
    service = await startGateway({}, { traces, log });
  });
  after(async () => {
    await service.stop();
    await traces.stop();
    collector.stop();
  });

  test('a trace that a caller began goes on to carrier, receipt and callback, and says nothing of the message', async () => {
    const traceparent = `00-${TRACE_ID}-${SPAN_ID}-01`;
    const message = cardThenText(NUMBER, { text: SECRET_TEXT });
    const answer = await service.call(
      'POST',
      '/v1/omnichannel',
      { callback_url: service.callbackUrl, ...message },
      { traceparent },
    );
    const { reference_id: reference } = answer.body as { reference_id: string };
    await service.untilStatus(reference, 3000);
    await service.callbacksOf(reference, 1);
    const received = service.received.find(({ body }) => body.reference_id === reference);
    assert.match(String(received?.headers.traceparent), new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-01$`));
    const trace = Buffer.from(TRACE_ID, 'hex');
    for (const name of ['POST /v1/omnichannel', 'record message', 'send sandbox-rcs', 'process sandbox-rcs']) {
      await sent(name, name);
    }
    // That of a callback is called by its method alone.
    await sent('the callback', 'trunkline.callback');
    await sent('all of the trace', trace, 5);
    assert.ok(collector.count(reference) >= 3);
    assert.equal(collector.headers[0]?.['x-tenant'], 'me');
    for (const words of [
      'messaging.system',
      'rbm',
      'http.request.method',
      'http.response.status_code',
      'server.port',
    ]) {
      await sent(words, words);
    }
    for (const secret of [NUMBER, SECRET_TEXT, '4930123456', 'payload-1', service.callbackUrl]) {
      assert.equal(collector.count(secret), 0, secret);
    }
  });

  test('a line of the log that is written in a traced request names its trace and span', async () => {
    const trace = 'e'.repeat(32);
    const { status } = await service.call('POST', '/v1/account/keys', {}, { traceparent: `00-${trace}-${SPAN_ID}-01` });
    assert.equal(status, 200);
    const line = lines.find(({ msg }) => msg === 'an account has made a key');
    assert.equal(line?.trace_id, trace);
    assert.match(String(line?.span_id), /^[0-9a-f]{16}$/);
    assert.ok(lines.filter(({ trace_id: id }) => id !== undefined).length < lines.length, 'others are in none');
  });

  test('what happens after a restart belongs to the trace from before', async () => {
    const trace = 'aaaabbbbccccddddeeeeffff00001111';
    service.callbackStatus = 503;
    const answer = await service.call(
      'POST',
      '/v1/omnichannel',
      { callback_url: service.callbackUrl, ...textOnly('4915112345600') },
      { traceparent: `00-${trace}-${SPAN_ID}-01` },
    );
    const { reference_id: reference } = answer.body as { reference_id: string };
    await service.untilStatus(reference, 3000);
    await service.callbacksOf(reference, 1);
    // What is in memory is forgotten with the process; here it is forgotten by hand.
    traces.remember = () => undefined;
    Object.assign(traces, { remembered: new Map() });
    service.callbackStatus = 200;
    const before = service.received.length;
    await service.restart();
    const again = await service.until('the callback comes again', () =>
      service.received.slice(before).find(({ body }) => body.reference_id === reference),
    );
    assert.match(String(again.headers.traceparent), new RegExp(`^00-${trace}-`));
  });

  test('a traceparent counts for who has the right credentials, and for nobody else', async () => {
    const trace = 'c'.repeat(32);
    const headers = { traceparent: `00-${trace}-${SPAN_ID}-01`, authorization: 'Basic bm9ib2R5Om5vdGhpbmc=' };
    assert.equal((await service.call('POST', '/v1/omnichannel', {}, headers)).status, 401);
    const known = await service.call(
      'POST',
      '/v1/omnichannel',
      {},
      { traceparent: `00-${'d'.repeat(32)}-${SPAN_ID}-01` },
    );
    assert.equal(known.status, 400);
    await sent('that of the caller', Buffer.from('d'.repeat(32), 'hex'));
    assert.equal(collector.count(Buffer.from(trace, 'hex')), 0);
  });

  test('where traces are not to go on, a traceparent is neither taken nor given', async () => {
    const trace = '2'.repeat(32);
    const body = { callback_url: service.callbackUrl, ...textOnly('4915112345633') };
    const headers = { traceparent: `00-${trace}-${SPAN_ID}-01` };
    const traced = await service.call('POST', '/v1/omnichannel', body, headers);
    // The message is traced; its callback comes once the clock has moved.
    Object.assign(traces, { propagates: false });
    const untraced = await service.call('POST', '/v1/omnichannel', body, headers);
    for (const { body: answer } of [traced, untraced]) {
      const { reference_id: reference } = answer as { reference_id: string };
      await service.callbacksOf(reference, 1);
      const received = service.received.find((each) => each.body.reference_id === reference);
      assert.equal(received?.headers.traceparent, undefined);
    }
    Object.assign(traces, { propagates: true });
    const { reference_id: reference } = untraced.body as { reference_id: string };
    // Spans leave in their order: those of the second message would have come before these.
    await sent('the callback of the first', (traced.body as { reference_id: string }).reference_id, 4);
    assert.equal(collector.count(reference), 0);
  });

  test('without a traceparent, a share of nothing is traced; one that is not sampled is not either', async () => {
    // Spans leave in the order in which they end: what ended before the request of a mark has come with it.
    const mark = async (trace: string): Promise<number> => {
      const body = textOnly('4915112345622');
      await service.call('POST', '/v1/omnichannel', body, { traceparent: `00-${trace}-${SPAN_ID}-01` });
      await eventually('the mark is at the collector', () => collector.hasSpan(trace, 'POST /v1/omnichannel'));
      return collector.count('POST /v1/omnichannel');
    };
    const requests = await mark('1111222233334444555566667777aaaa');
    for (const headers of [{}, { traceparent: `00-${TRACE_ID}-${SPAN_ID}-00` }, { traceparent: 'nonsense' }]) {
      const body = { callback_url: service.callbackUrl, ...textOnly('4915112345611') };
      const answer = await service.call('POST', '/v1/omnichannel', body, headers as Record<string, string>);
      const { reference_id: reference } = answer.body as { reference_id: string };
      await service.callbacksOf(reference, 1);
      const received = service.received.find((each) => each.body.reference_id === reference);
      assert.equal(received?.headers.traceparent, undefined);
    }
    assert.equal(await mark('1111222233334444555566667777bbbb'), requests + 1, 'that of the mark');
  });
});
