import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt } from '../../../test/support/engine/scripted-carrier.ts';
import { type OperatorRig, operatorRig } from '../../../test/support/operator.ts';
import { MINUTE_MS } from '../../lib/durations.ts';
import { toReference } from '../../lib/ids.ts';
import { ensurePartitions } from '../../store/schema/partitions.ts';
import { readLanes } from '../../store/sql/lanes.ts';
import { CodeTexts } from './code-texts.ts';

const CODE = 'Your code is 4711';
const PLAN = [{ ...SMS_PLAN, content: { type: 'sms_text', text: CODE } as const }];

async function codeTextsOf({ context, db }: OperatorRig): Promise<CodeTexts> {
  return new CodeTexts({ context, db, lanes: await readLanes(db) });
}

async function sent(rig: OperatorRig, messageType: 'OTP' | 'ARN'): Promise<{ id: string; deliver(): Promise<void> }> {
  const id = await rig.accept({ plan: PLAN, messageType });
  const text = await rig.until('the text is submitted', () => rig.sms.take()[0]);
  text.accept();
  await rig.until('it is answered', async () => (await rig.message(id)).attempts[0]?.state === 'submitted');
  return {
    id,
    deliver: async () => {
      await rig.sms.deliver(receipt(text.job));
      await rig.until('it is final', async () => (await rig.message(id)).finalAt !== null);
    },
  };
}

/** Wherever in the store it stands. */
async function placesOf(rig: OperatorRig, text: string): Promise<string[]> {
  const { rows: tables } = await rig.db.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const places: string[] = [];
  for (const { name } of tables) {
    const { rows } = await rig.db.query<{ found: number }>(
      `select count(*)::int as found from ${name} t where position($1 in t::text) > 0`,
      [text],
    );
    if ((rows[0]?.found ?? 0) > 0) places.push(name);
  }
  const { rows: inputs } = await rig.db.query<{ found: number }>(
    'select count(*)::int as found from inbox i where position($1::bytea in i.body) > 0',
    [Buffer.from(text)],
  );
  return (inputs[0]?.found ?? 0) > 0 ? [...places, 'inbox'] : places;
}

async function storedReceipt(rig: OperatorRig, result: string | null): Promise<void> {
  const id = rig.context.ids.next();
  await rig.db.query(
    `insert into inbox (id, bucket, carrier, kind, body, received_at, due_at, result)
     values ($1::uuid, get_byte(uuid_send($1::uuid), 15) + (get_byte(uuid_send($1::uuid), 14) & 15) * 256, 'sms-1',
             'deliver_sm', $2, $3::timestamptz, $4::timestamptz, $5)`,
    [
      id,
      Buffer.from(`id:1 sub:001 dlvrd:001 stat:DELIVRD err:000 text:${CODE}`),
      new Date(rig.clock.now()).toISOString(),
      result === null ? new Date(rig.clock.now()).toISOString() : null,
      result,
    ],
  );
}

test('what a one-time password said is gone an hour after its message is final, and stands nowhere any more', async (t) => {
  const rig = await operatorRig(t);
  const texts = await codeTextsOf(rig);
  const otp = await sent(rig, 'OTP');
  const arn = await sent(rig, 'ARN');
  await otp.deliver();
  await arn.deliver();
  await storedReceipt(rig, 'recorded');
  assert.deepEqual(await placesOf(rig, '4711'), ['messages', 'inbox']);
  await rig.clock.advance(59 * MINUTE_MS);
  await texts.round();
  assert.equal(textOf(await rig.message(otp.id)), CODE);
  await rig.clock.advance(10 * MINUTE_MS);
  await texts.round();
  assert.equal(textOf(await rig.message(otp.id)), '');
  assert.equal(textOf(await rig.message(arn.id)), CODE, 'another type is kept as retention.texts_days says');
  await rig.db.query("delete from messages where message_type = 'ARN'");
  assert.deepEqual(await placesOf(rig, '4711'), []);
  const shown = await rig.call('GET', `/messages/${toReference(otp.id)}`);
  assert.equal(shown.body.texts_removed_on, new Date(rig.clock.now()).toISOString());
  assert.equal((shown.body.attempts as unknown[]).length, 1, 'the record stays');
});

test('what is not final yet is looked at again, an hour after it is', async (t) => {
  const rig = await operatorRig(t);
  const texts = await codeTextsOf(rig);
  const slow = await sent(rig, 'OTP');
  await rig.clock.advance(70 * MINUTE_MS);
  await texts.round();
  assert.equal(textOf(await rig.message(slow.id)), CODE);
  await slow.deliver();
  await rig.clock.advance(30 * MINUTE_MS);
  await texts.round();
  assert.equal(textOf(await rig.message(slow.id)), CODE, 'final for half an hour');
  await rig.clock.advance(31 * MINUTE_MS);
  await texts.round();
  assert.equal(textOf(await rig.message(slow.id)), '');
  const { rows } = await rig.db.query<{ left: number }>('select count(*)::int as left from code_texts');
  assert.equal(rows[0]?.left, 0);
});

test('a receipt that waits for its message is left until nothing is waited for, and what people wrote is left', async (t) => {
  const rig = await operatorRig(t);
  const texts = await codeTextsOf(rig);
  await storedReceipt(rig, 'text: other');
  await storedReceipt(rig, null);
  await ensurePartitions(rig.db, rig.clock.now(), rig.clock.now() + 5 * 86_400_000);
  const bodies = async () => {
    const { rows } = await rig.db.query<{ result: string | null; size: number }>(
      'select i.result, length(i.body) as size from inbox i order by i.id',
    );
    return rows.map(({ result, size }) => [result, size > 0]);
  };
  await rig.clock.advance(70 * MINUTE_MS);
  await texts.round();
  await rig.db.query(
    "update inbox set due_at = null, result = 'matched nothing' where result is null or due_at is not null",
  );
  assert.deepEqual(await bodies(), [
    ['text: other', true],
    ['matched nothing', true],
  ]);
  await rig.clock.advance(73 * 60 * MINUTE_MS);
  await texts.round();
  assert.deepEqual(await bodies(), [
    ['text: other', true],
    ['matched nothing', false],
  ]);
});

function textOf({ plan }: Awaited<ReturnType<OperatorRig['message']>>): string | null {
  const content = plan[0]?.content;
  return content?.type === 'sms_text' ? content.text : null;
}
