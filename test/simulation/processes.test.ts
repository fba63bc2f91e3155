/**
 * A gateway of two processes, as callers and operators see it: one gateway. One of the two is killed under load, and then
 * the one that looks after them.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { Client } from 'undici';
import { eventually } from '../support/cluster/eventually.ts';
import { startCallbackReceiver } from '../support/cluster/http.ts';
import { OutageRig } from '../support/cluster/outage.ts';
import { API_KEY, CUSTOMER_ID, OPERATOR_TOKEN, textOnly } from '../support/gateway/gateway.ts';
import { tsaHeaders } from '../support/gateway/http.ts';

const CONNECTIONS = 8;
const BUDGET = 30;
const PER_SECOND = 5;
/** Each process may pass a slice of the limit over it. */
const OVER_IT = 2;
const UNKNOWN = `/v1/omnichannel/${'0'.repeat(32)}`;
const ACCEPTED = 'trunkline_http_request_seconds_count{operation="send_message",status="200"}';

interface LogLine {
  readonly msg: string;
  readonly process?: number;
  readonly started?: number;
  readonly pid?: number;
  readonly changed?: readonly string[];
}

let rig: OutageRig;
const connections: Client[] = [];

/** The lines of its log so far; what it wrote on standard output is none. */
function lines(): LogLine[] {
  return rig.gateway
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);
}

/** Of process `number`, in its newest start. */
function pidOf(number: number): number {
  const pid = lines().findLast(({ started }) => started === number)?.pid;
  if (pid === undefined) throw new Error(`process ${number} has not been started`);
  return pid;
}

/** One that has ended meanwhile gets none. */
function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // There is no such process any more.
  }
}

interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

