/** The overview: how much passes through, what the diagnosis finds, receivers that fail, and the nodes. */
import { textOnly } from '../../support/gateway/requests.ts';
import { axe, consoleTest, describeConsole, settled } from './support.ts';

/** Nobody listens there. */
const DEAF = 'http://127.0.0.1:9';

describeConsole('the overview', () => {
  consoleTest('before anything was sent it says so, and shows the diagnosis and the node', async (t, rig) => {
    const page = await rig.signedIn(t, '/overview');
    await page.getByText(/of \d+ checks are well, on the node test-node/).waitFor();
    await page.getByRole('table', { name: 'Nodes' }).getByText('Running').waitFor();
    await page.getByText('None waits for another try.').waitFor();
    await page.getByText('0 in the last hour').waitFor();
    await settled(page);
    await axe(page, { name: 'overview-idle' });
  });

  consoleTest('what passes through and what fails comes by itself', async (t, rig) => {
    const page = await rig.signedIn(t, '/overview');
    const delivered = await rig.gateway.send(textOnly('4915112345671'));
    const deaf = await rig.gateway.send({ ...textOnly('4915112345672'), callback_url: `${DEAF}/callback` });
    const lost = await rig.gateway.send(textOnly('4915112345990'));
    await rig.gateway.untilStatus(delivered, 3000);
    await rig.gateway.untilStatus(deaf, 3000);
    await rig.gateway.untilStatus(lost, 3003);
    await page.getByText('3 in the last hour').waitFor();
    await page.getByText('66.6 %').first().waitFor();
    const failing = page.getByRole('table', { name: 'Callbacks that fail' });
    await failing.getByRole('link', { name: DEAF }).waitFor();
    await settled(page);
    await axe(page, { name: 'overview' });
    await failing.getByRole('link', { name: DEAF }).click();
    await page.waitForURL(/\/callbacks\?.*state=pending/);
  });

  consoleTest('figures that could not be had again are not taken for those of now', async (t, rig) => {
    const page = await rig.signedIn(t, '/overview');
    await page.getByText(/of \d+ checks are well, on the node test-node/).waitFor();
    await page.route(/\/operator\/v1\/diagnosis/, (route) => route.fulfill({ status: 503, json: {} }));
    // As when the page is looked at again.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('What is shown is older: it could not be loaded again.').waitFor();
    await settled(page);
    await axe(page, { name: 'overview-older' });
    await page.unroute(/\/operator\/v1\/diagnosis/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });

  consoleTest('figures that cannot be had are said to be missing, and asked for again', async (t, rig) => {
    const page = await rig.signedIn(t, '/find');
    await page.route(/\/operator\/v1\/traffic/, (route) => route.fulfill({ status: 400, json: {} }));
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('The traffic could not be loaded.').waitFor();
    await axe(page, { name: 'overview-failing' });
    await page.unroute(/\/operator\/v1\/traffic/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Each minute: the figures').waitFor();
  });
});
