/**
 * The wall clock of the machine jumps by an hour, forwards and backwards; time that is measured goes on evenly.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOUR_MS } from '../../src/lib/durations.ts';
import { eventually } from '../support/cluster/eventually.ts';
import { cardThenText, startGateway, type TestGateway, textOnly } from '../support/gateway/gateway.ts';

describe('a wall clock that jumps', () => {
  let service: TestGateway;
  let newest = '';
  before(async () => {
    service = await startGateway();
  });
  after(() => service?.stop());

  /** One message from call to callback, made after all that were sent before. */
  async function sendOne(number: string): Promise<void> {
    const reference = await service.send(textOnly(number));
    assert.ok(reference > newest, 'ids rise with time, whatever the clock says');
    newest = reference;
    assert.equal((await service.untilStatus(reference, 3000)).status.code, 3000);
    // Its carrier may be without a bind for a moment, where the store is slow to renew a seat: that is called back too.
    await service.until('it is called back', () =>
      service.received.some(({ body }) => body.reference_id === reference && body.status.code === 3000),
    );
  }

  /** The time that they may take is no time in which the machine is slow. */
  async function carriersHaveAnswered(): Promise<boolean> {
    const { rows } = await service.gateway.db.query<{ id: string }>(
      "select id from attempts where state in ('sending', 'withdrawing')",
    );
    return rows.length === 0;
  }

  /** Three leases later this node is still who it was. */
  async function nodeLives(): Promise<void> {
    await service.until('some time passes', async () => {
      await service.advance(2_000);
      return service.clock.monotonic() > 30_000;
    });
    const { rows } = await service.gateway.db.query<{ stopped: number }>(
      'select count(*) filter (where stopped_at is not null) as stopped from nodes',
    );
    assert.equal(rows[0]?.stopped, 0, 'nobody takes it for dead');
    assert.equal((await service.call('GET', '/readyz')).status, 200);
  }

  test('by an hour forwards: what comes due within the hour is due at once, and everything goes on', async () => {
    await sendOne('4915100500100');
    // Ending 902: on RCS, no receipt; its text is due in 300 s.
    const waiting = await service.send({ ...cardThenText('4915100501902', { fallbackTime: 300 }) });
    await service.untilCarrierHas('4915100501902');
    service.clock.jump(HOUR_MS);
    assert.equal((await service.untilStatus(waiting, 3000)).status.last_channel, 'sms');
    await sendOne('4915100502100');
    await nodeLives();
  });

  test('by two hours backwards: nothing is lost or sent twice, and what is new goes out at once', async () => {
    const waiting = await service.send({ ...cardThenText('4915100503902', { fallbackTime: 300 }) });
    await service.untilCarrierHas('4915100503902');
    service.clock.jump(-2 * HOUR_MS);
    await sendOne('4915100504100');
    await sendOne('4915100505901');
    await nodeLives();
    assert.equal((await service.status(waiting)).status.code, 3001, 'its time has not come again');
    // Until the clock has caught up.
    for (let step = 0; step < 130; step += 1) {
      // Slowly while the card's time runs out: what follows is between the gateway, its database and the SMSC.
      const parts = step >= 3 && step < 10 ? 60 : 1;
      for (let part = 0; part < parts; part += 1) {
        await service.advance(HOUR_MS / 60 / parts);
        await service.call('GET', '/healthz');
        if (parts > 1) await eventually('no carrier owes an answer', carriersHaveAnswered);
      }
    }
    assert.equal((await service.untilStatus(waiting, 3000)).status.last_channel, 'sms');
    assert.equal(await service.possibleDoubles(waiting), 0);
    assert.equal((await service.messagesOf('4915100504100')).length, 1);
  });
});
