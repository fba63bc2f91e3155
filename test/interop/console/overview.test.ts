/** The overview: what the diagnosis finds, and the nodes. */
import { axe, consoleTest, describeConsole, settled } from './support.ts';

describeConsole('the overview', () => {
  consoleTest('it shows the diagnosis and the node that runs', async (t, rig) => {
    const page = await rig.signedIn(t, '/overview');
    await page.getByText(/of \d+ checks are well/).waitFor();
    await page.getByRole('table', { name: 'Nodes' }).waitFor();
    await settled(page);
    await axe(page, { name: 'overview' });
  });
});
