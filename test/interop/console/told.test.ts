/** What support sees: the paragraph and what may be told, without numbers, texts and carriers; and the page of a call. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/lib/json.ts';
import { PASSWORD } from '../../support/browser.ts';
import { cardThenText } from '../../support/gateway/requests.ts';
import { axe, consoleTest, describeConsole } from './support.ts';

/** Its phone is off. */
const NUMBER = '4915112345992';
/** Its line is busy. */
const BUSY = '4915112345921';
const SAID = 'Your parcel waits at the gate';

describeConsole('what is told of a message', () => {
  consoleTest('who helps callers finds by number why nothing arrived, and what to tell them', async (t, rig) => {
    const { gateway } = rig;
    const made = await gateway.operate('POST', '/users', { name: 'sam', role: 'support', password: PASSWORD });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const reference = await gateway.send(cardThenText(NUMBER, { text: SAID }));
    await gateway.untilStatus(reference, 3003);
    const page = await rig.stranger(t);
    await page.getByRole('textbox', { name: 'User name' }).fill('sam');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/console\/support$/);
    const field = page.getByRole('textbox', { name: /Phone number, reference or id/ });
    await field.fill('+49 151 1234-5678');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing was sent to this number').waitFor();
    assert.equal(await page.evaluate('document.activeElement?.name'), 'q', 'the next one can be typed');
    await field.fill(NUMBER);
    await page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'Did not arrive' });
    await row.waitFor();
    await axe(page, { name: 'support-list' });
    await row.getByRole('link').click();
    await page.getByText(/but the phone was off or out of reach\. So it did not arrive\./).waitFor();
    await page.getByText('Once it is on, the application can send again.').waitFor();
    await page
      .getByRole('list', { name: /^Step by step/ })
      .getByText('The phone was off or out of reach')
      .waitFor();
    await page.getByText(`SMS: Text, ${SAID.length} characters`).waitFor();
    const shown = await page.content();
    for (const hidden of [NUMBER, SAID, 'sandbox-sms']) assert.equal(shown.includes(hidden), false, hidden);
    await axe(page, { name: 'support-told' });
    await page.getByRole('link', { name: 'Ask about something else' }).click();
    await field.fill(reference);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/support/${reference}$`));
  });

  consoleTest('a call says how it went on the line, with its SIP messages', async (t, rig) => {
    const { gateway } = rig;
    const asked = await gateway.call('POST', '/v1/verify/call', { phone_number: BUSY, verify_code: '123' });
    const reference = String((asked.body as JsonObject).reference_id);
    const page = await rig.signedIn(t, `/messages/${reference}`);
    await page.getByText(/^The phone was called through \S+ at .+, and the line was busy\./).waitFor();
    await page.getByText('486', { exact: true }).waitFor();
    await page.getByText(/^\d+ SIP messages$/).click();
    await page
      .getByText(/INVITE sip:/)
      .first()
      .waitFor();
    assert.equal((await page.content()).includes(BUSY), false, 'the number is not on the page');
    await axe(page, { name: 'call' });
  });
});
