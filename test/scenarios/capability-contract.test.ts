/** How long an answer about a recipient holds, as callers see it, and that a list teaches what a message then knows. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '../../src/lib/durations.ts';
import { CUSTOMER_ID, cardThenText, startGateway, type TestGateway } from '../support/gateway/gateway.ts';

let service: TestGateway;

interface Shown {
  readonly reference_id: string;
  readonly status: { readonly code: number; readonly updated_on: string };
}

/** The code of the answer, when RBM gave it, and how often RBM has been asked by then. */
async function ask(number: string): Promise<{ code: number; told: string; questions: number; retry: unknown }> {
  const { body, headers } = await service.call('GET', `/capability/rcs/${number}`);
  const { status } = body as Shown;
  return { code: status.code, told: status.updated_on, questions: counted().questions, retry: headers['retry-after'] };
}

function counted(): { readonly questions: number; readonly messages: number } {
  const rcs = service.gateway.sandbox?.rcs;
  assert.ok(rcs);
  return { questions: rcs.questions, messages: rcs.messages };
}

describe('what is known of a recipient', () => {
  before(async () => {
    service = await startGateway();
  });
  after(() => service.stop());

  test('holds for 24 hours, and is asked for again then', async () => {
    const number = '4915112000100';
    const first = await ask(number);
    assert.equal(first.code, 3060);
    service.clock.jump(DAY_MS - MINUTE_MS);
    const before = await ask(number);
    assert.deepEqual([before.questions, before.told], [first.questions, first.told]);
    service.clock.jump(MINUTE_MS);
    const after = await ask(number);
    assert.equal(after.questions, first.questions + 1);
    assert.ok(Date.parse(after.told) >= Date.parse(first.told) + DAY_MS);
  });

  test('holds for five minutes where RBM could tell nothing, and the answer says how long it still does', async () => {
    const number = '4915112000976';
    const first = await ask(number);
    assert.deepEqual([first.code, first.retry], [3041, '300']);
    service.clock.jump(4 * MINUTE_MS);
    const before = await ask(number);
    assert.deepEqual([before.code, before.questions, before.retry], [3041, first.questions, '60']);
    service.clock.jump(MINUTE_MS);
    assert.equal((await ask(number)).questions, first.questions + 1);
  });

  test('from a list lets the messages of an account that wants so go past RCS, for a day', async () => {
    const settings = { skip_rcs_by_capability: true };
    assert.equal((await service.operate('PATCH', `/accounts/${CUSTOMER_ID}`, { settings })).status, 200);
    await service.advance(3_100);
    const number = '4915112001901';
    const posted = await service.call('POST', '/capability/rcs', { phone_numbers: [number] });
    const { reference_id: list } = posted.body as Shown;
    await service.until('the list is done', async () => {
      const { body } = await service.call('GET', `/capability/rcs/results/${list}`);
      return (body as { state: string }).state === 'done';
    });
    const { messages } = counted();
    const skipped = await service.untilStatus(await service.send(cardThenText(number)), 3000);
    assert.equal(skipped.channel_status[0]?.rcs?.code, 3055);
    assert.equal(counted().messages, messages);
    service.clock.jump(DAY_MS);
    const asked = await service.untilStatus(await service.send(cardThenText(number)), 3000);
    assert.equal(asked.channel_status[0]?.rcs?.code, 3055);
    assert.equal(counted().messages, messages + 1, 'RBM said so itself');
  });
});
