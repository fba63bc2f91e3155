/** The page of a message: what happened, what it says on request alone, its callbacks, and taking it back. */
import assert from 'node:assert/strict';
import { cardThenText, textOnly } from '../../support/gateway/requests.ts';
import { axe, consoleTest, describeConsole } from './support.ts';

const SAID = 'Your parcel waits at the gate';

describeConsole('the page of a message', () => {
  consoleTest(
    'it says in words what happened, and shows what it says on request alone, which is recorded',
    async (t, rig) => {
      const { gateway } = rig;
      const reference = await gateway.send(cardThenText('4915112345901', { text: SAID }));
      await gateway.untilStatus(reference, 3000);
      const page = await rig.signedIn(t, `/messages/${reference}`);
      const story = page.getByText(/^It was not sent by RCS|^It was sent by RCS/);
      await story.waitFor();
      assert.match(String(await story.textContent()), /Then it was sent as SMS through \S+ at .+, and arrived/);
      await page.getByText('The message has ended: Delivered.').waitFor();
      await page.getByText('Card with a button that dials').waitFor();
      await page.getByText(`${SAID.length} characters`).waitFor();
      assert.equal((await page.content()).includes(SAID), false, 'what it says is not on the page');
      await page.getByRole('button', { name: 'Show what it says' }).click();
      await page.getByText(SAID).waitFor();
      const picture = page.getByRole('link', { name: /at example\.com/ });
      assert.equal(await picture.getAttribute('rel'), 'noreferrer noopener');
      await axe(page, { name: 'message-shown' });
      const audit = JSON.stringify((await gateway.operate('GET', '/audit?limit=10')).body);
      assert.match(audit, new RegExp(`GET /messages/:reference/contents[^}]*${reference}`, 's'));
      await page.getByRole('button', { name: 'Hide what it says' }).click();
      await page.getByText(SAID).waitFor({ state: 'detached' });
    },
  );

  consoleTest('a callback is sent again, and another address of the message leads to its own', async (t, rig) => {
    const { gateway } = rig;
    const reference = await gateway.send(textOnly('4915112345678'));
    await gateway.untilStatus(reference, 3000);
    const { body } = await gateway.operate('GET', `/messages/${reference}`);
    const [attempt] = (body as { attempts: ReadonlyArray<{ reference_id: string }> }).attempts;
    const page = await rig.signedIn(t, `/messages/${attempt?.reference_id}`);
    await page.waitForURL(new RegExp(`/messages/${reference}$`));
    await page.getByText('Callback 1 was taken.').waitFor();
    await page.getByRole('button', { name: 'Send again: callback 1' }).click();
    await page.getByText('Callback 1 is sent again.').waitFor();
    await page.getByText('Callback 1 is sent once more.').waitFor();
  });

  consoleTest('what has not arrived is taken back, after it was asked', async (t, rig) => {
    const { gateway } = rig;
    const sendAt = new Date(gateway.clock.now() + 3_600_000).toISOString();
    const reference = await gateway.send({ ...textOnly('4915112345678'), send_at: sendAt });
    const page = await rig.signedIn(t, `/messages/${reference}`);
    await page.getByText(/^It is to be sent at /).waitFor();
    await page.getByText('To be sent', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    await axe(page, { name: 'message-take-back' });
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('The message is taken back.').waitFor();
    await page.getByText('Message was taken back 3007').first().waitFor();
    await page.getByRole('button', { name: 'Take back' }).waitFor({ state: 'detached' });
  });
});
