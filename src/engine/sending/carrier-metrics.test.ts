import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../test/support/engine/engine.ts';
import { newMessage, SMS_PLAN } from '../../../test/support/engine/messages.ts';
import { receipt, ScriptedCarrier } from '../../../test/support/engine/scripted-carrier.ts';
import type { Outcome } from '../../carriers/carrier.ts';
import type { Context } from '../../context.ts';

/** The lines of one metric, without those that explain it. */
async function figures({ metrics }: Context, name: string): Promise<string[]> {
  const lines = (await metrics.getSingleMetricAsString(name)).split('\n');
  return lines.filter((line) => !line.startsWith('#')).sort();
}

test('the metrics say which carriers this node can send by', async (t) => {
  const carriers = [new ScriptedCarrier('smsc-1', 'sms'), new ScriptedCarrier('agent-1', 'rcs')] as const;
  const { context } = await startEngine(t, carriers);
  for (const [state, up] of [
    ['up', 1],
    ['down', 0],
    ['draining', 0],
  ] as const) {
    carriers[0].become(state);
    assert.deepEqual(
      await figures(context, 'trunkline_carrier_up'),
      [
        'trunkline_carrier_up{carrier="agent-1",channel="rcs"} 1',
        `trunkline_carrier_up{carrier="smsc-1",channel="sms"} ${up}`,
      ],
      state,
    );
  }
});

test('the metrics count what carriers answer to parts, and each report as it comes', async (t) => {
  const sms = new ScriptedCarrier('smsc-1', 'sms');
  const { engine, context, message, until } = await startEngine(t, [sms]);
  const submit = async () => {
    const id = context.ids.next();
    await engine.accept(newMessage(id, { plan: [SMS_PLAN] }));
    const [submitted] = sms.take();
    assert.ok(submitted);
    return { id, submitted };
  };
  const { id, submitted } = await submit();
  submitted.accept();
  await until('it is submitted', async () => (await message(id)).attempts[0]?.state === 'submitted');
  await sms.deliver(receipt(submitted.job, 'in_transit'));
  await sms.deliver(receipt(submitted.job));
  // No part has this id: it lands, is looked at again and again, and has come once.
  await sms.deliver({ type: 'report', keys: ['unheard-of'], to: '4915112345678', state: 'expired' });
  const counted = () => figures(context, 'trunkline_carrier_reports_total');
  await until('it is dealt with', async () => (await counted()).length === 3);
  for (let second = 0, { clock } = context; second < 60; second += 1) {
    const from = clock.now();
    await until('a second passes', () => clock.now() >= from + 1_000);
  }
  assert.deepEqual(await counted(), [
    'trunkline_carrier_reports_total{carrier="smsc-1",state="delivered"} 1',
    'trunkline_carrier_reports_total{carrier="smsc-1",state="expired"} 1',
    'trunkline_carrier_reports_total{carrier="smsc-1",state="in_transit"} 1',
  ]);
  // The last one comes again at once: it is not taken a second time here.
  const refusals: Outcome[] = [
    { kind: 'rejected', why: 'refused', reason: '0x45' },
    { kind: 'retry_later', why: 'busy', reason: '0x58' },
  ];
  for (const outcome of refusals) (await submit()).submitted.answer(outcome);
  const answers = () => figures(context, 'trunkline_carrier_answers_total');
  await until('they are counted', async () => (await answers()).length === 3);
  assert.deepEqual(await answers(), [
    'trunkline_carrier_answers_total{carrier="smsc-1",answer="accepted"} 1',
    'trunkline_carrier_answers_total{carrier="smsc-1",answer="busy"} 1',
    'trunkline_carrier_answers_total{carrier="smsc-1",answer="refused"} 1',
  ]);
});
