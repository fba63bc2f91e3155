/** Settings of a gateway that runs are read again: what comes from then on goes by them, and nothing is lost. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLog } from '../../src/lib/log.ts';
import { startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

describe('settings that are read again', () => {
  let service: TestGateway;
  let folder: string;
  let file: string;
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(line) });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trunkline-reload-'));
    file = join(folder, 'trunkline.yaml');
    await writeFile(file, 'limits: { per_number_per_minute: 1 }\n');
    service = await startGateway({ TRUNKLINE_CONFIG: file }, { log });
  });

  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function reload(yaml: string): Promise<{ status: number; changed: readonly string[]; said: string }> {
    await writeFile(file, yaml);
    const { status, body } = await service.operate('POST', '/reload');
    return { status, changed: (body as { changed?: string[] }).changed ?? [], said: JSON.stringify(body) };
  }

  /** What an account of its own, without limits of its own, gets for one message after the other to a number. */
  async function caller(): Promise<(number: string, times: number) => Promise<number[]>> {
    const { body } = await service.operate('POST', '/accounts', { name: 'Acme', products: ['rcs'] });
    const { customer_id: id, api_key: key } = body as { customer_id: string; api_key: string };
    const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
    return async (number, times) => {
      const statuses: number[] = [];
      while (statuses.length < times) {
        const message = { ...textOnly(number), message_type: 'ARN' };
        statuses.push((await service.call('POST', '/v1/omnichannel', message, { authorization })).status);
      }
      return statuses;
    };
  }

  test('a limit that is raised lets the next message pass, and the one behind it not', async () => {
    const send = await caller();
    const number = '4915112345010';
    assert.deepEqual(await send(number, 2), [200, 429], 'the limit of the start');
    const taken = await reload('limits: { per_number_per_minute: 4 }\n');
    assert.deepEqual(taken.changed, ['limits.per_number_per_minute'], taken.said);
    assert.match(taken.said, /"needs_restart":\[\]/);
    // What was refused counts as well.
    assert.deepEqual(await send(number, 3), [200, 200, 429]);
  });

  test('settings that cannot be used change nothing, and all that is wrong is told', async () => {
    const refused = await reload('limits: { per_number_per_minute: 50, per_number_per_day: -1 }\nhttp: { prot: 1 }\n');
    assert.equal(refused.status, 409);
    assert.match(refused.said, /http\.prot: there is no such setting.*; .*limits\.per_number_per_day: allowed/);
    const send = await caller();
    assert.deepEqual(await send('4915112345020', 5), [200, 200, 200, 200, 429]);
  });

  test('the log says from now on what its level of now lets through', async () => {
    const told = () => lines.filter((line) => line.includes('the settings were read again')).length;
    assert.ok((await reload('log: { level: warn }\n')).changed.includes('log.level'));
    assert.deepEqual([log.level, told()], ['warn', 0]);
    assert.deepEqual((await reload('')).changed, ['log.level']);
    assert.deepEqual([log.level, told()], ['info', 1]);
    assert.deepEqual((await reload('log: { level: silent }\n')).changed, ['log.level']);
    assert.equal(told(), 1);
  });

  test('requests a second are those of now', async () => {
    assert.equal((await reload('limits: { requests_per_second: 1 }\n')).status, 200);
    const send = await caller();
    assert.deepEqual(await send('4915112345030', 2), [200, 429]);
    assert.equal((await reload('limits: { requests_per_second: 0 }\n')).status, 200);
    assert.deepEqual(await send('4915112345031', 2), [200, 200]);
  });

  test('a person who asks for help in a word of now hears the text of now', async () => {
    const taken = await reload('opt_out: { help_words: [HULP], texts: { help: Ask us at example.com } }\n');
    assert.ok(taken.changed.includes('opt_out.help_words') && taken.changed.includes('opt_out.texts.help'), taken.said);
    const number = '4915112345040';
    await service.untilStatus(await service.send(textOnly(number)), 3000);
    const sender = (await service.messagesOf(number))[0]?.from ?? '';
    await service.reply(number, sender, 'hulp');
    await service.until('it is answered', async () => (await service.messagesOf(number)).length === 2);
    assert.match(JSON.stringify(await service.messagesOf(number)), /Ask us at example\.com/);
  });
});
