/** Accounts: made with a key that is shown once, found, suspended; their keys, senders and verified numbers. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dayText } from '../../../console/ui/time-text.ts';
import type { JsonObject } from '../../../src/lib/json.ts';
import { PASSWORD } from '../../support/browser.ts';
import { CUSTOMER_ID, textOnly } from '../../support/gateway/requests.ts';
import { axe, type ConsoleRig, consoleTest, describeConsole, settled } from './support.ts';

const NUMBER = '4915112345678';
const LIST = /\/operator\/v1\/accounts\?/;

/** As the account itself is told. */
async function firstSecret({ gateway }: ConsoleRig, { customer_id: id, api_key: key }: JsonObject): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
  const { status, body } = await gateway.call('GET', '/v1/callback-secrets', undefined, { authorization });
  assert.equal(status, 200, JSON.stringify(body));
  const [first] = (body as { secrets: Array<{ secret: string }> }).secrets;
  return first?.secret ?? assert.fail('it has none');
}

describeConsole('accounts', () => {
  consoleTest(
    'an account is made, its key is shown this once, and it is found by a part of its name',
    async (t, rig) => {
      const page = await rig.signedIn(t, '/accounts');
      await page.getByRole('button', { name: 'New account' }).click();
      const form = page.getByRole('dialog', { name: 'New account' });
      await axe(page, { name: 'accounts-new' });
      await form.getByLabel('Name', { exact: true }).fill('Blue Whale');
      await form.getByLabel('Customer ID').fill('BLUE-1');
      await form.getByLabel('Countries').fill('xx');
      await form.getByRole('button', { name: 'Make it' }).click();
      await form.getByRole('alert').getByText('allowed_countries').waitFor();
      await form.getByLabel('Countries').fill('de, at');
      await form.getByRole('button', { name: 'Make it' }).click();
      const shown = page.getByRole('alertdialog', { name: 'The API key of Blue Whale' });
      const key = String(await shown.locator('code').last().textContent());
      assert.equal(Buffer.from(key, 'base64').length, 64);
      await axe(page, { name: 'accounts-key' });
      await page.keyboard.press('Escape');
      await shown.getByRole('button', { name: 'I have kept it' }).click();
      await page.waitForURL(/\/accounts\/BLUE-1$/);
      await page.getByText('DE, AT').waitFor();
      assert.equal((await page.content()).includes(key), false, 'the key is not shown again');
      await axe(page, { name: 'account-new' });
      await page.getByRole('link', { name: 'All accounts' }).click();
      await page.getByLabel('Name or Customer ID').fill('whale');
      await page.keyboard.press('Enter');
      await page.waitForURL(/search=whale/);
      await settled(page);
      await page.getByRole('row').filter({ hasText: 'BLUE-1' }).waitFor();
      // The rows from before stay until the new ones are there: a head and one account.
      await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
      await axe(page, { name: 'accounts' });
    },
  );

  consoleTest('an account is suspended after it was asked, and works again', async (t, rig) => {
    await rig.gateway.operate('POST', '/accounts', { name: 'Ferry', customer_id: 'FERRY' });
    const page = await rig.signedIn(t, '/accounts/FERRY');
    await page.getByRole('button', { name: 'Suspend' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Suspend Ferry?' });
    await axe(page, { name: 'account-suspend' });
    await asked.getByRole('button', { name: 'Cancel' }).click();
    assert.equal((await account(rig, 'FERRY')).state, 'active');
    await page.getByRole('button', { name: 'Suspend' }).click();
    await asked.getByRole('button', { name: 'Suspend it' }).click();
    await page.getByText('Suspended', { exact: true }).waitFor();
    assert.equal((await account(rig, 'FERRY')).state, 'suspended');
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('button', { name: 'Activate it' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
  });

  consoleTest('keys are made and revoked, senders and verified numbers come and go', async (t, rig) => {
    const made = { name: 'Try', customer_id: 'TRY-1', kind: 'trial', verified_numbers: [NUMBER] };
    const secret = await firstSecret(rig, (await rig.gateway.operate('POST', '/accounts', made)).body as JsonObject);
    const page = await rig.signedIn(t, '/accounts/TRY-1');
    const keys = page.getByRole('table', { name: 'Keys' });
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    const revoke = keys.getByRole('button', { name: /^Revoke the key/ });
    await revoke.nth(1).click();
    await page.getByRole('button', { name: 'Revoke the key', exact: true }).click();
    await keys.getByText('Revoked', { exact: true }).first().waitFor();
    await revoke.click();
    await page.getByText('It is the last one').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('no sender: its texts leave with an empty source address').waitFor();
    await page.getByRole('button', { name: 'Add a sender' }).click();
    await page.getByLabel('Sender', { exact: true }).fill('TRY');
    await page.getByLabel('Default for').fill('*');
    await axe(page, { name: 'account-sender' });
    await page.getByRole('button', { name: 'Add it' }).last().click();
    await page.getByRole('row').filter({ hasText: 'all others' }).waitFor();
    assert.equal((await page.content()).includes(NUMBER), false, 'numbers are masked');
    await page.getByLabel('Number', { exact: true }).fill('+49 151 87654321');
    await page.getByRole('button', { name: 'Add it' }).click();
    await page.getByRole('status').getByText('The number is added.').waitFor();
    await page.getByRole('button', { name: 'Show the numbers' }).click();
    await page.getByText('4915187654321').waitFor();
    assert.equal((await page.content()).includes(secret), false, 'so is the callback secret');
    await page.getByRole('button', { name: 'Show the callback secret' }).click();
    await page.getByText(secret).waitFor();
    await axe(page, { name: 'account' });
    await page.getByRole('button', { name: `Remove ${NUMBER}` }).click();
    await page.getByText(NUMBER).waitFor({ state: 'detached' });
    assert.deepEqual((await account(rig, 'TRY-1?full=true')).verified_numbers, ['4915187654321']);
    const audit = JSON.stringify((await rig.gateway.operate('GET', '/audit?limit=20')).body);
    assert.match(audit, /GET \/accounts\/:id[^}]*TRY-1/s, 'that the numbers were shown is in the audit log');
    await page.getByRole('button', { name: 'Remove the sender TRY' }).click();
    await page.getByRole('button', { name: 'Remove the sender', exact: true }).click();
    await page.getByText('It has no sender').waitFor();
  });

  consoleTest('settings are changed one by one, and what somebody else changed meanwhile stays', async (t, rig) => {
    const settings = { callback_url: 'https://acme.example/cb', texts_per_day: 7 };
    await rig.gateway.operate('POST', '/accounts', { name: 'Acme', customer_id: 'ACME-S', settings });
    const page = await rig.signedIn(t, '/accounts/ACME-S?tab=settings');
    await page.getByLabel('Texts in a day').fill('9');
    await page.getByLabel('Callback address').fill('');
    await page.getByLabel('From').fill('21:00');
    await page.getByLabel('To', { exact: true }).fill('08:00');
    await page.getByLabel('Valid numbers alone').selectOption('Yes');
    await axe(page, { name: 'account-settings' });
    await rig.gateway.operate('PATCH', '/accounts/ACME-S', { settings: { calls_per_day: 3 } });
    await page.getByText('The account was changed meanwhile.').waitFor();
    assert.equal(await page.getByLabel('Texts in a day').inputValue(), '9', 'what was written stays');
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByText('The settings of Acme are changed.').waitFor();
    assert.deepEqual((await account(rig, 'ACME-S')).settings, {
      allowed_countries: ['*'],
      texts_per_day: 9,
      calls_per_day: 3,
      strict_numbers: true,
      quiet_hours: { from: '21:00', to: '08:00' },
    });
    assert.equal(await page.getByLabel('Calls in a day').inputValue(), '3');
    await page.getByLabel('Time zone').fill('Nowhere');
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByRole('alert').getByText('settings.quiet_hours.time_zone').waitFor();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Acme Two');
    await page.getByLabel('Masking', { exact: true }).check();
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByRole('heading', { name: 'Acme Two', level: 1 }).waitFor();
    assert.deepEqual((await account(rig, 'ACME-S')).products, ['masking']);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Acme Three');
    await rig.gateway.operate('PATCH', '/accounts/ACME-S', { products: ['masking', 'voice'] });
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByRole('heading', { name: 'Acme Three', level: 1 }).waitFor();
    const { products } = await account(rig, 'ACME-S');
    assert.deepEqual(products, ['masking', 'voice'], 'what somebody else changed meanwhile stays');
  });

  consoleTest('usage is a chart and sums by what is chosen, and a file; a cap begins anew', async (t, rig) => {
    await rig.gateway.untilStatus(await rig.gateway.send(textOnly(NUMBER)), 3000);
    await rig.gateway.operate('PATCH', `/accounts/${CUSTOMER_ID}`, { settings: { addon_caps: { sim_swap: 9 } } });
    const page = await rig.signedIn(t, `/accounts/${CUSTOMER_ID}?tab=usage`);
    const totals = page.getByRole('table', { name: 'In all' });
    await totals.getByRole('row').filter({ hasText: 'Omnichannel' }).waitFor();
    await page.getByLabel('By', { exact: true }).selectOption('Country');
    await totals.getByRole('row').filter({ hasText: 'Germany (DE)' }).waitFor();
    assert.match(page.url(), /tab=usage/);
    assert.match(page.url(), /by=country/);
    await page.locator('canvas').waitFor();
    await axe(page, { name: 'account-usage' });
    await page.getByLabel('Figure').selectOption('Calls');
    await page.getByText('Nothing of this').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'As CSV' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), `usage-${CUSTOMER_ID}.csv`);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    assert.match(String(lines[1]), new RegExp(`^[\\d-]{10},${CUSTOMER_ID},omnichannel,sms,DE,1,`));
    await page.getByRole('button', { name: 'Begin anew: sim_swap' }).click();
    await page.getByRole('button', { name: 'Begin it anew' }).click();
    await page.getByText('0 uses of sim_swap are forgotten.').waitFor();
    await page.goto(`${rig.url}/console/accounts/TRY-1?tab=usage`);
    await page.getByText('Nothing was used').waitFor();
  });

  consoleTest('a day of the usage is the same one for who reads it west of UTC', async (t, rig) => {
    await rig.gateway.untilStatus(await rig.gateway.send(textOnly(NUMBER)), 3000);
    const page = await rig.signedIn(t, '/accounts');
    const reader = await page.context().newCDPSession(page);
    await reader.send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
    await page.goto(`${rig.url}/console/accounts/${CUSTOMER_ID}?tab=usage&days=7`);
    await page.getByText('Messages by day: the figures').click();
    const days = page.getByRole('table').filter({ hasText: 'Day' }).getByRole('row');
    const today = await days.last().getByRole('cell').first().textContent();
    assert.equal(today, dayText(Number(await page.evaluate('Date.now()'))));
  });

  consoleTest('templates are listed, and what one says is shown to who asks', async (t, rig) => {
    const template = {
      name: 'order_shipped',
      type: 'standard',
      channel: 'sms',
      content: [{ body: { type: 'text', text: 'Order {{1}} is on its way', sample_text: ['1017'] } }],
      category: 'utility',
      language: 'en_US',
    };
    const page = await rig.signedIn(t, `/accounts/${CUSTOMER_ID}?tab=templates`);
    await page.getByText('It keeps no template').waitFor();
    assert.equal((await rig.gateway.call('POST', '/v1/omnichannel/templates', template)).status, 200);
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'order_shipped' });
    await row.waitFor();
    assert.equal((await page.content()).includes('is on its way'), false);
    await axe(page, { name: 'account-templates' });
    await row.getByRole('button', { name: 'Show what order_shipped says' }).click();
    await page.getByText('is on its way').waitFor();
    await axe(page, { name: 'account-template' });
  });

  consoleTest('who may only look on is told so; what is not there, or fails, says so', async (t, rig) => {
    await rig.gateway.operate('POST', '/users', { name: 'vic', role: 'viewer', password: PASSWORD });
    const page = await rig.stranger(t, '/accounts?search=nobody-at-all');
    await page.getByRole('textbox', { name: 'User name' }).fill('vic');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('No account fits').waitFor();
    const button = page.getByRole('button', { name: 'New account' });
    assert.equal(await button.getAttribute('aria-disabled'), 'true');
    assert.match(String(await button.getAttribute('title')), /change accounts/);
    await axe(page, { name: 'accounts-viewer' });
    await page.goto(`${rig.url}/console/accounts/NOBODY`);
    await page.getByRole('alert').getByText('Account not found').waitFor();
    await page.route(LIST, (route) =>
      route.fulfill({ status: 503, json: { status: { code: 503, description: 'The storage is not available' } } }),
    );
    await page.goto(`${rig.url}/console/accounts?state=active`);
    await page.getByRole('alert').getByText('The accounts could not be loaded.').waitFor();
    await axe(page, { name: 'accounts-failed' });
  });
});

async function account({ gateway }: ConsoleRig, id: string): Promise<JsonObject> {
  return (await gateway.operate('GET', `/accounts/${id}`)).body as JsonObject;
}
