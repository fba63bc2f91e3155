/** Identity: look-ups with where their answers came from, sources, spend and caps, data sets, and a look-up tried here. */
import assert from 'node:assert/strict';
import { CUSTOMER_ID } from '../../support/gateway/gateway.ts';
import { axe, consoleTest, describeConsole, settled } from './support.ts';

const NUMBER = '4915112345100';

describeConsole('identity', () => {
  consoleTest('a look-up is planned and done from here, and what was answered is shown to who asks', async (t, rig) => {
    const page = await rig.signedIn(t, '/identity');
    await page.getByText('Nothing has been asked yet').waitFor();
    await axe(page, { name: 'identity-empty' });
    await page.getByRole('tab', { name: 'Try' }).click();
    await page.getByLabel('Number').fill('+49 151 12345 100');
    await page.getByLabel('Contact', { exact: true }).check();
    await page.getByRole('button', { name: 'Show the plan' }).click();
    await page.getByRole('table', { name: 'Plan' }).getByText('sandbox-operator').first().waitFor();
    await axe(page, { name: 'identity-plan' });
    const { body: before } = await rig.gateway.operate('GET', '/look-ups');
    assert.deepEqual((before as { look_ups: unknown[] }).look_ups, [], 'a plan looks nothing up');
    await page.getByRole('button', { name: 'Look it up' }).click();
    await page.waitForURL(/\/identity\/[0-9A-F]{32}$/);
    await page.getByRole('table', { name: 'Add-ons' }).getByText('Answered 2800').first().waitFor();
    assert.equal((await page.content()).includes(NUMBER), false, 'the number is not on the page');
    await axe(page, { name: 'identity-look-up' });
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.getByRole('region', { name: 'The answer' }).getByText(NUMBER).waitFor();
    await axe(page, { name: 'identity-answer' });
    const { body } = await rig.gateway.operate('GET', '/audit?limit=5');
    assert.match(JSON.stringify(body), /GET \/look-ups\/:reference/, 'it is in the audit log');
    await page.getByRole('link', { name: 'All look-ups' }).click();
    await page.getByRole('row').filter({ hasText: 'SIM swap' }).waitFor();
    await axe(page, { name: 'identity' });
  });

  consoleTest('sources, what they cost, caps and data sets are told', async (t, rig) => {
    const settings = { settings: { addon_caps: { sim_swap: 10 } } };
    await rig.gateway.operate('PATCH', `/accounts/${CUSTOMER_ID}`, settings);
    const looked = rig.gateway.call('POST', `/v1/phoneid/${NUMBER}`, { addons: { sim_swap: {} } });
    assert.equal((await rig.gateway.through('it is looked up', looked)).status, 200);
    const page = await rig.signedIn(t, '/identity?tab=sources');
    const row = page.getByRole('table', { name: 'Sources' }).getByRole('row').filter({ hasText: 'sandbox-operator' });
    await row.getByText('Answers', { exact: true }).waitFor();
    await axe(page, { name: 'identity-sources' });
    await page.getByRole('tab', { name: 'Spend and caps' }).click();
    const caps = page.getByRole('table', { name: 'Hard caps' });
    await caps.getByText(/^\d of 10$/).waitFor();
    await page.getByRole('table', { name: 'Spend by add-on' }).getByText('SIM swap').waitFor();
    await axe(page, { name: 'identity-spend' });
    await caps.getByRole('button', { name: 'Begin anew' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Begin anew' }).click();
    await caps.getByText('0 of 10').waitFor();
    await page.getByRole('tab', { name: 'Data sets' }).click();
    await page.getByText('Nothing has been imported').waitFor();
    const made = await rig.gateway.operate('POST', '/imports', {
      kind: 'deactivations',
      set: 'Carrier A',
      date: '2026-01-01',
    });
    const { id } = made.body as { id: string };
    await rig.gateway.operate('POST', `/imports/${id}/rows`, { from: 0, rows: [{ number: NUMBER }] });
    await rig.gateway.operate('POST', `/imports/${id}/finish`);
    await page.reload();
    await settled(page);
    await page.getByRole('row').filter({ hasText: 'Carrier A' }).waitFor();
    await axe(page, { name: 'identity-data' });
  });
});
