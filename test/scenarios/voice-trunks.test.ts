/** Verification calls over trunks that want more than the plain call: what the caller is told, and what the trunk gets. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { HeaderField } from '../../src/carriers/sip/messages/fields.ts';
import { headerOf, type ReceivedRequest } from '../../src/carriers/sip/messages/message.ts';
import { responseTo } from '../../src/carriers/sip/messages/messages.ts';
import type { ServerTransaction } from '../../src/carriers/sip/transport/server-transactions.ts';
import { Sockets } from '../../src/carriers/sip/transport/sockets.ts';
import { createContext } from '../../src/context.ts';
import type { CallBody } from '../../src/engine/message/call-body.ts';
import { fromReference } from '../../src/lib/ids.ts';
import { findCall } from '../../src/store/messages/calls.ts';
import { startGateway, type TestGateway } from '../support/gateway/gateway.ts';
import { Callee, SDP as SDP_ELSEWHERE } from '../support/sip/callee.ts';

const SDP = SDP_ELSEWHERE.replaceAll('192.0.2.2', '127.0.0.1');
const MULTIPART = ['--m', 'Content-Type: application/ISUP', '', 'x', '--m', 'Content-Type: application/sdp', '', SDP];

const field = (name: string, value: string): HeaderField => ({ name, value });

/** A trunk on a port of its own, whose calls the test answers. */
async function trunk(rings: (invite: ServerTransaction, contact: HeaderField, callee: Callee) => void) {
  const context = createContext({ logLevel: 'silent' });
  const callee: Callee = new Callee(context, { rings: (invite) => rings(invite, contact, callee) });
  const sockets = new Sockets(context.clock, { host: '127.0.0.1', port: 0, secure: null }, callee.layer);
  const port = await sockets.open();
  const contact = field('contact', `<sip:trunk@127.0.0.1:${port}>`);
  return {
    callee,
    port,
    async stop() {
      callee.layer.stop();
      await sockets.close();
    },
  };
}

/** Demands extensions, asks before the answer, speaks SIP-I, and does not take the first BYE. */
function demanding(told: string[]) {
  let byes = 0;
  return trunk((invite, contact, callee) => {
    const { request: asked, flow } = invite;
    if (headerOf(asked, 'supported') !== 'timer, 100rel')
      return invite.answer(responseTo(asked, 421, { tag: 'fork1' }));
    const takes = ({ method }: ReceivedRequest) => {
      if (method !== 'BYE') return undefined;
      byes += 1;
      return { status: byes === 1 ? 403 : 200 };
    };
    callee.plan = { ...callee.plan, takes };
    callee.as = 'fork1';
    callee.dialogs.set('fork1', { isAcknowledged: false, isHungUp: false });
    const reliable = [field('require', '100rel'), field('rseq', '1')];
    const sdp = field('content-type', 'application/sdp');
    const headers = [contact, sdp, ...reliable];
    invite.answer(responseTo(asked, 183, { tag: 'fork1', headers, body: Buffer.from(SDP) }));
    void (async () => {
      for (const [i, method] of ['UPDATE', 'INFO', 'OPTIONS'].entries()) {
        told.push(`${method} ${await callee.ask(method, flow, i + 1)}`);
      }
      const more = [contact, field('content-type', 'multipart/mixed;boundary=m')];
      const timer = [field('session-expires', '1800;refresher=uac'), field('require', 'timer')];
      const body = Buffer.from(`${MULTIPART.join('\r\n')}\r\n--m--\r\n`);
      invite.answer(responseTo(asked, 200, { tag: 'fork1', headers: [...more, ...timer], body }));
    })();
  });
}

/** Finds no way after it has begun to look for one. */
function withoutWay() {
  return trunk((invite, contact) => {
    invite.answer(responseTo(invite.request, 183, { tag: 'fork1', headers: [contact] }));
    const headers = [field('reason', 'Q.850;cause=34;text="no circuit"')];
    invite.answer(responseTo(invite.request, 503, { tag: 'fork1', headers }));
  });
}

describe('a verification call', () => {
  let service: TestGateway;
  const told: string[] = [];
  const stops: (() => Promise<void>)[] = [];
  let first: Awaited<ReturnType<typeof trunk>>;
  let second: Awaited<ReturnType<typeof trunk>>;

  before(async () => {
    first = await withoutWay();
    second = await demanding(told);
    stops.push(first.stop, second.stop);
    const folder = await mkdtemp(join(tmpdir(), 'trunkline-trunks-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    const each = { host: '127.0.0.1', options_interval_ms: 0 };
    const carrier = {
      ...{ name: 'voice', kind: 'sip', simulated: true, listen_host: '127.0.0.1', listen_port: 0 },
      trunks: [
        { name: 'without-way', port: first.port, ...each },
        { name: 'demanding', port: second.port, ...each },
      ],
    };
    // JSON is YAML.
    await writeFile(join(folder, 'trunkline.yaml'), JSON.stringify({ carriers: [carrier] }));
    service = await startGateway({ TRUNKLINE_CONFIG: join(folder, 'trunkline.yaml') });
  });
  after(async () => {
    await service.stop();
    for (const stop of stops) await stop();
  });

  test('goes past a trunk that says 183 and finds no way, keeps what the next one demands, and is hung up for good', async () => {
    const answer = await service.call('POST', '/v1/verify/call', {
      phone_number: '4915114000100',
      verify_code: '407',
      tts_message: '$$CODE$$',
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { reference_id: reference } = answer.body as CallBody;
    const call = await service.until('the call is over', async () => {
      const { status } = (await service.call('GET', `/v1/verify/${reference}`)).body as CallBody;
      return status.code !== 103 && status.code !== 105 && status;
    });
    assert.equal(call.code, 100);
    assert.deepEqual(told, ['UPDATE 200', 'INFO 200', 'OPTIONS 200']);
    assert.deepEqual(first.callee.asked, ['INVITE']);
    await service.until('the second BYE', () => second.callee.asked.filter((each) => each === 'BYE').length === 2);
    assert.deepEqual(
      second.callee.asked.filter((each) => each !== 'OPTIONS'),
      ['INVITE', 'PRACK', 'BYE', 'BYE'],
    );
    const facts = await service.until('what became of it is kept', async () => {
      return (await findCall(service.gateway.db, fromReference(reference) ?? ''))?.facts ?? undefined;
    });
    assert.deepEqual([facts.trunk, facts.cause, facts.timesSaid, facts.rangAt], ['demanding', 'completed', 2, null]);
    const counted = await service.until('it is counted', async () => {
      const text = await service.metrics();
      return /trunkline_byes_failed_total\{trunk="demanding"\} ([1-9]\d*)/.exec(text)?.[1];
    });
    assert.equal(counted, '1');
  });
});
