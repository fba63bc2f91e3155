/** Nodes, imports and erasures: what runs, what comes in about numbers, and numbers that are taken out of everything. */
import assert from 'node:assert/strict';
import { markStopped, registerNode } from '../../../src/store/nodes/nodes.ts';
import { textOnly } from '../../support/gateway/requests.ts';
import { axe, consoleTest, describeConsole, settled } from './support.ts';

const NUMBER = '4915112345678';

describeConsole('nodes, imports and erasures', () => {
  consoleTest('the node that runs is shown with its release, its carriers and the database', async (t, rig) => {
    const { db } = rig.gateway.gateway;
    for (const id of ['pod-1', 'pod-2', 'pod-3', 'pod-4', 'pod-5', 'pod-6']) {
      await registerNode(db, id, { release: '0.0.9' }, 1);
      await markStopped(db, id, 1, Date.now());
    }
    const page = await rig.signedIn(t, '/nodes');
    const row = page
      .getByRole('table', { name: 'Nodes', exact: true })
      .getByRole('row')
      .filter({ hasText: 'test-node' });
    await row.getByText('Running').waitFor();
    await row.getByText('0.1.0').waitFor();
    const database = page.getByRole('table', { name: 'The database' });
    await database.getByRole('row').filter({ hasText: 'database: schema' }).getByText('Well').waitFor();
    const stopped = page.getByRole('table', { name: 'Nodes that stopped' }).locator('tbody tr');
    assert.equal(await stopped.count(), 5);
    await axe(page, { name: 'nodes' });
    await page.getByRole('button', { name: 'All 6' }).click();
    assert.equal(await stopped.count(), 6);
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

  consoleTest(
    'an import shows its faults, is stopped, and its set is removed once its name is typed',
    async (t, rig) => {
      const page = await rig.signedIn(t, '/imports');
      await page.getByText('Nothing was imported yet').waitFor();
      await axe(page, { name: 'imports-empty' });
      const begin = async (set: string) => {
        const start = { kind: 'deactivations', set, date: '2026-01-01' };
        return ((await rig.gateway.operate('POST', '/imports', start)).body as { id: string }).id;
      };
      const send = (id: string, from: number, number: string) => {
        const rows = [
          { line: from + 1, number },
          { line: from + 2, number: 'secret' },
        ];
        return rig.gateway.operate('POST', `/imports/${id}/rows`, { from, rows });
      };
      const whole = await begin('Carrier A');
      await send(whole, 0, NUMBER);
      await rig.gateway.operate('POST', `/imports/${whole}/finish`);
      const open = await begin('Carrier B');
      await send(open, 0, NUMBER);
      await page.reload();
      const row = page.getByRole('row').filter({ hasText: 'Carrier B' });
      await row.getByText('1 (50 %)').waitFor();
      await send(open, 2, '4915112345679');
      await row.getByText('2 (50 %)').waitFor();
      await axe(page, { name: 'imports' });
      await row.getByRole('link').press('Enter');
      const faults = page.getByRole('table', { name: 'Rows that were refused' });
      await faults.getByText('number: a phone number').last().waitFor();
      assert.deepEqual(await faults.getByRole('row').last().getByRole('cell').first().textContent(), '4');
      assert.equal((await page.content()).includes('secret'), false);
      await axe(page, { name: 'import' });
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await axe(page, { name: 'import-stop' });
      await page.getByRole('button', { name: 'Stop the import' }).click();
      await page.getByText('It was stopped and is never whole.').waitFor();
      assert.equal((await send(open, 4, NUMBER)).status, 400, 'it takes no more');
      await page.getByRole('link', { name: 'All imports' }).click();
      await page.getByRole('row').filter({ hasText: 'Carrier A' }).getByRole('link').click();
      await page.getByText('It is whole: look-ups look into its set.').waitFor();
      await page.getByRole('button', { name: 'Remove the set' }).click();
      await page.getByLabel('Type Carrier A to go on').fill('Carrier A');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the set' }).click();
      await page.waitForURL(/\/imports$/);
      await page.getByRole('row').filter({ hasText: 'Carrier A' }).waitFor({ state: 'detached' });
      const { body } = await rig.gateway.operate('GET', '/data-sets');
      assert.deepEqual(body, { data_sets: [] });
    },
  );
});
