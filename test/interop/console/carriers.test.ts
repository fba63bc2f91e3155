/** Carriers: how they are and what they did, and that one is drained and used again by whoever looks. */
import assert from 'node:assert/strict';
import { textOnly } from '../../support/gateway/requests.ts';
import { axe, consoleTest, describeConsole, picture, settled } from './support.ts';

describeConsole('the carriers', () => {
  consoleTest('before anything was sent they are there, and their figures say so', async (t, rig) => {
    const page = await rig.signedIn(t, '/carriers');
    await page.getByRole('row').filter({ hasText: 'sandbox-sms' }).getByText('Up').waitFor();
    await axe(page, { name: 'carriers-idle' });
    await page.getByRole('link', { name: 'sandbox-sms' }).click();
    await page.getByText('Nothing passed through it').waitFor();
  });

  consoleTest('what one took, refused and delivered is shown as it happens', async (t, rig) => {
    const page = await rig.signedIn(t, '/carriers');
    const refused = await rig.gateway.send(textOnly('4915112345911'));
    const lost = await rig.gateway.send(textOnly('4915112345990'));
    for (const number of ['4915112345671', '4915112345672', '4915112345673']) await rig.gateway.send(textOnly(number));
    await rig.gateway.untilStatus(refused, 3042);
    await rig.gateway.untilStatus(lost, 3003);
    await page.getByRole('row').filter({ hasText: 'sandbox-sms' }).getByText('60 %').waitFor();
    await axe(page, { name: 'carriers' });
    await page.getByRole('link', { name: 'sandbox-sms' }).click();
    await page.getByRole('table', { name: 'What it did not take' }).getByText('Refused').waitFor();
    const ended = page.getByRole('table', { name: 'What ended without delivery' });
    await ended.getByText('UNDELIV').waitFor();
    await settled(page);
    await axe(page, { name: 'carrier' });
    await page.getByLabel('Time', { exact: true }).selectOption({ label: 'Last 7 days' });
    await page.waitForURL(/hours=168/);
    await page.getByText('Each hour: the figures').waitFor();
    await ended.getByRole('link', { name: /3003/ }).click();
    await page.waitForURL(/carrier=sandbox-sms&code=3003/);
    const found = page.getByRole('table', { name: 'Messages' }).locator('tbody tr');
    await found.first().waitFor();
    assert.equal(await found.count(), 1);
  });

  consoleTest('one is drained after a question, and used again', async (t, rig) => {
    const page = await rig.signedIn(t, '/carriers/sandbox-sms');
    await page.getByRole('button', { name: 'Drain', exact: true }).click();
    await page.getByRole('alertdialog').waitFor();
    await picture(page, 'carrier-drain');
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(
      await rig.gateway.operate('GET', '/carriers').then(({ body }) => JSON.stringify(body).includes('draining')),
      false,
    );
    await page.getByRole('button', { name: 'Drain', exact: true }).click();
    await page.getByRole('button', { name: 'Drain it' }).click();
    await page.getByText('sandbox-sms is drained.').waitFor();
    await page.getByText('Drained').first().waitFor();
    const { body } = await rig.gateway.operate('GET', '/audit?limit=5');
    assert.match(JSON.stringify(body), /POST \/carriers\/:name\/drain/);
    await page.getByRole('button', { name: 'Use it again' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Use it again' }).click();
    await page.getByText('sandbox-sms is used again.').waitFor();
    await page.getByRole('button', { name: 'Drain', exact: true }).waitFor();
  });
});
