/** Receivers that fail, by account, and what waits for them sent again; receipts that match nothing. */
import assert from 'node:assert/strict';
import { textOnly } from '../../support/gateway/requests.ts';
import { receiveStrayReceipt } from '../../support/inbound/stray-receipt.ts';
import { axe, consoleTest, describeConsole, settled } from './support.ts';

/** Nobody listens there. */
const DEAF = 'http://127.0.0.1:9';
const NUMBER = '4915112345678';

describeConsole('endpoints and stray receipts', () => {
  consoleTest('while nothing waits and every receipt was matched, both say so', async (t, rig) => {
    const page = await rig.signedIn(t, '/endpoints');
    await page.getByText('Nothing waits').waitFor();
    await axe(page, { name: 'endpoints-idle' });
    await page.getByRole('link', { name: 'Stray receipts' }).click();
    await page.getByText('Every receipt has found its message').waitFor();
    await axe(page, { name: 'receipts-idle' });
  });

  consoleTest('an endpoint that fails is there with its account, and what waits is sent again', async (t, rig) => {
    const page = await rig.signedIn(t, '/endpoints?state=failing');
    const reference = await rig.gateway.send({ ...textOnly(NUMBER), callback_url: `${DEAF}/callback` });
    await rig.gateway.untilStatus(reference, 3000);
    const row = page.getByRole('row').filter({ hasText: DEAF });
    await row.getByText('1 of 1').waitFor();
    await settled(page);
    await axe(page, { name: 'endpoints' });
    await row.getByRole('button', { name: /^Send again/ }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Endpoint').inputValue(), DEAF);
    await dialog.getByRole('button', { name: 'Count them' }).click();
    await dialog.getByRole('button', { name: /^Send 1/ }).click();
    await page.getByText(/sent again\./).waitFor();
    await row.getByRole('link', { name: DEAF }).click();
    await page.waitForURL(/\/callbacks\?.*endpoint=/);
    await page.getByRole('table', { name: 'Callbacks' }).getByRole('link').first().waitFor();
  });

  consoleTest('a receipt that matches nothing is shown, and its number on request alone', async (t, rig) => {
    await receiveStrayReceipt(rig.gateway, NUMBER);
    const page = await rig.signedIn(t, '/receipts');
    const row = page.getByRole('row').filter({ hasText: 'sandbox-sms' });
    await row.getByText('r:4cd1b0d4').waitFor();
    assert.equal((await page.content()).includes(NUMBER), false);
    await axe(page, { name: 'receipts' });
    await page.getByRole('button', { name: 'Show the numbers' }).click();
    await row.getByText(NUMBER).waitFor();
    await page.getByRole('button', { name: 'Hide the numbers' }).click();
    assert.equal(await row.getByText(NUMBER).count(), 0);
  });
});
