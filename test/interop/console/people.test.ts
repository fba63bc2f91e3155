/** People: users and their invites, sessions and tokens; and what everybody does for themselves. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../support/browser.ts';
import { axe, type ConsoleRig, consoleTest, describeConsole, settled } from './support.ts';

const OTHER = 'another horse entirely';

describeConsole('people', () => {
  consoleTest(
    'a user is made with a link, sets a password by it, and signs in; the link is good once',
    async (t, rig) => {
      const page = await rig.signedIn(t, '/people');
      await page.getByText('There is no user yet').waitFor();
      await page.getByRole('button', { name: 'New user' }).click();
      const form = page.getByRole('dialog', { name: 'New user' });
      await form.getByLabel('Name').fill('ada');
      await form.getByLabel('Role').selectOption('admin');
      await form.getByLabel('Address').fill('ada@example.com');
      await axe(page, { name: 'people-new' });
      await form.getByRole('button', { name: 'Make it' }).click();
      const shown = page.getByRole('alertdialog', { name: 'A link for ada' });
      const link = String(await shown.locator('code').textContent());
      assert.ok(link.startsWith(`${rig.url}/console/invite#`), link);
      await axe(page, { name: 'people-link' });
      await shown.getByRole('button', { name: 'I have kept it' }).click();
      await page.getByRole('row').filter({ hasText: 'ada@example.com' }).waitFor();
      await axe(page, { name: 'people' });

      const invited = await rig.stranger(t);
      await invited.goto(link);
      await invited.getByRole('heading', { name: 'Set your password' }).waitFor();
      assert.equal(new URL(invited.url()).hash, '', 'the address holds it no more');
      assert.equal(await invited.getByLabel('User name').inputValue(), 'ada');
      await invited.getByLabel('New password').fill(PASSWORD);
      await invited.getByLabel('The same again').fill(OTHER);
      await invited.getByRole('button', { name: 'Set it' }).click();
      await invited.getByText('It is not the same as above.').waitFor();
      await axe(invited, { name: 'invite' });
      await invited.getByLabel('The same again').fill(PASSWORD);
      await invited.getByRole('button', { name: 'Set it' }).click();
      await invited.getByRole('heading', { name: 'Your password is set' }).waitFor();
      await axe(invited, { name: 'invite-done' });
      await invited.getByRole('link', { name: 'Sign in' }).click();
      await signIn(invited, 'ada', PASSWORD);
      await invited.goto(link);
      await invited.getByLabel('New password').fill(OTHER);
      await invited.getByLabel('The same again').fill(OTHER);
      await invited.keyboard.press('Enter');
      await invited.getByText('one of the last 24 hours that was not used').waitFor();
      await invited.goto(`${rig.url}/console/invite`);
      await invited.reload();
      await invited.getByRole('heading', { name: 'This is no invite' }).waitFor();
    },
  );

  consoleTest('a user is changed, disabled and removed, and sessions end', async (t, rig) => {
    await user(rig, 'bob', 'viewer');
    const theirs = await rig.stranger(t, '/you');
    await signIn(theirs, 'bob', PASSWORD);
    const page = await rig.signedIn(t, '/people/bob');
    await page.getByRole('row').filter({ hasText: '127.0.0.1' }).waitFor();
    await axe(page, { name: 'user' });
    await page.getByRole('button', { name: /^End the session of bob/ }).click();
    await page.getByRole('button', { name: 'End the session', exact: true }).click();
    await page.getByText('Nobody is signed in with a browser').waitFor();
    await theirs.reload();
    await theirs.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Role').selectOption('support');
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('read, full').waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Address').fill('bob@example.com');
    await rig.gateway.operate('PATCH', '/users/bob', { role: 'viewer' });
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('bob@example.com').waitFor();
    const { body } = await rig.gateway.operate('GET', '/users/bob');
    assert.match(JSON.stringify(body), /"role":"viewer"/, 'a role that was taken away meanwhile is not given back');
    await page.getByRole('button', { name: 'Link for a password' }).click();
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Disable the user' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const remove = page.getByRole('button', { name: 'Remove the user' });
    assert.equal(await remove.getAttribute('aria-disabled'), 'true');
    await page.getByLabel('Type bob to go on').fill('bob');
    await remove.click();
    await page.waitForURL(/\/people$/);
    assert.equal((await rig.gateway.operate('GET', '/users/bob')).status, 404);
  });

  consoleTest('tokens of people and programs are made, shown this once, and revoked', async (t, rig) => {
    await user(rig, 'cleo', 'admin');
    const page = await rig.stranger(t, '/you');
    await signIn(page, 'cleo', PASSWORD);
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('What it is for').fill('night report');
    await axe(page, { name: 'you-token' });
    await page.getByRole('button', { name: 'Make it' }).click();
    const token = String(await page.getByRole('alertdialog').locator('code').last().textContent());
    await page.getByRole('button', { name: 'I have kept it' }).click();
    assert.equal(await statusWith(rig, token), 200);
    await page.getByRole('button', { name: /^Revoke the token night report/ }).click();
    await page.getByRole('button', { name: 'Revoke the token', exact: true }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    assert.equal(await statusWith(rig, token), 401);
    await page.goto(`${rig.url}/console/people?tab=programs`);
    await page.getByText('No program has a token of its own').waitFor();
    await page.getByRole('button', { name: 'New program' }).click();
    await page.getByLabel('Name').fill('night-shift');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('row').filter({ hasText: 'night-shift' }).waitFor();
    await axe(page, { name: 'people-programs' });
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.waitForURL(/tab=sessions/);
    await page.getByText('This one').waitFor();
    await axe(page, { name: 'people-sessions' });
    await page.getByRole('tab', { name: 'Personal tokens' }).click();
    await page.getByRole('row').filter({ hasText: 'night report' }).waitFor();
  });
});

async function user({ gateway }: ConsoleRig, name: string, role: string): Promise<void> {
  const made = await gateway.operate('POST', '/users', { name, role, password: PASSWORD });
  assert.equal(made.status, 201, JSON.stringify(made.body));
}

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'User name' }).fill(name);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  await settled(page);
}

async function statusWith({ url }: ConsoleRig, token: string): Promise<number> {
  return (await fetch(`${url}/operator/v1/accounts`, { headers: { authorization: `Bearer ${token}` } })).status;
}
