/** What an id is of: the palette leads to it, whoever gave the id out; and the pages of what has no list of its own. */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/lib/json.ts';
import { textOnly } from '../../support/gateway/requests.ts';
import { axe, consoleTest, describeConsole } from './support.ts';

const NUMBER = '4915112345678';
/** As long as an id of a caller may be. */
const LONG = 'nothing-of-here'.padEnd(100, '0');

describeConsole('what an id is of', () => {
  consoleTest('the id that a carrier gave leads to its message, and one that nothing has says so', async (t, rig) => {
    const { gateway } = rig;
    const reference = await gateway.send(textOnly(NUMBER));
    await gateway.untilStatus(reference, 3000);
    const { attempts } = (await gateway.operate('GET', `/messages/${reference}`)).body as {
      attempts: ReadonlyArray<{ parts: ReadonlyArray<{ remote_id: string }> }>;
    };
    const page = await rig.signedIn(t, '/find');
    const open = async (typed: string, choice: RegExp) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(typed);
      await page.getByRole('option', { name: choice }).click();
    };
    await open(attempts[0]?.parts[0]?.remote_id ?? '', /what has the id/);
    await page.waitForURL(new RegExp(`/messages/${reference}$`));
    await open(reference, /^Message /);
    await open(LONG, /what has the id/);
    await page.getByText('Nothing here has this id').waitFor();
    await axe(page, { name: 'found-nothing' });
    await page.getByRole('link', { name: 'find messages with this external id' }).click();
    await page.waitForURL((url) => url.search === `?external_id=${LONG}`);
  });

  consoleTest('a verification is told in words, and leads to the message of each method', async (t, rig) => {
    const { gateway } = rig;
    const asked = await gateway.call('POST', '/verification', {
      recipient: { phone_number: NUMBER },
      verification_policy: [{ method: 'sms' }, { method: 'voice' }],
    });
    const reference = String((asked.body as JsonObject).reference_id);
    const page = await rig.signedIn(t, `/found?id=${reference}`);
    await page.waitForURL(new RegExp(`/verifications/${reference}$`));
    await page
      .getByText(/The code was sent as SMS at .*, and arrived\. If need be it goes out by a call next\./)
      .waitFor();
    assert.equal((await page.content()).includes(NUMBER), false, 'the number is not on the page');
    await axe(page, { name: 'verification' });
    await page.getByRole('link', { name: 'All verifications' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Waits for its code' });
    await row.waitFor();
    await axe(page, { name: 'find-verifications' });
    await row.getByRole('link').click();
    await page.getByRole('table', { name: 'Methods' }).getByRole('link', { name: 'SMS' }).click();
    await page.getByRole('heading', { name: 'Text of a verification' }).waitFor();
    await page.getByRole('link', { name: reference }).waitFor();
  });

  consoleTest('what somebody sent is shown on request alone, with what was said back', async (t, rig) => {
    const { gateway } = rig;
    await gateway.untilStatus(await gateway.send(textOnly(NUMBER)), 3000);
    await gateway.reply(NUMBER, '491579000000', 'STOP');
    const text = await gateway.until('it has its answer', async () => {
      const { texts } = (await gateway.operate('GET', '/inbound-texts')).body as { texts: JsonObject[] };
      if (!texts[0]) return false;
      const { body } = await gateway.operate('GET', `/inbound-texts/${texts[0].id}`);
      return JSON.stringify((body as JsonObject).reply).includes('"code":3000') && (body as JsonObject);
    });
    const page = await rig.signedIn(t, '/find?tab=inbound');
    const row = page.getByRole('row').filter({ hasText: 'STOP' });
    await row.waitFor();
    await axe(page, { name: 'find-inbound' });
    await row.getByRole('link').click();
    await page.waitForURL(new RegExp(`/inbound/${text.id}$`));
    await page.getByText(/It was read as STOP: .* Something was said back: delivered\./).waitFor();
    await axe(page, { name: 'inbound' });
    await page.getByRole('button', { name: 'Show the text' }).click();
    await page.getByText('STOP', { exact: true }).waitFor();
    const audit = JSON.stringify((await gateway.operate('GET', '/audit?limit=10')).body);
    assert.match(audit, new RegExp(`GET /inbound-texts/:id[^}]*${text.id}`, 's'));
    await page.getByRole('link', { name: 'Delivered 3000' }).click();
    await page.getByRole('heading', { name: 'Answer to a keyword' }).waitFor();
  });
});
