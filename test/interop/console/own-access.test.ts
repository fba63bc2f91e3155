/** What everybody does for themselves: another password, and a second factor by a picture or its secret. */
import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../support/browser.ts';
import { axe, type ConsoleRig, consoleTest, describeConsole, settled } from './support.ts';

const OTHER = 'another horse entirely';

describeConsole('your access', () => {
  consoleTest('who is signed in changes the password, and other sessions end', async (t, rig) => {
    const page = await signedInAs(await rig.stranger(t, '/you'), rig, 'dora');
    const elsewhere = await signedInAs(await rig.stranger(t, '/you'), rig, 'dora');
    await page.getByRole('button', { name: 'Change the password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the password' });
    await dialog.getByLabel('The one that you have').fill('not the password');
    await dialog.getByLabel('The new one', { exact: true }).fill(OTHER);
    await dialog.getByLabel('The new one again').fill(OTHER);
    await dialog.getByRole('button', { name: 'Change it' }).click();
    await dialog.getByRole('alert').getByText('parameter password').waitFor();
    await axe(page, { name: 'you-password' });
    await dialog.getByLabel('The one that you have').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('and 1 other sessions have ended').waitFor();
    await elsewhere.reload();
    await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  consoleTest('a second factor is set up, and taken away with one of its codes', async (t, rig) => {
    const page = await signedInAs(await rig.stranger(t, '/you'), rig, 'emil');
    await axe(page, { name: 'you' });
    await page.getByRole('button', { name: 'Set it up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Show the secret' }).click();
    await dialog.getByRole('img', { name: 'The secret as a picture for an authenticator' }).waitFor();
    await axe(page, { name: 'you-factor' });
    const secret = String(await dialog.locator('code').textContent());
    const code = () => generateSync({ secret, epoch: Math.floor(rig.gateway.clock.now() / 1_000) });
    await dialog.getByLabel('Code that it shows').fill(code());
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
    const [recovery] = await page.getByRole('dialog').getByRole('listitem').allTextContents();
    await axe(page, { name: 'you-codes' });
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('button', { name: 'Take it away' }).click();
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByLabel('Code').fill(String(recovery));
    await dialog.getByRole('button', { name: 'Take it away' }).click();
    await page.getByRole('button', { name: 'Set it up' }).waitFor();
    const { body } = await rig.gateway.operate('GET', '/users/emil');
    assert.equal((body as { second_factor: boolean }).second_factor, false);
  });

  consoleTest('the operator token has no password, and is told so', async (t, rig) => {
    const page = await rig.signedIn(t, '/you');
    await page.getByText('You are not signed in as a user').waitFor();
    await axe(page, { name: 'you-root' });
  });
});

async function signedInAs(page: Page, { gateway }: ConsoleRig, name: string): Promise<Page> {
  await gateway.operate('POST', '/users', { name, role: 'viewer', password: PASSWORD });
  await page.getByRole('textbox', { name: 'User name' }).fill(name);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your access' }).waitFor();
  await settled(page);
  return page;
}
