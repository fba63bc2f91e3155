/** Nodes, imports and erasures: what runs, what comes in about numbers, and numbers that are taken out of everything. */
import { axe, consoleTest, describeConsole, settled } from './support.ts';

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
});
