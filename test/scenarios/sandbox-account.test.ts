/**
 * The account of the sandbox, which knows no limits and whose key everybody has seen, ends with the sandbox.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { stringify } from 'yaml';
import { type RunningSimulators, startSimulators } from '../../cli/simulate.ts';
import { type Config, loadConfig } from '../../src/config/config.ts';
import { fromReference } from '../../src/lib/ids.ts';
import { asJsonObject } from '../../src/lib/json.ts';
import { createLog } from '../../src/lib/log.ts';
import { findMessage } from '../../src/store/messages/messages.ts';
import { CUSTOMER_ID, cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

describe('the sandbox account', () => {
  const lines: string[] = [];
  let folder = '';
  let simulators: RunningSimulators;
  let service: TestGateway;
  let real: Partial<Config>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trunkline-sandbox-'));
    simulators = await startSimulators({
      host: '127.0.0.1',
      smppPort: 0,
      rbmPort: 0,
      handsetPort: 0,
      webhookUrl: undefined,
    });
    const sms = simulators.carriers.find(({ kind }) => kind === 'smpp');
    const file = join(folder, 'trunkline.yaml');
    await writeFile(file, stringify({ carriers: [{ ...sms, name: 'smsc-1', simulated: false }] }));
    real = { carriers: loadConfig({ TRUNKLINE_CONFIG: file }).carriers };
    service = await startGateway({}, { log: createLog('info', { write: (line) => lines.push(line) }) });
  });
  after(async () => {
    await service?.stop();
    await simulators?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const send = () => service.call('POST', '/v1/omnichannel', textOnly('4915112345678'));
  const account = async () => asJsonObject((await service.operate('GET', `/accounts/${CUSTOMER_ID}`)).body) ?? {};
  const found = async () => {
    const { checks } = (await service.operate('GET', '/diagnosis')).body as {
      checks: Array<{ name: string; state: string; says: string }>;
    };
    return checks.find(({ name }) => name === 'sandbox account');
  };
  const stateOf = async (reference: string) => {
    const message = await findMessage(service.gateway.db, fromReference(reference) ?? '');
    return message?.status;
  };
  const told = (words: string) => lines.filter((line) => line.includes(words)).length;

  test('works while every carrier is simulated', async () => {
    assert.equal((await send()).status, 200);
    assert.equal((await found())?.state, 'ok');
  });

  test('leaves nothing behind that a real carrier would deliver', async () => {
    // Ending 902: RCS takes the card and no receipt comes, so the text goes out after the fallback time.
    const reference = await service.send(cardThenText('4915112345902', { fallbackTime: 60 }));
    await service.untilCarrierHas('4915112345902');
    await service.restart(real);
    await service.until('it is over', async () => {
      await service.advance(10_000);
      return (await stateOf(reference)) !== 3001;
    });
    const answer = await request(`${simulators.handsetUrl}/sandbox/handsets/4915112345902/messages`);
    assert.deepEqual(await answer.body.json(), []);
    await service.restart();
    await service.operate('POST', `/accounts/${CUSTOMER_ID}/activate`);
    await service.advance(5_000);
  });

  test('is suspended and its key revoked at the first start with a real carrier, which the log says', async () => {
    await service.restart(real);
    assert.equal((await send()).status, 401);
    assert.equal((await service.call('POST', '/v1/verify/call', { phone_number: '4915112345678' })).status, 401);
    const { state, keys, senders } = await account();
    assert.equal(state, 'suspended');
    assert.deepEqual(senders, []);
    assert.ok((keys as Array<{ revoked_on: string | null }>).every((key) => key.revoked_on !== null));
    assert.equal(told('the sandbox account is suspended and its key is revoked'), 2);
    assert.equal((await found())?.state, 'ok');
  });

  test('does not come back by a dump, another release or an operator while a real carrier is there', async () => {
    const { db } = service.gateway;
    await db.query("update accounts set state = 'active'");
    await db.query('update api_keys set revoked_at = null');
    await service.advance(5_000);
    assert.equal((await send()).status, 401);
    assert.deepEqual([(await found())?.state, (await found())?.says.includes(CUSTOMER_ID)], ['fail', true]);
    const activated = await service.operate('POST', `/accounts/${CUSTOMER_ID}/activate`);
    assert.equal(activated.status, 400);
    await service.restart(real);
    assert.equal((await account()).state, 'suspended');
    assert.equal(told('the sandbox account is suspended and its key is revoked'), 3);
  });

  test('stays closed when a start has no carriers, until an operator opens it', async () => {
    await service.restart();
    assert.equal((await send()).status, 401);
    assert.equal((await found())?.state, 'warn');
    assert.equal(told('the sandbox account stays closed'), 2);
    await service.operate('POST', `/accounts/${CUSTOMER_ID}/activate`);
    await service.advance(5_000);
    assert.equal((await send()).status, 200);
    await service.restart();
    assert.equal((await send()).status, 200);
    assert.deepEqual(
      ((await account()).senders as Array<{ sender: string }>).map(({ sender }) => sender).includes('491579000000'),
      true,
    );
    await service.restart(real);
    assert.equal((await send()).status, 401);
  });
});
