/**
 * Outages that last for hours and days, with a clock that the test moves: an SMSC that is gone for an hour, a receiver
 * of callbacks that is gone for four days.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { stringify } from 'yaml';
import { type RunningSimulators, startSimulators } from '../../cli/simulate.ts';
import { DAY_MS, HOUR_MS } from '../../src/lib/durations.ts';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';
import { TcpLink } from '../support/gateway/tcp-link.ts';

/** What the workers need to look around once, and more. */
const LOOKED_AROUND_MS = 5_000;

const numbers = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => `49151${String(from + index).padStart(5, '0')}100`);

/** Lets hours pass: in steps, with time for what they set off. */
async function pass(service: TestGateway, ms: number, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await service.advance(ms / steps);
    await settled(service);
  }
}

/**
 * Lets days pass on the wall clock, which is what retries are due by. No monotonic time goes by but what the workers
 * need after each step: links and exchanges see seconds, and the test does not fire every heartbeat of four days.
 */
async function passDays(service: TestGateway, ms: number, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    service.clock.jump(ms / steps - LOOKED_AROUND_MS);
    await service.advance(LOOKED_AROUND_MS);
    await settled(service);
  }
}

async function settled(service: TestGateway): Promise<void> {
  await service.call('GET', '/healthz');
  await service.gateway.db.query('select 1');
}

async function carriersOf(service: TestGateway): Promise<string[]> {
  return Object.values(((await service.call('GET', '/readyz')).body as { carriers: Record<string, string> }).carriers);
}

/** A clock that runs ahead of the sockets can have cost a link its answer in time. */
async function untilUp(service: TestGateway): Promise<void> {
  await service.until('its carriers are up', async () => (await carriersOf(service)).every((state) => state === 'up'));
}

describe('an SMSC that is gone for an hour', () => {
  const TPS = 10;
  let folder = '';
  let simulators: RunningSimulators;
  let link: TcpLink;
  let service: TestGateway;

  const onHandset = async (number: string): Promise<unknown[]> =>
    (await (await request(`${simulators.handsetUrl}/sandbox/handsets/${number}/messages`)).body.json()) as unknown[];
  const codeOf = async (reference: string, channel: string) =>
    (await service.status(reference)).channel_status.find((each) => channel in each)?.[channel]?.code;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trunkline-hour-'));
    simulators = await startSimulators({
      host: '127.0.0.1',
      smppPort: 0,
      rbmPort: 0,
      handsetPort: 0,
      webhookUrl: undefined,
    });
    const sms = simulators.carriers.find(({ kind }) => kind === 'smpp');
    const rcs = simulators.carriers.find(({ kind }) => kind === 'rbm');
    link = await TcpLink.open({ host: '127.0.0.1', port: Number(sms?.port) });
    const config = join(folder, 'trunkline.yaml');
    await writeFile(config, stringify({ carriers: [rcs, { ...sms, port: link.port, tps: TPS }] }));
    service = await startGateway({ TRUNKLINE_CONFIG: config });
    await untilUp(service);
  });
  after(async () => {
    await service?.stop();
    await link?.close();
    await simulators?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('what was accepted waits or falls back as promised, and goes out at the pace of its contract', async () => {
    link.cut('refused');
    await service.until('it is noticed', async () => (await carriersOf(service)).includes('down'));

    const waiting = numbers(40, 100);
    const references = [];
    for (const number of waiting) references.push(await service.send(textOnly(number, { messageType: 'OTP' })));
    const impatient = await service.send(textOnly('4915100200100', { fallbackTime: 600 }));
    // Ending 901: not on RCS, so its text has to wait as well.
    const fallsBack = await service.send(cardThenText('4915100201901', { fallbackTime: 60 }));

    const last = references.at(-1) ?? '';
    await service.until('callers are told', async () => (await codeOf(last, 'sms')) === 3043);
    assert.equal((await service.status(last)).status.code, 3001, 'it is tried on');
    await service.until('its text has its turn', async () => (await codeOf(fallsBack, 'sms')) === 3043);
    assert.equal((await service.call('GET', '/readyz')).status, 200, 'the other carrier is up');

    await pass(service, HOUR_MS, 240);
    assert.equal((await service.untilStatus(impatient, 3033)).status.code, 3033, 'its ten minutes are over');
    assert.deepEqual(await onHandset('4915100200100'), []);

    const submits: number[] = [];
    link.sent = (chunk) => {
      for (let at = 0; at + 8 <= chunk.length; at += Math.max(16, chunk.readUInt32BE(at))) {
        if (chunk.readUInt32BE(at + 4) === 4) submits.push(service.clock.monotonic());
      }
    };
    link.heal();
    for (const reference of [...references, fallsBack]) await service.untilStatus(reference, 3000);
    for (const number of [...waiting, '4915100201901']) {
      assert.equal((await onHandset(number)).length, 1, 'each once');
    }
    assert.ok(submits.length >= waiting.length, `${submits.length} submits were seen`);
    for (const start of submits) {
      const inSecond = submits.filter((at) => at >= start && at < start + 1_000).length;
      assert.ok(inSecond <= 2 * TPS, `${inSecond} in a second, ${TPS} are allowed`);
    }
  });
});

