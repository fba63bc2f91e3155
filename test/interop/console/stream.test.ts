/** The stream: what happens appears, is held while it is paused, and stays calm when very much happens. */
import assert from 'node:assert/strict';
import { textOnly } from '../../support/gateway/requests.ts';
import { axe, type ConsoleRig, consoleTest, describeConsole } from './support.ts';

const NUMBER = '4915112345678';

async function deliver({ gateway }: ConsoleRig): Promise<string> {
  const message = { ...textOnly(NUMBER), callback_url: `${gateway.url}/sandbox/receivers/callbacks` };
  const reference = await gateway.send(message);
  await gateway.untilStatus(reference, 3000);
  return reference;
}

describeConsole('the stream', () => {
  consoleTest(
    'what happens appears as it happens, waits while it is paused, and leads to the thing',
    async (t, rig) => {
      const page = await rig.signedIn(t, '/stream');
      await page.getByText('Nothing yet').waitFor();
      const [first, lines] = [await deliver(rig), page.getByRole('log').getByRole('listitem')];
      const message = lines.filter({ hasText: 'Delivered 3000' });
      await message.first().waitFor();
      await lines.filter({ hasText: 'Delivered: 200' }).first().waitFor();
      await axe(page, { name: 'stream' });
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByText('Nothing yet').waitFor();
      await page.getByRole('main').getByRole('button', { name: 'Pause' }).click();
      await deliver(rig);
      assert.equal(await message.count(), 0);
      await page.getByRole('main').getByRole('button', { name: 'Go on' }).click();
      await message.first().waitFor();
      await page.getByLabel('Code').fill('3000');
      await page.keyboard.press('Enter');
      await message.nth(1).waitFor();
      assert.equal(await lines.count(), 2, 'both messages, and nothing without a code');
      await message.last().getByRole('link').click();
      await page.waitForURL(`**/messages/${first}`);
    },
  );

  consoleTest('a long answer of a receiver fits a narrow page', async (t, rig) => {
    const page = await rig.signedIn(t, '/stream?topic=callbacks');
    await rig.gateway.send({ ...textOnly(NUMBER), callback_url: 'http://127.0.0.1:9/closed' });
    await page.getByText('callbacks go to port 80, 443 or one over 1023').first().waitFor();
    await axe(page, { name: 'stream-refused' });
  });

  consoleTest('very much at once is one line with a few of it', async (t, rig) => {
    const page = await rig.signedIn(t, '/stream?topic=messages');
    await page.getByRole('log').getByRole('listitem').first().waitFor();
    const numbers = Array.from({ length: 60 }, (_, n) => ({ phone_number: `49151141${10_000 + n}` }));
    const batch = { ...textOnly(NUMBER), phone_number: undefined, recipients: numbers };
    assert.equal((await rig.gateway.call('POST', '/v1/omnichannel/batch', batch)).status, 200);
    await page.getByText(/(About|More than) \d+ changes of messages/).waitFor();
    await axe(page, { name: 'stream-many' });
  });
});
