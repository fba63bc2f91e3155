/** Callbacks: the list, one of them with its tries and signatures, one sent once more, and a range. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { API_KEY, CUSTOMER_ID, textOnly } from '../../support/gateway/requests.ts';
import { axe, type ConsoleRig, consoleTest, describeConsole, settled } from './support.ts';

const NUMBER = '4915112345678';
const LIST = /\/operator\/v1\/callbacks\?/;

/** One that the receiver refuses once and then takes. */
async function refusedOnce({ gateway }: ConsoleRig): Promise<string> {
  gateway.callbackStatus = 500;
  const reference = await gateway.send(textOnly(NUMBER));
  const of = () => gateway.received.filter(({ body }) => body.reference_id === reference);
  await gateway.until('the receiver has refused it', () => of().length > 0);
  gateway.callbackStatus = 200;
  await gateway.until('the receiver has taken it', () => of().length > 1);
  return reference;
}

async function openOf(page: Page, rig: ConsoleRig, reference: string): Promise<void> {
  await page.goto(`${rig.url}/console/callbacks?message=${reference}`);
  await settled(page);
  await page.getByRole('table', { name: 'Callbacks' }).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Tries' }).waitFor();
}

describeConsole('callbacks', () => {
  consoleTest('where nobody has been told anything it says so, and who is told appears by itself', async (t, rig) => {
    const page = await rig.signedIn(t, '/callbacks');
    await page.getByText('Nobody has been told anything yet').waitFor();
    await axe(page, { name: 'callbacks-empty' });
    const reference = await rig.gateway.send(textOnly(NUMBER));
    await rig.gateway.callbacksOf(reference, 1);
    await page.getByRole('table', { name: 'Callbacks' }).getByText('Delivered').first().waitFor();
    await axe(page, { name: 'callbacks' });
    await page.getByLabel('Account').fill(CUSTOMER_ID);
    await page.getByLabel('Account').press('Enter');
    await page.getByLabel('Endpoint').fill('http://127.0.0.1:1');
    await page.getByLabel('Endpoint').press('Enter');
    await page.getByText('No callback fits').waitFor();
    await page.getByLabel('Endpoint').fill(new URL(rig.gateway.callbackUrl).origin);
    await page.getByLabel('Endpoint').press('Enter');
    await page.getByRole('table', { name: 'Callbacks' }).getByText('Delivered').first().waitFor();
  });

  consoleTest('a callback shows its tries, and both signatures step by step', async (t, rig) => {
    const { body: listed } = await rig.gateway.call('GET', '/v1/callback-secrets');
    const { secrets } = listed as { secrets: Array<{ secret: string }> };
    const page = await rig.signedIn(t);
    await openOf(page, rig, await refusedOnce(rig));
    const tries = page.getByRole('list', { name: 'Tries, oldest first' });
    await tries.getByText(/Answered 500/).waitFor();
    await tries.getByText(/Taken with 200/).waitFor();
    assert.equal((await page.content()).includes(NUMBER), false, 'nothing is shown before it is asked for');
    await axe(page, { name: 'callback' });
    await page.getByRole('button', { name: 'Show what was sent' }).click();
    await page.getByText('webhook-signature', { exact: true }).waitFor();
    const key = page.getByLabel('API key');
    await key.fill(Buffer.from('of somebody else').toString('base64'));
    await page.getByText('They differ').waitFor();
    await key.fill(API_KEY);
    await page.getByText('They match').waitFor();
    await page.getByRole('button', { name: 'Fill in the newest of the account' }).click();
    await page.getByText('They match').nth(1).waitFor();
    assert.equal(await page.getByLabel('Callback secret').inputValue(), secrets[0]?.secret);
    const sent = rig.gateway.received.at(-1);
    await page
      .getByLabel('What your receiver computed')
      .last()
      .fill(String(sent?.headers['webhook-signature']).split(' ')[0] ?? '');
    await page.getByText('This is the right one.').waitFor();
    await axe(page, { name: 'callback-signatures' });
    const { body } = await rig.gateway.operate('GET', '/audit?limit=10');
    assert.match(JSON.stringify(body), /GET \/callbacks\/:id/, 'it is in the audit log');
    assert.match(JSON.stringify(body), /GET \/accounts\/:id\/callback-secrets/);
  });

  consoleTest('one is sent again, and the page shows what comes of it', async (t, rig) => {
    const page = await rig.signedIn(t);
    const reference = await rig.gateway.send(textOnly(NUMBER));
    await rig.gateway.callbacksOf(reference, 1);
    await openOf(page, rig, reference);
    const before = rig.gateway.received.length;
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.getByRole('status').getByText('The callback is sent again.').waitFor();
    await rig.gateway.until('it has come again', () => rig.gateway.received.length > before);
    await page.getByText('Sent again', { exact: true }).waitFor();
  });

  consoleTest('a range is counted before it is sent, and counted anew when it changes', async (t, rig) => {
    const reference = await rig.gateway.send(textOnly(NUMBER));
    await rig.gateway.callbacksOf(reference, 1);
    const page = await rig.signedIn(t, `/callbacks?customer_id=${CUSTOMER_ID}&state=delivered`);
    await page.getByRole('button', { name: 'Send a range again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send a range again' });
    await dialog.getByRole('button', { name: 'Count them' }).click();
    await dialog.getByText('Since when? A date and a time.').waitFor();
    await axe(page, { name: 'callbacks-range' });
    await dialog.getByLabel('From').fill('2020-01-01T00:00');
    await dialog.getByRole('button', { name: 'Count them' }).click();
    const send = dialog.getByRole('button', { name: /^Send \d+ callbacks? again$/ });
    await send.waitFor();
    await dialog.getByLabel('Endpoint').fill('http://127.0.0.1:1');
    await dialog.getByRole('button', { name: 'Count them' }).click();
    await dialog.getByText('No callback fits.').waitFor();
    await dialog.getByLabel('Endpoint').fill('');
    await dialog.getByRole('button', { name: 'Count them' }).click();
    const before = rig.gateway.received.length;
    await send.dispatchEvent('click', { detail: 2 });
    assert.equal(await send.getAttribute('aria-busy'), null, 'the second half of a double click on "Count them"');
    await send.click();
    await dialog.waitFor({ state: 'detached' });
    await rig.gateway.until('they come again', () => rig.gateway.received.length > before);
  });

  consoleTest('what fails says so, and what is not there', async (t, rig) => {
    const page = await rig.signedIn(t);
    await page.route(LIST, (route) =>
      route.fulfill({ status: 503, json: { status: { code: 503, description: 'The storage is not available' } } }),
    );
    await page.goto(`${rig.url}/console/callbacks?state=given_up`);
    await page.getByRole('alert').getByText('The callbacks could not be loaded.').waitFor();
    await axe(page, { name: 'callbacks-failed' });
    await page.goto(`${rig.url}/console/callbacks/0190a3f0-4c6b-7000-a1b2-c3d4e5f60789`);
    await page.getByRole('alert').getByText('The callback could not be loaded.').waitFor();
    await axe(page, { name: 'callback-missing' });
  });
});