describe('a receiver of callbacks that is gone for four days', () => {
  let service: TestGateway;
  let gone: Server;
  let port = 0;
  let isGone = true;
  let underWay = 0;
  let answered = 0;
  let mostBeyond = 0;
  const received: Array<{ reference: string; code: number; read: boolean; at: number }> = [];

  before(async () => {
    service = await startGateway();
    gone = createServer((message, response) => {
      if (isGone) {
        message.socket.destroy();
        return;
      }
      underWay += 1;
      mostBeyond = Math.max(mostBeyond, underWay - answered);
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      message.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString());
        const read = JSON.stringify(body.channel_status).includes('"code":3005');
        received.push({ reference: body.reference_id, code: body.status.code, read, at: service.clock.monotonic() });
        setImmediate(() => {
          underWay -= 1;
          answered += 1;
          response.writeHead(200).end();
        });
      });
    });
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    port = (gone.address() as AddressInfo).port;
  });
  after(async () => {
    await service?.stop();
    gone?.closeAllConnections();
    gone?.close();
  });

  /** When the next callback that is owed is tried; null when none is. Undefined while one is under way. */
  const nextDue = async (): Promise<number | null | undefined> => {
    const question = `select min(coalesce(due_at, held_until)) as at, count(lease_node) as "underWay"
                        from callbacks where state = 'pending'`;
    const [row] = (await service.gateway.db.query<{ at: number | null; underWay: number }>(question)).rows;
    return row && row.underWay === 0 ? row.at : undefined;
  };
  const settled = (after: number) =>
    service.until('what was due has been told', async () => {
      const next = await nextDue();
      return next !== undefined && (next ?? Infinity) > after && { next };
    });

  test('gets all of them afterwards, each message in order, and others have noticed nothing', async () => {
    const url = `http://127.0.0.1:${port}/gone`;
    const references: string[] = [];
    // Ending 907: delivered, then read: two callbacks each.
    for (let index = 0; index < 30; index += 1) {
      const number = `49151${String(300 + index).padStart(5, '0')}907`;
      references.push(await service.send({ ...cardThenText(number), callback_url: url }));
    }
    for (const reference of references) await service.untilStatus(reference, 3005);
    for (let day = 0; day < 4; day += 1) {
      await passDays(service, DAY_MS, 96);
      await untilUp(service);
      const other = await service.send(textOnly(`4915100400${day}00`));
      const [first] = await service.callbacksOf(other, 1);
      assert.equal(first?.status.code, 3000, `another receiver gets its own at once: ${JSON.stringify(first)}`);
    }
    assert.equal(received.length, 0);

    isGone = false;
    const backAt = service.clock.now();
    let { next } = await settled(0);
    while (next !== null) {
      service.clock.jump(Math.max(0, next - service.clock.now()));
      ({ next } = await settled(next));
    }
    assert.ok(service.clock.now() - backAt < 13 * HOUR_MS, 'after four days the next try is up to twelve hours away');
    assert.equal(received.length, 60);
    for (const reference of references) {
      const mine = received.filter((each) => each.reference === reference);
      assert.deepEqual(
        mine.map(({ read }) => read),
        [false, true],
        'delivered, then read, each once',
      );
    }
    assert.equal(mostBeyond, 1, 'one to begin with, and one more at a time with each answer');
  });
});
