import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMessage } from '../../../test/support/engine/messages.ts';
import { quietContext } from '../../../test/support/postgres/postgres.ts';
import { begin } from '../message/begin.ts';
import type { Message } from '../message/message.ts';
import { CodeShares } from './code-shares.ts';

const ID = '019b76da-a800-7000-a46e-1433270f4830';

function call(recipient: string, changes: Partial<Message> = {}, carrier: string | null = 'trunks'): Message {
  const fresh = newMessage(ID, {
    kind: 'call',
    recipient,
    messageType: 'OTP',
    plan: [
      {
        channel: 'voice',
        fallbackAfterMs: 60_000,
        sender: null,
        content: { type: 'voice_prompt', language: 'en-US', text: '', extensionKeys: '', pressFirst: false },
      },
    ],
  });
  const { message } = begin(fresh, { at: 1, optedOut: false, canWithdraw: () => false });
  return { ...message, attempts: message.attempts.map((each) => ({ ...each, carrier })), ...changes };
}

async function figures(context: ReturnType<typeof quietContext>, name: string): Promise<Record<string, number>> {
  const metric = await context.metrics.getSingleMetric(name)?.get();
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [`${labels.prefix} ${labels.carrier}`, value]),
  );
}

test('a call counts once when it is over, and its code once when it comes back', async () => {
  const context = quietContext();
  const shares = new CodeShares(context);
  const [running, over] = [call('4915112345678'), call('4915112345678', { finalAt: 5 })];
  shares.recorded(null, running);
  shares.recorded(running, over);
  shares.recorded(over, { ...over, updatedAt: 9 });
  shares.recorded(null, { ...over, kind: 'omnichannel' });
  shares.recorded(running, call('4915112345678', { finalAt: 5 }, null));
  shares.completed(over);
  assert.deepEqual(await figures(context, 'trunkline_codes_sent_total'), { '49151 trunks': 1 });
  assert.deepEqual(await figures(context, 'trunkline_codes_completed_total'), { '49151 trunks': 1 });
});

test('there are only so many prefixes, however numbers are spread', async () => {
  const context = quietContext();
  const shares = new CodeShares(context);
  for (let n = 0; n < 900; n += 1) {
    shares.recorded(null, call(`49${100 + n}12345678`, { finalAt: 5 }));
  }
  const sent = await figures(context, 'trunkline_codes_sent_total');
  assert.equal(Object.keys(sent).length, 201);
  assert.equal(sent['49 trunks'], 700);
  assert.equal(
    Object.values(sent).reduce((sum, count) => sum + count, 0),
    900,
  );
});
