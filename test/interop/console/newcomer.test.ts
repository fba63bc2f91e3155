/**
 * The first five minutes of somebody who has typed `npm start` and opened the link that it prints: each step leads to the
 * next by what stands on the page.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { readWav } from '../../../src/lib/wav.ts';
import { eventually } from '../../support/cluster/eventually.ts';
import { API_KEY, CUSTOMER_ID } from '../../support/gateway/requests.ts';
import { textThroughMasks, thread } from './masked-chat.ts';
import { type ConsoleRig, consoleTest, describeConsole, picture, settled, whileTimeStands } from './support.ts';

const UNREACHABLE_FOR_MS = 60_000;
const AUDIBLE = 0.1;

describeConsole('the first five minutes', () => {
  consoleTest(
    'a card is tapped, its callback checked, a fallback watched, a code heard, two people masked, a number looked up',
    async (t, rig) => {
      await tellReceiver(rig);
      const page = await rig.signedIn(t);
      await page.goto(`${rig.url}/`);
      await page.waitForURL(/\/console\/phones$/);
      await cardIsTapped(page);
      await callbackIsChecked(page, rig);
      await fallbackIsWatched(page, rig);
      await codeIsHeard(page, rig);
      await maskedTextsPass(page);
      await numberIsLookedUp(page);
    },
  );
});

/** As it is with `npm start`, whose address lasts. */
async function tellReceiver({ gateway }: ConsoleRig): Promise<void> {
  const url = `${gateway.url}/sandbox/receivers/callbacks`;
  const settings = { callback_url: url, inbound_url: url };
  assert.equal((await gateway.operate('PATCH', `/accounts/${CUSTOMER_ID}`, { settings })).status, 200);
}

/** By the navigation. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** By what it does. */
async function choosePhone(page: Page, ending: string, words: string): Promise<void> {
  await goTo(page, 'Phones');
  await page.getByRole('button', { name: 'Choose a phone' }).click();
  await page.getByRole('textbox', { name: /^What it does/ }).fill(words);
  await page.getByRole('button', { name: new RegExp(`^${ending}`) }).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(`${ending}$`) }).waitFor();
}

async function seen(page: Page, name: string): Promise<void> {
  await settled(page);
  await picture(page, `newcomer-${name}`);
}

async function cardIsTapped(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send the card to a phone' }).click();
  await thread(page).getByText('Your parcel is on its way').waitFor();
  await thread(page)
    .getByRole('button', { name: /^Thank you/ })
    .click();
  await thread(page)
    .getByRole('button', { name: /^Thank you.*was pressed/ })
    .waitFor();
  await seen(page, 'card');
}

async function callbackIsChecked(page: Page, { gateway }: ConsoleRig): Promise<void> {
  const { body } = await gateway.call('GET', '/v1/callback-secrets');
  const [secret] = (body as { readonly secrets: ReadonlyArray<{ readonly secret: string }> }).secrets;
  await goTo(page, 'Receiver');
  const tap = page.getByRole('listitem').filter({ hasText: 'A button: Thank you' });
  await tap.getByText('A button: Thank you').click();
  await tap.getByText('Check its signatures').click();
  await tap.getByLabel('API key').fill(API_KEY);
  await tap.getByLabel('Callback secret').fill(secret?.secret ?? '');
  await tap.getByText('They match').nth(1).waitFor();
  await seen(page, 'received');
}

async function fallbackIsWatched(page: Page, { gateway }: ConsoleRig): Promise<void> {
  await choosePhone(page, '902', 'out of reach');
  await page.getByRole('button', { name: 'Send: card' }).click();
  await page
    .getByRole('list', { name: /^Sent from here/ })
    .getByText('Message in progress 3001')
    .waitFor();
  await seen(page, 'waiting');
  await gateway.untilCarrierHas('4915112345902');
  await thread(page).getByText('has not reached the phone').waitFor();
  await gateway.leap(UNREACHABLE_FOR_MS);
  await thread(page)
    .getByText(/^Your parcel.* https:/)
    .waitFor();
  await page.getByRole('link', { name: 'What happens' }).click();
  await page.getByText('The message has ended: Delivered.').waitFor();
  await seen(page, 'fallback');
}

async function codeIsHeard(page: Page, { gateway }: ConsoleRig): Promise<void> {
  await choosePhone(page, '938', 'call rings');
  await page.getByRole('button', { name: 'Send: code by call' }).click();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await gateway.until('something is said', async () => loudestOf(await heardSoFar(page, '4915112345938')) > AUDIBLE);
  // What has been said is soon played, and the call soon over: both would be missed by who looks late.
  await page.evaluate(
    `addEventListener('timeupdate', ({ target }) => { globalThis.wasPlayed ||= target.currentTime > 0; }, true)`,
  );
  await whileTimeStands(async () => {
    await page.getByRole('button', { name: 'Speaker' }).click();
    await eventually('it is played', () => page.evaluate<boolean>('globalThis.wasPlayed === true'));
    await seen(page, 'call');
  });
  const fetched = page.waitForResponse(/\.wav$/);
  await page.getByRole('button', { name: 'Hang up' }).click();
  assert.ok(loudestOf(await (await fetched).body()) > AUDIBLE, 'what was heard is fetched');
  await page.getByRole('button', { name: /^Play the call/ }).click();
  await page.getByRole('button', { name: /^Pause the call/ }).waitFor();
  await seen(page, 'heard');
}

async function heardSoFar(page: Page, number: string): Promise<Buffer> {
  const handset = new URL(`/operator/v1/sandbox/handsets/${number}`, page.url()).href;
  const { calls } = (await (await page.request.get(handset)).json()) as { readonly calls: readonly { id: string }[] };
  return (await page.request.get(`${handset}/calls/${calls.at(-1)?.id}.wav`)).body();
}

/** Of full loudness, which is 1. */
function loudestOf(wav: Buffer): number {
  return readWav(wav).samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0) / 32_768;
}

async function maskedTextsPass(page: Page): Promise<void> {
  await goTo(page, 'Phones');
  await textThroughMasks(page);
  await seen(page, 'masked');
}

async function numberIsLookedUp(page: Page): Promise<void> {
  await goTo(page, 'Identity');
  await page.getByRole('link', { name: 'Try a look-up' }).click();
  await page.getByLabel('Number').fill('+49 151 12345 100');
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await page.getByRole('button', { name: 'Look it up' }).click();
  await page.getByRole('table', { name: 'Add-ons' }).getByText('Answered 2800').first().waitFor();
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await page.getByRole('region', { name: 'The answer' }).getByText('4915112345100').waitFor();
  await seen(page, 'looked-up');
}