async function ask(connection: Client, { method = 'GET', path, body, headers }: Asked) {
  const answer = await connection.request({
    method,
    path,
    headers: {
      authorization: path.startsWith('/operator/')
        ? `Bearer ${OPERATOR_TOKEN}`
        : `Basic ${Buffer.from(`${CUSTOMER_ID}:${API_KEY}`).toString('base64')}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.statusCode, body: (await answer.body.json()) as Record<string, unknown> };
}

/** The same on each connection, at once. */
const askAll = (asked: (index: number) => Asked) =>
  Promise.all(connections.map((each, index) => ask(each, asked(index))));

/** The nodes, and how many connections each of them serves. */
async function askNodes() {
  const answers = await askAll(() => ({ path: '/operator/v1/nodes' }));
  const served = new Map<unknown, number>();
  for (const { body } of answers) served.set(body.node, (served.get(body.node) ?? 0) + 1);
  return { answers, served };
}

const bothRun = () =>
  eventually('both processes do their work', async () => {
    const { status, body } = await rig.call('GET', '/readyz');
    return status === 200 && (body.processes as { running: number }).running === 2;
  });

describe('a gateway of two processes', () => {
  before(async () => {
    rig = await OutageRig.start({ env: { TRUNKLINE_PROCESSES: '2' }, hasCalls: true });
    await bothRun();
    // One after the other: so they are handed out in turns.
    for (let count = 0; count < CONNECTIONS; count += 1) {
      const connection = new Client(rig.gateway.url);
      connections.push(connection);
      await ask(connection, { path: '/readyz' });
    }
  });
  after(async () => {
    for (const connection of connections) await connection.destroy();
    await rig.stop();
  });

  test('a few long connections are spread evenly, and each process is a node', async () => {
    await rig.hangUp();
    // Each is handed to who is free, in turns, and more than a quarter above the mean is let go.
    const { answers, served } = await eventually('they lie evenly', async () => {
      const asked = await askNodes();
      return asked.served.size === 2 && Math.max(...asked.served.values()) <= (CONNECTIONS / 2) * 1.25 && asked;
    });
    const nodes = answers[0]?.body.nodes as { id: string; state: string }[];
    assert.deepEqual(
      nodes.map(({ state }) => state),
      ['running', 'running'],
    );
    assert.deepEqual(new Set(nodes.map(({ id }) => id)), new Set(served.keys()));
  });

  test('a request that is made twice at once is carried out once, by whichever processes', async () => {
    const answers = await askAll(() => ({
      method: 'POST',
      path: '/v1/omnichannel',
      body: textOnly('4915100000100'),
      headers: { 'idempotency-key': 'the-same-for-all' },
    }));
    const taken = answers.filter(({ status }) => status === 200);
    assert.ok(taken.length > 0);
    assert.equal(new Set(taken.map(({ body }) => body.reference_id)).size, 1);
    assert.deepEqual(
      answers.filter(({ status }) => status !== 200 && status !== 409),
      [],
    );
  });

  test('a nonce serves once, whichever process is asked', async () => {
    const headers = tsaHeaders({
      method: 'GET',
      path: UNKNOWN,
      date: new Date().toUTCString(),
      nonce: randomBytes(16).toString('hex'),
      customerId: CUSTOMER_ID,
      apiKey: API_KEY,
    });
    const { answers } = await askNodes();
    const [first = '', ...others] = new Set(answers.map(({ body }) => String(body.node)));
    assert.equal(others.length, 1, 'both serve a connection');
    const at = (node: string) => connections[answers.findIndex(({ body }) => body.node === node)] as Client;
    assert.equal((await ask(at(first), { path: UNKNOWN, headers })).status, 404);
    assert.equal((await ask(at(others[0] as string), { path: UNKNOWN, headers })).status, 401);
  });

  test('requests per second are counted over both', async () => {
    const path = `/operator/v1/accounts/${CUSTOMER_ID}`;
    const [changer] = connections as [Client];
    const limitTo = (omnichannel: number | null) =>
      ask(changer, { method: 'PATCH', path, body: { settings: { requests_per_second: { omnichannel } } } });
    await limitTo(PER_SECOND);
    const second = () => Math.floor(Date.now() / 1_000);
    const from = second();
    const usedUp = new Set<number>();
    let passed = 0;
    await eventually('the limit is used up in several seconds', async () => {
      const asked = second();
      const answers = await askAll(() => ({ path: UNKNOWN }));
      passed += answers.filter(({ status }) => status === 404).length;
      if (answers.every(({ status }) => status === 429)) usedUp.add(asked);
      return usedUp.size === 5;
    });
    const seconds = second() - from + 1;
    await limitTo(null);
    assert.ok(passed <= seconds * (PER_SECOND + OVER_IT), `${passed} passed in ${seconds} seconds`);
  });

  test('a budget that an operator sets holds at once in both, and is never exceeded', async () => {
    const path = `/operator/v1/accounts/${CUSTOMER_ID}`;
    const { body } = await ask(connections[0] as Client, { path });
    const settings = body.settings as object;
    const [changer] = connections as [Client];
    const budget = { per_prefix_per_hour: BUDGET, per_country_per_hour: 0 };
    await ask(changer, { method: 'PATCH', path, body: { settings: { ...settings, ...budget } } });
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const numberOf = (index: number) => `4917012345${String(round * CONNECTIONS + index).padStart(3, '0')}`;
      const answers = await askAll((index) => ({
        method: 'POST',
        path: '/v1/omnichannel',
        body: textOnly(numberOf(index)),
      }));
      statuses.push(...answers.map(({ status }) => status));
    }
    assert.equal(statuses.filter((status) => status === 200).length, BUDGET);
    await ask(changer, { method: 'PATCH', path, body: { settings } });
  });

  test('/metrics counts what both have done', async () => {
    const before = await rig.figure(ACCEPTED);
    const answers = await askAll((index) => ({
      method: 'POST',
      path: '/v1/omnichannel',
      body: textOnly(`491600000${index}100`),
    }));
    assert.ok(answers.every(({ status }) => status === 200));
    await eventually('all are counted', async () => (await rig.figure(ACCEPTED)) === before + CONNECTIONS);
    assert.equal(await rig.figure('trunkline_processes'), 2);
  });

  test('settings are read again in both, whoever is asked, and carriers come and go in both', async () => {
    const reads = (number: number) =>
      lines().filter(({ process, changed }) => process === number && `${changed}` === 'carriers.late').length;
    const states = async () => {
      const answers = await askAll(() => ({ path: '/operator/v1/carriers' }));
      return answers.map(
        ({ body }) => (body.carriers as { name: string; state: string }[]).find(({ name }) => name === 'late')?.state,
      );
    };
    const sms = rig.carriers.find(({ kind }) => kind === 'smpp');
    await rig.configure({ carriers: [...rig.carriers, { ...sms, name: 'late' }] });
    await rig.call('POST', '/operator/v1/reload', {});
    await eventually('both have read it', () => reads(1) === 1 && reads(2) === 1);
    await eventually('it is up, whoever is asked', async () => (await states()).every((state) => state === 'up'));
    await rig.configure({});
    rig.gateway.child.kill('SIGHUP');
    await eventually('both have read it again', () => reads(1) === 2 && reads(2) === 2);
    await eventually('it is gone, whoever is asked', async () =>
      (await states()).every((state) => state === undefined),
    );
  });

  test('one that is started again runs with what the other runs with, until a reload', async () => {
    const starts = () => lines().filter(({ started }) => started === 2).length;
    const startAgain = async () => {
      const before = starts();
      process.kill(pidOf(2), 'SIGKILL');
      await eventually('it is started again', () => starts() > before);
      await bothRun();
    };
    const carriers = async () => {
      const answers = await askAll(() => ({ path: '/operator/v1/carriers' }));
      const names = answers.map(({ body }) => (body.carriers as { name: string }[]).map(({ name }) => name));
      return new Set(names.map((each) => each.sort().join(' ')));
    };
    const before = await carriers();
    assert.equal(before.size, 1);
    const sms = rig.carriers.find(({ kind }) => kind === 'smpp');
    await rig.configure({ carriers: [...rig.carriers, { ...sms, name: 'unread' }] });
    await startAgain();
    await rig.hangUp();
    await eventually('both serve', async () => (await askNodes()).served.size === 2);
    assert.deepEqual(await carriers(), before);
    await rig.configure({ carriers: 'half written' });
    await startAgain();
    const refused = await rig.call('POST', '/operator/v1/reload', {});
    assert.equal(refused.status, 409);
    assert.equal(lines().filter(({ msg }) => /cannot be used, and nothing was changed/.test(msg)).length, 1);
    await rig.configure({});
    const { status, body } = await rig.call('POST', '/operator/v1/reload', {});
    assert.deepEqual([status, body.changed, body.needs_restart], [200, [], []]);
    await rig.hangUp();
    await eventually('both serve again', async () => (await askNodes()).served.size === 2);
  });

  test('a call that the second process accepts is placed by the first, and its callback comes', async () => {
    const { answers } = await askNodes();
    const second = connections[answers.findIndex(({ body }) => String(body.node).endsWith('-2'))] as Client;
    const receiver = await startCallbackReceiver();
    const number = '4915100000921';
    const { status, body } = await ask(second, {
      method: 'POST',
      path: '/verification',
      body: {
        recipient: { phone_number: number },
        verification_policy: [{ method: 'voice' }],
        callback_url: receiver.url,
      },
    });
    assert.equal(status, 200, JSON.stringify(body));
    // Of the telephone, which is busy.
    await eventually('its end is told', () =>
      JSON.stringify(receiver.received.get(String(body.reference_id)) ?? []).includes('"err_code":3030'),
    );
    await receiver.close();
  });

  test('a connection that one has not taken when it dies ends, and its caller does not wait for ever', async () => {
    const killed = pidOf(2);
    process.kill(killed, 'SIGSTOP');
    const fresh = Array.from({ length: 3 }, () => new Client(rig.gateway.url));
    let answered = 0;
    const asked = fresh.map((each) => ask(each, { path: '/healthz' }).then(() => (answered += 1)));
    const settled = Promise.allSettled(asked);
    // The one that stands still was handed the third.
    await eventually('the other one answers', () => answered === 2);
    process.kill(killed, 'SIGKILL');
    const ends = (await settled).map(({ status }) => status).sort();
    assert.deepEqual(ends, ['fulfilled', 'fulfilled', 'rejected']);
    for (const each of fresh) await each.destroy();
    await eventually('it is started again', () => pidOf(2) !== killed);
    await bothRun();
  });

  test('one that is killed under load takes nothing with it, and is started again', async () => {
    rig.load(4);
    await rig.untilAccepted(30);
    const killed = pidOf(2);
    process.kill(killed, 'SIGKILL');
    await rig.untilAccepted(30);
    await bothRun();
    assert.notEqual(pidOf(2), killed);
    await rig.settle();
    // Those of the load count as well: with them, all of ours might be at one process.
    await rig.hangUp();
    await eventually('connections are spread again', async () => {
      const { served } = await askNodes();
      return served.size === 2 && Math.min(...served.values()) >= 2;
    });
    assert.ok((await rig.figure('trunkline_processes_started_again_total')) >= 1);
  });

  test('nothing is lost either when the one that looks after them is killed', async () => {
    rig.load(4);
    await rig.untilAccepted(30);
    await rig.kill();
    await bothRun();
    await rig.settle();
  });

  test('SIGTERM drains both, and then the database, though all of them get it', async () => {
    const pids = [1, 2].map(pidOf);
    rig.gateway.child.kill('SIGTERM');
    const isDraining = (number: number) => lines().some(({ msg, process }) => msg === 'draining' && process === number);
    await eventually('both drain', () => isDraining(1) && isDraining(2));
    // Ctrl-C reaches each of them, too, and may come after they were told.
    for (const pid of pids) signal(pid);
    assert.equal(await rig.gateway.ended, 0);
    const said = lines().filter(({ msg }) => msg === 'stopped');
    assert.deepEqual(said.map(({ process }) => process).sort(), [1, 2]);
  });
});
