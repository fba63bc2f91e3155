import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPT_OUT, startEngine } from '../../../test/support/engine/engine.ts';
import { ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { hash12 } from '../../lib/ids.ts';
import { inboundSettings } from '../arriving/inbound-settings.ts';

test('a text whose parts never all came is kept and told after a day, as far as it is there, and means nothing', async (t) => {
  const sms = new ScriptedCarrier('sms-1', 'sms');
  const { db, clock, callbacks, until } = await startEngine(t, [sms], {
    inboundSettingsOf: async () => inboundSettings({ inboundUrl: 'https://a.example/in' }, OPT_OUT),
  });
  await db.query(
    "insert into senders (account_id, bucket, sender, created_at) values ('A', $1, '12345', to_timestamp(0))",
    [hash12('A')],
  );
  const part = { ref: 1, total: 2, number: 1 };
  const text = { type: 'text', from: '4915112345678', to: '12345', text: 'stop', part } as const;
  await sms.deliver(text);
  await until('its part is kept', async () => (await db.query('select from inbound_parts')).rowCount > 0);
  assert.equal(callbacks.length, 0);
  clock.jump(DAY_MS + 60_000);
  await until('it is told', () => callbacks.length === 1);
  const { user_response: said } = JSON.parse(callbacks[0]?.body ?? '{}');
  assert.deepEqual([said.mo_message, said.action, said.keyword], ['stop', 'generic', '']);
  const { rows } = await db.query('select account_id, meaning, place is not null as listed from inbound_texts');
  assert.deepEqual(rows, [{ account_id: 'A', meaning: 'incomplete', listed: true }]);
  assert.equal((await db.query('select from opt_outs')).rowCount, 0);
  assert.equal((await db.query('select from inbound_parts')).rowCount, 0);
});
