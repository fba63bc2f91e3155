/** Requests made in forms: the phone while typing, what would happen, what did, and the link that holds it. */
import assert from 'node:assert/strict';
import { axe, consoleTest, describeConsole, settled } from './support.ts';

describeConsole('the composer', () => {
  consoleTest('what is typed is drawn on the phone, and stands in the address', async (t, rig) => {
    const page = await rig.signedIn(t, '/composer');
    await page.getByLabel('Title').fill('Red shoes');
    const phone = page.getByRole('region', { name: /The phone/ });
    await phone.getByText('Red shoes').waitFor();
    await page.getByRole('button', { name: 'Remove Button 2' }).click();
    await phone.getByText('Later').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a button', exact: true }).click();
    await phone.getByText('Thank you').waitFor();
    await axe(page, { name: 'composer' });
    await page.waitForURL(/title=Red\+shoes/);
    await page.reload();
    await settled(page);
    await phone.getByText('Red shoes').waitFor();
    await page.getByRole('button', { name: 'By SMS' }).click();
    await page.getByLabel('Text', { exact: true }).fill('Red shoes’');
    await phone.getByText('Red shoes’').waitFor();
    await page.getByText('1 message of UCS-2, room for 60 more.').waitFor();
    await axe(page, { name: 'composer-sms' });
    await page.getByRole('link', { name: 'One text' }).click();
    await page.waitForURL(/operation=messaging/);
    await page.getByLabel('Text', { exact: true }).fill('Ж'.repeat(1_600));
    await page.getByText('This is too long for a link.').waitFor();
    await page.goBack();
    await phone.getByText('Red shoes', { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Text', { exact: true }).inputValue(), 'Red shoes’', 'the way back works');
  });

  consoleTest('it is said what would happen, and what does is told while it goes on', async (t, rig) => {
    const page = await rig.signedIn(t, '/composer');
    await page.getByRole('button', { name: 'What would happen' }).click();
    await page.getByText('It would be sent at once. Its status: Message in progress (3001).').waitFor();
    await page.getByText(/^RCS from .*SMS follows after 10 min\.$/).waitFor();
    await axe(page, { name: 'composer-plan' });
    await page.getByLabel('Title').press('Control+Enter');
    const sent = page.getByRole('article', { name: 'Message to 4915112345678' });
    await sent.getByText('Delivered 3000').waitFor();
    await axe(page, { name: 'composer-sent' });
    assert.match(
      String(await sent.getByRole('link', { name: '4915112345678' }).getAttribute('href')),
      /\/phones\/49151/,
    );
    await sent.getByRole('link', { name: 'Open the message' }).click();
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    const [message] = await rig.gateway.messagesOf('4915112345678');
    assert.deepEqual(message?.card, {
      orientation: 'VERTICAL',
      title: 'New shoes',
      description: 'Red ones, in your size. Yours until Friday.',
      media_url: 'https://example.com/shoes.jpg',
      media_height: 'MEDIUM',
      buttons: [
        { type: 'url', text: 'Buy', payload: 'buy-17', url: 'https://shop.example/17' },
        { type: 'reply', text: 'Later', payload: 'later-17' },
      ],
    });
  });

  consoleTest(
    'each example can be planned and sent, and what is refused is said where it was asked',
    async (t, rig) => {
      const page = await rig.signedIn(t, '/composer');
      for (const label of ['Fallback', 'Carousel', 'Two-way', 'Masked session', 'Code by call', 'Swapped SIM']) {
        await page.locator('summary').filter({ hasText: 'Examples' }).click();
        await page.getByRole('listitem').getByRole('link', { name: label, exact: true }).click();
        await page.locator('summary').filter({ hasText: 'Examples' }).click();
        await page.getByRole('button', { name: 'What would happen' }).click();
        await page.getByText(/would be (sent at once|opened|answered)/).waitFor();
        assert.equal(await page.getByRole('alert').count(), 0, label);
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText('Nothing was sent yet').waitFor({ state: 'detached' });
        assert.equal(await page.getByRole('alert').count(), 0, label);
      }
      await page.getByText(/swap date .*risk indicator/).waitFor();
      await page.getByRole('link', { name: 'Open the session' }).waitFor();
      await page.getByRole('link', { name: 'Open the look-up' }).waitFor();
      await axe(page, { name: 'composer-look-up' });
      await page.goto(`${rig.url}/console/composer?operation=messaging&phone_number=12`);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('alert').getByText('It was not taken.').waitFor();
      const wrong = page.locator('[aria-invalid="true"]');
      assert.equal(await wrong.count(), 1, 'the field is marked');
      assert.match(String(await wrong.getAttribute('name')), /^(message|phone_number)$/);
      const explained = page.getByRole('alert').getByRole('link');
      const [, address = '', anchor] = /^(.*)#(code-\d+)$/.exec(String(await explained.getAttribute('href'))) ?? [];
      assert.match(await (await fetch(address)).text(), new RegExp(`<section id="${anchor}">`));
      await axe(page, { name: 'composer-refused' });
    },
  );

  consoleTest('the code of a verification is entered where it was sent', async (t, rig) => {
    const page = await rig.signedIn(t, '/composer?operation=verification');
    await page.getByLabel('Phone number').fill('4915112345671');
    await page.getByLabel('Code', { exact: true }).fill('572443');
    await page.getByRole('button', { name: 'Send' }).click();
    const sent = page.getByRole('article', { name: /^Verification to/ });
    await sent.getByText('Waits for its code').waitFor();
    await page.route('**/sandbox/send', (route) => route.fulfill({ status: 503, body: '{}' }));
    await sent.getByRole('textbox', { name: 'Code' }).fill('111111');
    await sent.getByRole('button', { name: 'Enter it' }).click();
    await sent.getByText('It was not changed.').waitFor();
    assert.equal(
      await sent.getByRole('textbox', { name: 'Code' }).inputValue(),
      '111111',
      'it need not be typed again',
    );
    await page.unroute('**/sandbox/send');
    await sent.getByRole('textbox', { name: 'Code' }).fill('111111');
    await page.keyboard.press('Enter');
    await sent.getByText('Verification Failed 3904').waitFor();
    await axe(page, { name: 'composer-verification' });
    await sent.getByRole('textbox', { name: 'Code' }).fill('572443');
    await page.keyboard.press('Enter');
    await sent.getByText('Verified', { exact: true }).first().waitFor();
    await sent.getByRole('textbox', { name: 'Code' }).waitFor({ state: 'detached' });
    await sent.getByRole('link', { name: 'Open the verification' }).click();
    await page.getByRole('heading', { level: 1, name: 'Verification' }).waitFor();
  });

  consoleTest('the code names no key, and says the whole request', async (t, rig) => {
    const page = await rig.signedIn(t, '/composer?operation=capability');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Channel is supported by the device 3060').waitFor();
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByText('/capability/rcs/4915112345678').waitFor();
    await page.goto(`${rig.url}/console/composer?operation=verification`);
    await page.getByRole('button', { name: 'Add a method' }).click();
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByLabel('Account').selectOption({ index: 1 });
    await page.getByText(/CUSTOMER_ID='[0-9A-F-]{36}'/).waitFor();
    await page.getByRole('button', { name: 'SDK', exact: true }).click();
    await page.getByText('trunkline.verifications.begin({').waitFor();
    await page.getByRole('button', { name: 'TypeScript', exact: true }).click();
    await page.getByText('"method": "sms"').waitFor();
    await axe(page, { name: 'composer-code' });
  });
});
