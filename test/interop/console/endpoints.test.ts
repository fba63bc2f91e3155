/** Receivers that fail, by account, and what waits for them sent again; receipts that match nothing. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { packInbound } from '../../../src/carriers/smpp/inbound.ts';
import { encodePdu } from '../../../src/carriers/smpp/pdus/encode.ts';
import { createIds } from '../../../src/lib/ids.ts';
import { appendInbox } from '../../../src/store/messages/inbox.ts';
import { textOnly } from '../../support/gateway/requests.ts';
import { axe, type ConsoleRig, consoleTest, describeConsole, settled } from './support.ts';

/** Nobody listens there. */
const DEAF = 'http://127.0.0.1:9';
const NUMBER = '4915112345678';

describeConsole('endpoints and stray receipts', () => {
  consoleTest('while nothing waits and every receipt was matched, both say so', async (t, rig) => {
    const page = await rig.signedIn(t, '/endpoints');
    await page.getByText('Nothing waits').waitFor();
    await axe(page, { name: 'endpoints-idle' });
    await page.getByRole('link', { name: 'Stray receipts' }).click();
    await page.getByText('Every receipt has found its message').waitFor();
    await axe(page, { name: 'receipts-idle' });
  });

  consoleTest('an endpoint that fails is there with its account, and what waits is sent again', async (t, rig) => {
    const page = await rig.signedIn(t, '/endpoints?state=failing');
    const reference = await rig.gateway.send({ ...textOnly(NUMBER), callback_url: `${DEAF}/callback` });
    await rig.gateway.untilStatus(reference, 3000);
    const row = page.getByRole('row').filter({ hasText: DEAF });
    await row.getByText('1 of 1').waitFor();
    await settled(page);
    await axe(page, { name: 'endpoints' });
    await row.getByRole('button', { name: /^Send again/ }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Endpoint').inputValue(), DEAF);
    await dialog.getByRole('button', { name: 'Count them' }).click();
    await dialog.getByRole('button', { name: /^Send 1/ }).click();
    await page.getByText(/sent again\./).waitFor();
    await row.getByRole('link', { name: DEAF }).click();
    await page.waitForURL(/\/callbacks\?.*endpoint=/);
    await page.getByRole('table', { name: 'Callbacks' }).getByRole('link').first().waitFor();
  });

  consoleTest('a receipt that matches nothing is shown, and its number on request alone', async (t, rig) => {
    await receiveStrayReceipt(rig);
    const page = await rig.signedIn(t, '/receipts');
    const row = page.getByRole('row').filter({ hasText: 'sandbox-sms' });
    await row.getByText('r:4cd1b0d4').waitFor();
    assert.equal((await page.content()).includes(NUMBER), false);
    await axe(page, { name: 'receipts' });
    await page.getByRole('button', { name: 'Show the numbers' }).click();
    await row.getByText(NUMBER).waitFor();
    await page.getByRole('button', { name: 'Hide the numbers' }).click();
    assert.equal(await row.getByText(NUMBER).count(), 0);
  });
});

/** As an SMSC would have sent it, of a message that nobody sent here. */
async function receiveStrayReceipt({ gateway }: ConsoleRig): Promise<void> {
  const { db } = gateway.gateway;
  const frame = encodePdu({
    command: 'deliver_sm',
    status: 0,
    sequence: 1,
    serviceType: '',
    source: { ton: 1, npi: 1, address: NUMBER },
    destination: { ton: 1, npi: 1, address: '491579000000' },
    esmClass: 4,
    protocolId: 0,
    priorityFlag: 0,
    scheduleDeliveryTime: '',
    validityPeriod: '',
    registeredDelivery: 0,
    replaceIfPresent: 0,
    dataCoding: 0,
    smDefaultMsgId: 0,
    shortMessage: Buffer.from(
      'id:4cd1b0d4 sub:001 dlvrd:001 submit date:2601011200 done date:2601011200 stat:DELIVRD err:000 text:',
    ),
    tlvs: [],
  });
  const now = gateway.clock.now();
  const id = createIds(() => now, randomBytes).next();
  const row = {
    id,
    carrier: 'sandbox-sms',
    kind: 'deliver_sm',
    body: packInbound({ v: 1, bind: '1-transceiver' }, frame),
    receivedAt: now,
    tries: 0,
  };
  await appendInbox(db, [row], { node: 'gone', epoch: 1 }, now);
  await gateway.until('it was looked at', async () => {
    const { body } = await gateway.operate('GET', '/unmatched-receipts');
    return JSON.stringify(body).includes('4cd1b0d4');
  });
}
