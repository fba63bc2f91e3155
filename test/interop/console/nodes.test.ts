/** Nodes, imports and erasures: what runs, what comes in about numbers, and numbers that are taken out of everything. */
import assert from 'node:assert/strict';
import { textOnly } from '../../support/gateway/requests.ts';
import { axe, consoleTest, describeConsole, settled } from './support.ts';

const NUMBER = '4915112345678';

describeConsole('nodes, imports and erasures', () => {
  consoleTest('the node that runs is shown with its release, its carriers and the database', async (t, rig) => {
    const page = await rig.signedIn(t, '/nodes');
    const row = page
      .getByRole('table', { name: 'Nodes', exact: true })
      .getByRole('row')
      .filter({ hasText: 'test-node' });
    await row.getByText('Running').waitFor();
    await row.getByText('0.1.0').waitFor();
    const database = page.getByRole('table', { name: 'The database' });
    await database.getByRole('row').filter({ hasText: 'database: schema' }).getByText('Well').waitFor();
    await axe(page, { name: 'nodes' });
    await row.getByRole('link').press('Enter');
    await page.waitForURL(/\/nodes\/test-node$/);
    await page.getByRole('table', { name: 'Carriers' }).getByText('Can send').first().waitFor();
    await page.getByRole('table', { name: 'Diagnosis' }).waitFor();
    await settled(page);
    await axe(page, { name: 'node' });
  });

  consoleTest('a number is counted, erased once its end is typed, and its receipt says what went', async (t, rig) => {
    await rig.gateway.untilStatus(await rig.gateway.send(textOnly(NUMBER)), 3000);
    const page = await rig.signedIn(t, '/erasures');
    await page.getByText('No number was erased yet').waitFor();
    await axe(page, { name: 'erasures-empty' });
    await page.getByRole('button', { name: 'Erase a number' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Number' }).fill('12');
    await dialog.getByRole('button', { name: 'Count what goes' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: 'Number' }).fill('+49 1511 2345678');
    await dialog.getByRole('button', { name: 'Count what goes' }).click();
    await dialog.getByRole('definition').getByText('1', { exact: true }).waitFor();
    await axe(page, { name: 'erasure-asked' });
    const end = dialog.getByLabel(/Type the last four digits/);
    await end.fill('5679');
    await end.press('Enter');
    const { body: none } = await rig.gateway.operate('GET', '/erasures');
    assert.deepEqual((none as { erasures: unknown[] }).erasures, [], 'nothing was erased yet');
    await end.fill('5678');
    await end.press('Enter');
    await page.waitForURL(/\/erasures\/[0-9a-f-]{36}$/);
    await page.getByText('The number is gone.').waitFor();
    const went = page.getByRole('table', { name: 'What went' }).getByRole('row').filter({ hasText: 'Messages' });
    await went.getByText('1', { exact: true }).waitFor();
    assert.equal((await page.content()).includes(NUMBER), false, 'the number is not on the page');
    await axe(page, { name: 'erasure' });
    await page.getByRole('link', { name: 'All erasures' }).click();
    await page.getByRole('table', { name: 'Erasures' }).getByText('Done', { exact: true }).last().waitFor();
    await axe(page, { name: 'erasures' });
    const { body } = await rig.gateway.operate('GET', '/audit?limit=5');
    assert.match(JSON.stringify(body), /POST \/erasures/, 'it is in the audit log');
  });
});
