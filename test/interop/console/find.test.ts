/** The shell, and finding a message: by link, by keyboard, by whoever sees and whoever hears. */
import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import { PASSWORD } from '../../support/browser.ts';
import { OPERATOR_TOKEN, textOnly } from '../../support/gateway/requests.ts';
import { strippingProxy } from '../../support/gateway/stripping-proxy.ts';
import { axe, consoleTest, describeConsole, picture, settled } from './support.ts';

const NUMBER = '4915112345678';
const LIST = /\/operator\/v1\/messages(\?|$)/;

describeConsole('the shell, and finding a message', () => {
  consoleTest('the link of the terminal signs in, and leads to a screen that axe finds nothing on', async (t, rig) => {
    const page = await rig.signedIn(t);
    assert.match(page.url(), /\/console\/\w+$/);
    await page.getByRole('link', { name: 'Find', exact: true }).click();
    await page.getByText('No message has been sent yet').waitFor();
    await axe(page, { name: 'find-empty' });
  });

  consoleTest(
    'a message is found by keyboard, shown as it goes on, and its number on request alone',
    async (t, rig) => {
      const reference = await rig.gateway.send({ ...textOnly(NUMBER), external_id: 'order-7' });
      const page = await rig.signedIn(t);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
      await axe(page, { name: 'palette' });
      await page.keyboard.type('+49 151 12345678');
      await page.keyboard.press('Enter');
      await page.waitForURL(/recipient=4915112345678/);
      await settled(page);
      const row = page.getByRole('row').filter({ hasText: 'order-7' });
      await row.waitFor();
      await axe(page, { name: 'find' });
      await row.getByRole('link').focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`/messages/${reference}$`));
      await page.getByRole('heading', { name: 'What happened' }).waitFor();
      assert.equal(await page.evaluate('document.activeElement?.tagName'), 'H1', 'the title has the focus');
      assert.equal((await page.content()).includes(NUMBER), false, 'the number is not on the page');
      await rig.gateway.untilStatus(reference, 3000);
      await page.getByText('Delivered 3000').first().waitFor();
      await axe(page, { name: 'message' });
      await page.getByRole('button', { name: 'Show the number' }).click();
      await page.getByText(NUMBER).waitFor();
      const { body } = await rig.gateway.operate('GET', '/audit?limit=10');
      assert.match(
        JSON.stringify(body),
        new RegExp(`GET /messages/:reference[^}]*${reference}`, 's'),
        'it is in the audit log',
      );
    },
  );

  consoleTest(
    'a choice takes along what is typed beside it, and leaves the focus where it is; the way back empties the fields',
    async (t, rig) => {
      const page = await rig.signedIn(t, '/find?from=2026-01-01T12:00:30.500Z');
      const [number, state, channel] = ['Number', 'State', 'Channel'].map((name) =>
        page.getByLabel(name, { exact: true }),
      );
      assert.ok(number && state && channel);
      await number.fill('+49 151 12345678');
      await state.focus();
      await state.selectOption('failed');
      await page.waitForURL(/state=failed/);
      assert.equal(await number.inputValue(), '+49 151 12345678');
      const { searchParams: asked } = new URL(page.url());
      assert.equal(asked.get('recipient'), '+49 151 12345678');
      assert.equal(
        asked.get('from'),
        '2026-01-01T12:00:30.500Z',
        'a time that nobody changed is not cut to its minute',
      );
      assert.equal(await page.evaluate('document.activeElement?.name'), 'state', 'it has the focus');
      await channel.selectOption('sms');
      await page.waitForURL(/channel=sms.*state=failed/);
      await page.goBack();
      await page.waitForURL((url) => !url.search.includes('channel'));
      assert.deepEqual([await channel.inputValue(), await state.inputValue()], ['', 'failed']);
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.waitForURL(/\/find$/);
      assert.deepEqual([await number.inputValue(), await state.inputValue()], ['', '']);
    },
  );

  consoleTest('what the arrow keys choose in the palette is in sight', async (t, rig) => {
    const page = await rig.signedIn(t, '/find');
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowUp');
    const chosen = page.getByRole('option', { selected: true });
    assert.equal(await chosen.textContent(), await page.getByRole('option').last().textContent());
    const [option, list] = [await chosen.boundingBox(), await page.getByRole('listbox').boundingBox()];
    assert.ok(option && list && option.y + option.height <= list.y + list.height, JSON.stringify({ option, list }));
  });

  consoleTest(
    'what is new comes by itself, but waits for who is among the rows, and for who has paused',
    async (t, rig) => {
      const page = await rig.signedIn(t, '/find');
      const row = (id: string) => page.getByRole('row').filter({ hasText: id });
      await rig.gateway.send({ ...textOnly(NUMBER), external_id: 'order-8' });
      await row('order-8').waitFor();
      await row('order-8').getByRole('link').focus();
      await rig.gateway.send({ ...textOnly(NUMBER), external_id: 'order-9' });
      const pill = page.getByRole('button', { name: '1 new' });
      await pill.waitFor();
      await picture(page, 'find-new');
      assert.equal(await row('order-9').count(), 0, 'the rows do not move');
      await pill.click();
      await row('order-9').waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await rig.gateway.untilStatus(await rig.gateway.send({ ...textOnly(NUMBER), external_id: 'order-10' }), 3000);
      await page.getByText('Paused').waitFor();
      const goOn = page.getByRole('button', { name: 'Go on' });
      assert.equal(await goOn.getAttribute('aria-pressed'), null, '"Go on, pressed" would be heard as live');
      assert.equal(await row('order-10').count(), 0);
      await goOn.click();
      await row('order-10').waitFor();
    },
  );

  consoleTest('on a narrow page the navigation is a drawer, and the skip link leads past it', async (t, rig) => {
    const page = await rig.signedIn(t, '/find');
    await page.reload();
    await settled(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Open the navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Find' }).waitFor();
    await axe(page, { name: 'drawer' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  consoleTest(
    'behind a proxy that takes the front of paths off the link signs in, and every screen is there',
    async (t, rig) => {
      const page = await rig.stranger(t);
      const proxied = await strippingProxy(t, rig.url, '/tools/gateway');
      const link = new URL(rig.gateway.gateway.signInLink() ?? '');
      await page.goto(`${proxied}${link.pathname}${link.search}`);
      await page.waitForURL(new RegExp(`^${proxied}/console/\\w+$`));
      await page.goto(`${proxied}/console/messages/0190A3F04C6B7000A1B2C3D4E5F60789`);
      await page.getByText('Message not found').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  );

  consoleTest(
    'who is not signed in signs in with the token and is where they wanted to be; and signs out again',
    async (t, rig) => {
      const page = await rig.stranger(t, '/find?state=failed');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await axe(page, { name: 'sign-in' });
      await page.getByLabel('User name').fill('nobody');
      await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      await picture(page, 'sign-in-refused');
      await page.getByRole('tab', { name: 'Operator token' }).click();
      await page.getByRole('textbox', { name: 'Operator token' }).fill(OPERATOR_TOKEN);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Find', exact: true }).waitFor();
      assert.match(page.url(), /\/console\/find\?state=failed$/);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  );

  consoleTest(
    'a session that has ended leads to the page that signs in, and back to where its reader was',
    async (t, rig) => {
      const page = await rig.signedIn(t, '/find?state=failed');
      await rig.gateway.gateway.db.query('delete from user_sessions');
      await page.getByLabel('Channel').selectOption('SMS');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.getByRole('tab', { name: 'Operator token' }).click();
      await page.getByRole('textbox', { name: 'Operator token' }).fill(OPERATOR_TOKEN);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Find', exact: true }).waitFor();
      assert.match(page.url(), /\/console\/find\?channel=sms&state=failed$/);
    },
  );

  consoleTest('a screen that cannot be fetched says so, and trying again loads the page anew', async (t, rig) => {
    const page = await rig.signedIn(t, '/find');
    // As after an upgrade of the gateway: what the page was built with is gone.
    const scripts = '**/console/assets/*.js';
    await page.route(scripts, (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('link', { name: 'Batches', exact: true }).click();
    await page.getByText('This screen could not be shown.').waitFor();
    await page.getByText(/another release/).waitFor();
    await page.unroute(scripts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Batches', exact: true }).waitFor();
  });

  consoleTest('who signs in after a session that has ended sees nothing that was fetched for it', async (t, rig) => {
    await rig.gateway.operate('POST', '/users', { name: 'nora', role: 'viewer', password: PASSWORD });
    await rig.gateway.send({ ...textOnly(NUMBER), external_id: 'order-11' });
    const page = await rig.signedIn(t, '/find');
    await page.getByRole('row').filter({ hasText: 'order-11' }).waitFor();
    await rig.gateway.gateway.db.query('delete from user_sessions');
    await page.getByRole('link', { name: 'Carriers', exact: true }).click();
    await page.getByRole('textbox', { name: 'User name' }).fill('nora');
    // From now on the list is not answered.
    await page.route(LIST, () => {});
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Find', exact: true }).click();
    await page.getByText('Loading messages').waitFor();
    assert.equal(await page.getByText('order-11').count(), 0);
  });

  consoleTest('who may not see numbers in full finds the button, cannot press it, and is told why', async (t, rig) => {
    const made = await rig.gateway.operate('POST', '/users', { name: 'vera', role: 'viewer', password: PASSWORD });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const reference = await rig.gateway.send(textOnly(NUMBER));
    const page = await rig.stranger(t, `/messages/${reference}`);
    await page.getByRole('textbox', { name: 'User name' }).fill('vera');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    const show = page.getByRole('button', { name: 'Show the number' });
    await show.waitFor();
    assert.equal(await show.getAttribute('aria-disabled'), 'true');
    const why = await show.getAttribute('title');
    assert.match(String(why), /see numbers and texts in full \(full\), which vera \(viewer\) does not have/);
    await show.click({ force: true });
    await axe(page, { name: 'message-viewer' });
    assert.equal((await page.content()).includes(NUMBER), false);
  });

  consoleTest('who lacks a second factor where one is required sets it up before anything else', async (t, rig) => {
    const made = await rig.gateway.operate('POST', '/users', { name: 'ada', role: 'operator', password: PASSWORD });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const page = await rig.stranger(t, '/find');
    // As a gateway says it that requires one, and that has a provider of identities.
    await page.route('**/session', async (route) => {
      const answer = await route.fetch();
      const who = (await answer.json()) as object;
      await route.fulfill({ response: answer, json: { ...who, second_factor: { in_use: false, is_missing: true } } });
    });
    await page.route('**/session/ways', (route) =>
      route.fulfill({ json: { token: false, password: true, oidc: true, second_factor: 'required' } }),
    );
    await page.reload();
    const provider = page.getByRole('link', { name: 'Continue with your organisation' });
    await provider.waitFor();
    assert.equal(await provider.getAttribute('href'), `${rig.url}/operator/v1/session/oidc`);
    assert.equal(await page.getByRole('tab', { name: 'Operator token' }).count(), 0);
    await page.getByRole('textbox', { name: 'User name' }).fill('ada');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Show the secret' }).click();
    const secret = String(await page.locator('code').textContent());
    await axe(page, { name: 'second-factor' });
    const code = generateSync({ secret, epoch: Math.floor(rig.gateway.clock.now() / 1_000) });
    await page.getByRole('textbox', { name: 'Code that it shows' }).fill(code);
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
    assert.equal(await page.getByRole('listitem').count(), 10);
    await page.unroute('**/session');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('heading', { name: 'Find', exact: true }).waitFor();
  });

  consoleTest(
    'what fails says what, why and with which code, and is tried again; colours stay as they were chosen',
    async (t, rig) => {
      const page = await rig.stranger(t, '/', async (own) => {
        await own.route(LIST, (route) =>
          route.fulfill({ status: 503, json: { status: { code: 503, description: 'The storage is not available' } } }),
        );
      });
      await page.goto(rig.gateway.gateway.signInLink() ?? '');
      await page.getByRole('link', { name: 'Find', exact: true }).click();
      const failure = page.getByRole('alert');
      await failure.getByText('The messages could not be loaded.').waitFor();
      await failure.getByText('The storage is not available (status 503)').waitFor();
      await axe(page, { name: 'find-failed' });
      await page.unroute(LIST);
      await failure.getByRole('button', { name: 'Try again' }).click();
      await failure.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Colours: As the system' }).click();
      await page.getByRole('button', { name: 'Colours: Light' }).click();
      await page.reload();
      await page.getByRole('button', { name: 'Colours: Dark' }).waitFor();
      assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'dark');
    },
  );
});
