/** Masking: sessions that live, a conversation whose texts are hidden until asked for, pools, masks, blocks. */
import assert from 'node:assert/strict';
import type { HttpAnswer } from '../../support/gateway/gateway.ts';
import { axe, type ConsoleRig, consoleTest, describeConsole, settled } from './support.ts';

const ANNA = '4915112345601';
const BEN = '4915112345602';

interface SessionBody {
  readonly session_id: string;
  readonly session_data: Readonly<Record<'phone_number_1' | 'phone_number_2', { readonly masked_id: string }>>;
}

async function open({ gateway }: ConsoleRig, external: string): Promise<SessionBody> {
  const answer: HttpAnswer = await gateway.call('POST', '/v1/anonymous/session/sms', {
    phone_number_1: ANNA,
    phone_number_2: BEN,
    validity_period: 24,
    external_id: external,
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body as SessionBody;
}

describeConsole('masking', () => {
  consoleTest('a session is found while it lives, and its texts are shown to who asks for them', async (t, rig) => {
    const page = await rig.signedIn(t, '/masking');
    await page.getByText('No session is live').waitFor();
    await axe(page, { name: 'masking-empty' });
    const { session_id: id, session_data: data } = await open(rig, 'ride-7');
    const row = page.getByRole('row').filter({ hasText: 'ride-7' });
    await row.waitFor();
    await axe(page, { name: 'masking' });
    await row.getByRole('link').press('Enter');
    await page.waitForURL(new RegExp(`/masking/${id}$`));
    await page.getByText('Nobody has written yet').waitFor();
    await rig.gateway.reply(ANNA, data.phone_number_2.masked_id, 'I am at the door');
    const texts = page.getByRole('list', { name: 'Texts, oldest first' });
    await texts.getByText('Delivered 3000').waitFor();
    await rig.gateway.reply(BEN, data.phone_number_1.masked_id, 'STOP');
    await texts.getByText('Said STOP').waitFor();
    await page.getByText('party 2', { exact: true }).waitFor();
    const before = await page.content();
    assert.ok(!before.includes('I am at the door') && !before.includes(ANNA), 'neither text nor number is on the page');
    await axe(page, { name: 'masking-session' });
    await page.getByRole('button', { name: 'Show the texts' }).click();
    await texts.getByText('I am at the door').waitFor();
    await page.getByRole('button', { name: 'Show the number of party 1' }).click();
    await page.getByText(ANNA).waitFor();
    await axe(page, { name: 'masking-session-shown' });
    const { body } = await rig.gateway.operate('GET', '/audit?limit=10');
    assert.match(JSON.stringify(body), /GET \/masking-sessions\/:session\/interactions/, 'it is in the audit log');
    await page.getByRole('button', { name: 'Hide the texts' }).click();
    await texts.getByText('I am at the door').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'End the session' }).click();
    await axe(page, { name: 'masking-end' });
    await page.getByRole('button', { name: 'End it' }).click();
    await page.getByText('Over since').waitFor();
    await page.getByRole('button', { name: 'End the session' }).waitFor({ state: 'detached' });
  });

  consoleTest('pools say what is left, masks are retired, and numbers are blocked', async (t, rig) => {
    await open(rig, 'ride-8');
    const page = await rig.signedIn(t, '/masking?tab=pools');
    await page.getByRole('table', { name: 'Pools' }).waitFor();
    await page.getByRole('table', { name: 'Busiest parties' }).waitFor();
    await axe(page, { name: 'masking-pools' });
    await page.getByRole('tab', { name: 'Masks' }).click();
    await settled(page);
    const mask = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Retire' }) })
      .first();
    const [number, , country] = await mask.getByRole('cell').allTextContents();
    assert.ok(number && country);
    await axe(page, { name: 'masking-masks' });
    await mask.getByRole('button', { name: 'Retire' }).click();
    await page.getByRole('button', { name: 'Retire the mask' }).click();
    await page.getByRole('row').filter({ hasText: number }).getByText('Retired').waitFor();
    await page.getByRole('button', { name: 'Bring in masks' }).click();
    const file = `number,capabilities,country,carrier\n${number},sms,${country},\n`;
    await page.getByLabel('File').setInputFiles({ name: 'masks.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await axe(page, { name: 'masking-import' });
    await page.getByRole('button', { name: 'Bring in', exact: true }).click();
    await page.getByRole('row').filter({ hasText: number }).getByText('Active').waitFor();
    await page.getByRole('tab', { name: 'Blocks' }).click();
    await page.getByText('No number is kept out').waitFor();
    await page.getByRole('button', { name: 'Block a number' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Number' }).fill('+49 151 123 456 99');
    await axe(page, { name: 'masking-block' });
    await page.getByRole('button', { name: 'Block the number' }).click();
    await page.getByRole('button', { name: 'Lift' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Number' }).fill('4915112345600');
    await page.getByRole('button', { name: 'Lift the block' }).click();
    await page
      .getByRole('alert')
      .getByText(/Block not found/)
      .waitFor();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Number' }).fill('4915112345699');
    await page.getByRole('button', { name: 'Lift the block' }).click();
    await page.getByText('No number is kept out').waitFor();
  });
});
