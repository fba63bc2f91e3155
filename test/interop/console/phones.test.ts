/** Phones: what simulated handsets got, and what their owners do with it. The first test finds a wall on which nothing is. */
import assert from 'node:assert/strict';
import { PASSWORD } from '../../support/browser.ts';
import { textThroughMasks, thread } from './masked-chat.ts';
import { axe, consoleTest, describeConsole, settled } from './support.ts';

describeConsole('phones', () => {
  consoleTest('a card is sent, comes to the phone, and is answered by its buttons', async (t, rig) => {
    const page = await rig.signedIn(t);
    await page.getByRole('heading', { name: 'Nothing has been sent yet' }).waitFor();
    await axe(page, { name: 'phones-nothing' });
    await page.getByRole('button', { name: 'Send the card to a phone' }).click();
    await page.getByRole('heading', { name: '+49 151 12345 678' }).waitFor();
    await thread(page).getByText('Your parcel is on its way').waitFor();
    await thread(page)
      .getByRole('button', { name: /^Thank you/ })
      .click();
    await thread(page)
      .locator('p', { hasText: /^Thank you$/ })
      .waitFor();
    await thread(page)
      .getByRole('button', { name: /^Thank you.*was pressed/ })
      .waitFor();
    await thread(page)
      .getByRole('button', { name: /^I am here/ })
      .click();
    await thread(page).getByText('52.5163, 13.3777').waitFor();
    await page.getByRole('button', { name: 'Where I am' }).click();
    await page.getByLabel('Place', { exact: true }).selectOption({ label: 'Stephansplatz, Vienna' });
    await page.getByLabel('Longitude').fill('16,5');
    await page.getByRole('button', { name: 'Send the place' }).click();
    await thread(page).getByText('48.2085, 16.5').waitFor();
    await page.getByRole('button', { name: 'File …' }).click();
    await page.getByLabel('What it is').selectOption({ label: 'A document' });
    await axe(page, { name: 'phones-file' });
    await page.getByRole('button', { name: 'Send the file' }).click();
    await thread(page).getByText('order-1017.pdf').waitFor();
    await settled(page);
    await axe(page, { name: 'phones-card' });
    await thread(page).getByRole('link', { name: 'What happened' }).first().click();
    await page.getByRole('heading', { name: 'Message', exact: true }).waitFor();
  });

  consoleTest('a text is answered, by hand and by STOP', async (t, rig) => {
    const page = await rig.signedIn(t, '/phones/4915112345901');
    await page.getByRole('button', { name: 'Send: SMS' }).click();
    await thread(page)
      .getByText(/^Your parcel arrives tomorrow/)
      .waitFor();
    await thread(page)
      .getByText(/^1 part/)
      .waitFor();
    await page.getByRole('textbox', { name: /^Text to/ }).fill('When exactly?');
    await page.keyboard.press('Enter');
    await thread(page).getByText('When exactly?').waitFor();
    await page.getByRole('button', { name: 'STOP' }).click();
    await thread(page).getByText('STOP', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send: code by SMS' }).click();
    await thread(page)
      .getByText(/482913/)
      .waitFor();
  });

  consoleTest('a carousel, a booking and a file are drawn', async (t, rig) => {
    const page = await rig.signedIn(t, '/phones/4915112345700');
    for (const [name, words] of [
      ['carousel', 'Harbour'],
      ['booking', 'Your table for two'],
      ['question', 'Is tomorrow at ten still good for you?'],
      ['file', 'invoice-1017.pdf'],
    ] as const) {
      await page.getByRole('button', { name: `Send: ${name}` }).click();
      await thread(page).getByText(words).waitFor();
    }
    await axe(page, { name: 'phones-drawn' });
  });

  consoleTest('a call rings, is answered, takes keys, is hung up, and can be listened to', async (t, rig) => {
    const page = await rig.signedIn(t, '/phones/4915112345938');
    await page.getByRole('button', { name: 'Send: code by call' }).click();
    await page.getByText('Incoming call').waitFor();
    await axe(page, { name: 'phones-ringing' });
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.getByRole('button', { name: '7', exact: true }).click();
    await axe(page, { name: 'phones-speaking' });
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('pressed 7').waitFor();
    await page.getByRole('button', { name: /^Play the call/ }).waitFor();
    await axe(page, { name: 'phones-heard' });
  });

  consoleTest('both ends of a masked chat stand side by side', async (t, rig) => {
    const page = await rig.signedIn(t, '/phones');
    await textThroughMasks(page);
    await axe(page, { name: 'phones-masked' });
  });

  consoleTest('a phone is chosen by what it does', async (t, rig) => {
    const page = await rig.signedIn(t, '/phones');
    await page.getByRole('list', { name: 'Phones' }).getByRole('link').first().waitFor();
    await axe(page, { name: 'phones-wall' });
    await page.getByRole('button', { name: 'Choose a phone' }).click();
    await page.getByRole('textbox', { name: /^What it does/ }).fill('busy');
    await page.getByRole('button', { name: /^921/ }).waitFor();
    await axe(page, { name: 'phones-choose' });
    await page.getByRole('button', { name: /^921/ }).click();
    await page.getByRole('heading', { name: '+49 151 12345 921' }).waitFor();
    await page.getByText('Nothing has come to this phone yet.').waitFor();
  });

  consoleTest('who may not see in full sees that something came, and no number', async (t, rig) => {
    const made = await rig.gateway.operate('POST', '/users', { name: 'vera', role: 'viewer', password: PASSWORD });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const page = await rig.stranger(t, '/phones');
    await page.getByRole('textbox', { name: 'User name' }).fill('vera');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    const phones = page.getByRole('list', { name: 'Phones' }).getByRole('link');
    await phones
      .filter({ hasText: /, [1-9]\d* messages?,/ })
      .first()
      .click();
    await thread(page)
      .getByText(/To read it takes the right full/)
      .first()
      .waitFor();
    assert.equal(await page.getByText('4915112345').count(), 0);
    await axe(page, { name: 'phones-masked-numbers' });
  });

  consoleTest('a text that does not go out is there to be sent again', async (t, rig) => {
    const page = await rig.signedIn(t, '/phones/4915112345901');
    await page.getByRole('button', { name: 'Send: SMS' }).click();
    const text = page.getByRole('textbox', { name: /^Text to/ });
    await text.fill('Ring the bell twice');
    await page.route('**/reply', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.keyboard.press('Enter');
    await page.getByText('It was not sent.').waitFor();
    assert.equal(await text.inputValue(), 'Ring the bell twice');
    await page.unroute('**/reply');
    await page.keyboard.press('Enter');
    await thread(page).getByText('Ring the bell twice').waitFor();
    assert.equal(await text.inputValue(), '');
  });

  consoleTest('what cannot be loaded says so, and can be tried again', async (t, rig) => {
    const page = await rig.signedIn(t, '/find');
    await page.route('**/operator/v1/sandbox/handsets?*', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.getByRole('link', { name: 'Phones' }).click();
    await page.getByText('The phones could not be loaded.').waitFor();
    await axe(page, { name: 'phones-failing' });
    await page.unroute('**/operator/v1/sandbox/handsets?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('list', { name: 'Phones' }).waitFor();
    assert.equal(await page.getByText('The phones could not be loaded.').count(), 0);
  });
});
