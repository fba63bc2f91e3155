/** The audit log: kept fresh, found, exported as it is filtered, and verified. Batches: watched and ordered about. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { HttpAnswer } from '../../support/gateway/gateway.ts';
import { textOnly } from '../../support/gateway/requests.ts';
import { axe, consoleTest, describeConsole, settled } from './support.ts';

describeConsole('audit and batches', () => {
  consoleTest('what somebody does is found with what it was to change, and exported', async (t, rig) => {
    const page = await rig.signedIn(t);
    await page.clock.install();
    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByRole('table', { name: 'Entries' }).getByText('Signed in').first().waitFor();
    const made = await rig.gateway.operate('POST', '/accounts', { name: 'Acme' });
    const id = String((made.body as { customer_id?: unknown }).customer_id);
    const change = { name: 'Acme 2', settings: { daily_limit: 7 } };
    assert.equal(
      (await rig.gateway.operate('PATCH', `/accounts/${id}`, change)).status,
      400,
      'it is refused, and there',
    );
    await page.clock.fastForward(10_000);
    const row = page.getByRole('row').filter({ hasText: 'Changed an account' });
    await row.getByText('Refused 400').waitFor();
    await axe(page, { name: 'audit' });
    await page.getByLabel('What', { exact: true }).selectOption({ label: 'Made an account' });
    await row.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Made an account' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export what is filtered' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    assert.ok(lines.length >= 2 && lines.every((line) => line.includes('"action":"POST /accounts"')), lines.join('\n'));
    await page.getByLabel('What', { exact: true }).selectOption({ label: 'All' });
    await page.getByLabel('On what').fill('nobody at all');
    await page.getByLabel('On what').press('Enter');
    await page.getByText('No entry fits').waitFor();
    await page.getByLabel('On what').fill(id);
    await page.getByLabel('On what').press('Enter');
    await row.getByRole('link').press('Enter');
    await page.getByRole('list', { name: 'Fields' }).getByText('settings.daily_limit').waitFor();
    await axe(page, { name: 'audit-entry' });
    await page.getByRole('link', { name: 'The entry after' }).click();
    await page.getByText('Is the end of').waitFor();
    await page.getByRole('link', { name: 'The entry before' }).waitFor();
    const { entries } = (await rig.gateway.operate('GET', '/audit?limit=1')).body as { entries: { seq: number }[] };
    await page.goto(`${new URL(page.url()).origin}/console/audit/${entries[0]?.seq}`);
    await page.getByRole('link', { name: 'The entry before' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'The entry after' }).count(), 0, 'the newest has none');
  });

  consoleTest('the log is verified, and what is wrong is said with its place', async (t, rig) => {
    const page = await rig.signedIn(t, '/audit');
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page
      .getByText(/The log is whole: \d+ entries/)
      .first()
      .waitFor();
    const end = (await page.getByText(/^\d+:[0-9a-f]{64}$/).textContent()) ?? '';
    const kept = page.getByLabel('An end that you kept before');
    for (const [typed, said] of [
      ['nothing', /A place and a hash/],
      [`999999:${'0'.repeat(64)}`, /There is no entry in its place/],
      [`1:${'0'.repeat(64)}`, /Another entry stands in its place/],
      [end, /This log holds it/],
    ] as const) {
      await kept.fill(typed);
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByText(said).waitFor();
    }
    await axe(page, { name: 'audit-whole' });
    await page.getByRole('button', { name: 'Close' }).click();
    const report = { ok: false, entries: 3, begin: 0, end: 9, last: { seq: 3, hash: 'ab' }, next: '3:ab' };
    await page.route('**/operator/v1/audit/verify?*', (route) =>
      route.request().url().includes('after=')
        ? route.fulfill({ json: { ...report, entries: 6, next: null, problems: [{ seq: 5, text: 'missing' }] } })
        : route.fulfill({ json: { ...report, problems: [{ seq: 2, text: 'changed: its hash is another one' }] } }),
    );
    await page.getByRole('button', { name: 'Verify the log' }).click();
    const problems = page.getByRole('table', { name: 'What is wrong' });
    await problems.getByText('missing').waitFor();
    assert.equal(await problems.getByRole('link').count(), 2);
    await page.getByText('Not whole').waitFor();
    await axe(page, { name: 'audit-not-whole' });
    await problems.getByRole('link', { name: '2', exact: true }).click();
    await settled(page);
    await page.getByRole('heading', { name: 'In the chain' }).waitFor();
  });

  consoleTest('a batch is watched, its refused recipients are found, and it is ordered about', async (t, rig) => {
    const page = await rig.signedIn(t, '/batches');
    await page.getByText('No batch has been sent in').waitFor();
    const { phone_number: number, ...once } = textOnly('4915112345670') as Record<string, unknown>;
    const recipients = [number, '4915112345671', 'nobody'].map((each) => ({ phone_number: each }));
    const body = { ...once, external_id: 'spring', recipients };
    const answer: HttpAnswer = await rig.gateway.call('POST', '/v1/omnichannel/batch', body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const row = page.getByRole('row').filter({ hasText: 'spring' });
    await row.getByText('Done').waitFor();
    await axe(page, { name: 'batches' });
    await row.getByRole('link').press('Enter');
    const statuses = page.getByRole('table', { name: 'Statuses' });
    await statuses.getByText('Delivered 3000').waitFor();
    await statuses.getByRole('cell', { name: '100 %' }).waitFor();
    await page.getByText('2 of 3 recipients have a message. Of 1 none is made: it was refused.').waitFor();
    const places = page.getByRole('table', { name: 'Recipients' });
    assert.ok(!(await page.content()).includes('4915112345671'), 'no number is on the page');
    await page.getByRole('button', { name: 'Show the numbers' }).click();
    await places.getByText('4915112345671').waitFor();
    await axe(page, { name: 'batch' });
    await page.getByRole('term').filter({ hasText: 'Refused' }).locator('..').getByRole('link').click();
    await places.getByText('no number').waitFor();
    await places.getByText('4915112345671').waitFor({ state: 'detached' });
    await places.getByText('3101').waitFor();
    await page.getByRole('button', { name: 'Pause' }).last().click();
    await page.getByText('Pause this batch?').waitFor();
    await axe(page, { name: 'batch-pause' });
    await page.getByRole('button', { name: 'Pause it' }).click();
    await page.getByText('Taken back unless it goes on').waitFor();
    await page.getByRole('button', { name: 'Let it go on' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Let it go on' }).click();
    await page.getByText('The batch goes on.').first().waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('It was taken back: what had not left has not left.').waitFor();
    // Nothing more is to be ordered. The dialog closes after the page has been told.
    await page.getByRole('button', { name: 'Take back' }).waitFor({ state: 'detached' });
  });
});
