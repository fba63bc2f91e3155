/** GET /v1/inbound: what came, for whoever would rather fetch. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS } from '../../src/lib/durations.ts';
import { SETTLED_AFTER_MS } from '../../src/operations/settled-cursor.ts';
import { cardThenText } from '../support/gateway/gateway.ts';
import { type InboundBody, type InboundGateway, startInbound } from '../support/inbound/rig.ts';
import { placesOfDigits } from '../support/postgres/places-of-digits.ts';

let rig: InboundGateway;

const textIn = ({ user_response: sms, content }: InboundBody) => sms?.mo_message ?? content?.text ?? '';

describe('the list of what people sent', () => {
  before(async () => {
    rig = await startInbound();
  });
  after(() => rig.service.stop());

  test('has every kind in the shape of its callback, newest last', async () => {
    const { service, sender, agent } = rig;
    const number = '4915112000601';
    const card = await service.send(cardThenText(number));
    await service.untilStatus(card, 3000);
    await service.reply(number, sender, 'a text');
    await rig.told(number, 1);
    await service.reply(number, agent, 'a reply');
    await rig.told(number, 2);
    await service.call('POST', `/sandbox/handsets/${number}/tap`);
    await rig.told(number, 3);
    await service.call('POST', `/sandbox/handsets/${number}/file`, { to: agent, uri: 'https://f.example/1' });
    await rig.told(number, 4);
    await service.call('POST', `/sandbox/handsets/${number}/location`, { to: agent, latitude: 1.5, longitude: 2 });
    const told = await rig.told(number, 5);
    assert.deepEqual((await rig.list()).inbound, told);
  });

  test('is gone through by its cursor, page by page, and what is young is listed again', async () => {
    const { service, sender } = rig;
    const written = Array.from({ length: 7 }, (_, index) => `text ${index}`);
    for (const text of written) await service.reply('4915112000602', sender, text);
    await rig.told('4915112000602', 7);
    await service.advance(SETTLED_AFTER_MS + 1_000);
    const all = await rig.list('?limit=500');
    const found: string[] = [];
    let next = '';
    for (let pages = 0; pages < 10; pages += 1) {
      const page = await rig.list(`?limit=3${next === '' ? '' : `&after=${next}`}`);
      found.push(...page.inbound.map(textIn));
      next = page.next;
      if (page.inbound.length < 3) break;
    }
    assert.deepEqual(found, all.inbound.map(textIn));
    assert.deepEqual(found.slice(-7), written);
    assert.deepEqual((await rig.list(`?after=${next}`)).inbound, []);

    await service.reply('4915112000602', sender, 'young');
    await rig.told('4915112000602', 8);
    const first = await rig.list(`?after=${next}`);
    assert.deepEqual(first.inbound.map(textIn), ['young']);
    assert.equal(first.next, next, 'it goes no further than what is settled');
    assert.deepEqual((await rig.list(`?after=${first.next}`)).inbound.map(textIn), ['young']);
    await service.advance(SETTLED_AFTER_MS + 1_000);
    const later = await rig.list(`?after=${first.next}`);
    assert.deepEqual(later.inbound.map(textIn), ['young']);
    assert.deepEqual((await rig.list(`?after=${later.next}`)).inbound, []);
  });

  test('misses nothing that is recorded by a transaction that ends late', async () => {
    const { service, sender } = rig;
    const { db } = service.gateway;
    const { next } = await rig.list('?limit=500');
    const early = service.clock.now();
    await service.advance(1_000);
    await service.reply('4915112000603', sender, 'recorded first');
    await rig.told('4915112000603', 1);
    const seen = await rig.list(`?limit=500&after=${next}`);
    assert.ok(seen.inbound.map(textIn).includes('recorded first'));
    // One whose place was made a second before, and whose COMMIT came after that look.
    const place = `${early
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-000000000000`;
    await db.query(
      `update inbound_texts set place = $1::uuid, body = 'recorded late'
        where id = (select id from inbound_texts where body = 'a text')`,
      [place],
    );
    const again = await rig.list(`?limit=500&after=${seen.next}`);
    assert.deepEqual(again.inbound.map(textIn).slice(-2), ['recorded late', 'recorded first']);
  });

  test('refuses a cursor or a limit that is none', async () => {
    const refusal = async (query: string) => {
      const { status, body } = await rig.service.call('GET', `/v1/inbound${query}`);
      assert.equal(status, 400);
      return (body as { status: { code: number; description: string } }).status;
    };
    for (const limit of ['0', '501', 'x', '-1', '1.5', '']) {
      const { code, description } = await refusal(`?limit=${limit}`);
      assert.equal(code, 3110);
      assert.match(description, /limit.*1 to 500/);
    }
    for (const after of ['x', '0'.repeat(31), `${'0'.repeat(32)}-x`, `${'0'.repeat(32)}-${'0'.repeat(32)}-1`, '']) {
      assert.match((await refusal(`?after=${after}`)).description, /after.*next/);
    }
  });

  test('shows an erased number no more, nor what it wrote, wherever that stood', async () => {
    const { service, sender, agent } = rig;
    const number = '4915112000605';
    await service.reply(number, sender, 'My address is 5 High Street');
    await service.reply(number, agent, 'And here it is');
    await rig.told(number, 2);
    const before = (await placesOfDigits(service.gateway.db, number)).sort();
    for (const place of ['callbacks.body', 'inbound_lines.person', 'inbound_texts.sender']) {
      assert.ok(before.includes(place), `${place} is not among ${before}`);
    }
    const asked = await service.operate('POST', '/erasures', { number });
    const { id } = asked.body as { id: string };
    await service.until('it is erased', async () => {
      const { body } = await service.operate('GET', `/erasures/${id}`);
      return (body as { state: string }).state === 'done';
    });
    assert.deepEqual(await placesOfDigits(service.gateway.db, number), []);
    const { rows } = await service.gateway.db.query(
      "select body from callbacks where body like '%High Street%' union all select body from inbound_texts where body like '%High Street%'",
    );
    assert.deepEqual(rows, []);
    const erased = (await rig.list('?limit=500')).inbound.filter(({ phone_number: each }) => each === null);
    assert.deepEqual(erased.map(textIn), ['', '']);
  });

  test('keeps a piece as long as the account keeps texts, and its callback no longer', async () => {
    const { service, sender } = rig;
    await service.reply('4915112000606', sender, 'to be removed');
    await rig.told('4915112000606', 1);
    await rig.set({ retention: { texts_days: 1 } });
    await service.until('its callback has been taken', async () => {
      const { rowCount } = await service.gateway.db.query("select from callbacks where state = 'pending'");
      return rowCount === 0;
    });
    service.clock.jump(3 * DAY_MS);
    // As often as it is looked at.
    await service.advance(600_000);
    await service.until('it is removed', async () => {
      const { rows } = await service.gateway.db.query(
        `select from inbound_texts where body <> '' or details is not null union all select from callbacks where body like '%mo_message%'`,
      );
      return rows.length === 0;
    });
    const { inbound } = await rig.list('?limit=500');
    assert.ok(
      inbound.some(({ phone_number: number }) => number === '4915112000606'),
      'that it came stays',
    );
  });
});
