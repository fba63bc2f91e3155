/**
 * A bad morning of an operator: a carrier goes down, is found and drained, comes back and is used again; a receiver that
 * failed has what it missed sent again.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { textOnly } from '../../support/gateway/requests.ts';
import {
  type AccountCall,
  newAccount,
  receiptFor,
  type SmscGateway,
  startSmscGateway,
} from '../../support/smpp/smsc-gateway.ts';
import { onSubmit, taken } from '../../support/smpp/smsc-peer.ts';
import { type ConsoleRig, consoleTest, describeConsole, picture, settled } from './support.ts';

const NUMBER = '4915112000401';
const SENDER = '491579000111';

/** One carrier, so that what it does not take waits for it. */
let smsc: SmscGateway;

async function start(): Promise<SmscGateway['service']> {
  smsc = await startSmscGateway({ north: {} }, { callbacks: { allowed_networks: ['127.0.0.0/8'] } });
  return smsc.service;
}

describeConsole(
  'a bad morning',
  () => {
    consoleTest(
      'a carrier is found down, drained and used again; what a receiver missed is sent again',
      async (t, rig) => {
        const page = await rig.signedIn(t);
        const call = await anAccount(rig);
        goesDown();
        const sent = await call('POST', '/v1/omnichannel', textOnly(NUMBER));
        assert.equal(sent.status, 200, JSON.stringify(sent.body));
        await carrierIsFound(page, rig);
        await carrierIsDrained(page);
        await carrierIsUsedAgain(page, rig);
        await callbacksAreSentAgain(page, rig);
      },
    );
  },
  start,
);

async function anAccount({ gateway }: ConsoleRig): Promise<AccountCall> {
  const settings = { callback_url: gateway.callbackUrl };
  const senders = [{ sender: SENDER, default_for: ['*'] }];
  return (await newAccount(gateway, { name: 'Acme', senders, settings })).call;
}

function goesDown(): void {
  const peer = smsc.peer('north');
  peer.script = (_, link) => {
    link.cut();
    return true;
  };
  for (const link of [...peer.links]) link.cut();
}

/** It takes everything again, and all of it is delivered. */
function comesBack(): void {
  const peer = smsc.peer('north');
  peer.script = onSubmit((pdu, link) => {
    link.send(taken(pdu, 'id-1'));
    receiptFor(peer, 'id-1', { ton: 1, npi: 1, address: NUMBER }, SENDER);
  });
}

async function seen(page: Page, name: string): Promise<void> {
  await settled(page);
  await picture(page, `operator-${name}`);
}

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function carrierIsFound(page: Page, { gateway }: ConsoleRig): Promise<void> {
  await gateway.until('it is down', async () => {
    const { body } = await gateway.operate('GET', '/carriers');
    return JSON.stringify(body).includes('"down"');
  });
  await page.reload();
  const finding = page.getByRole('list', { name: 'Findings' }).getByRole('listitem').filter({ hasText: 'north' });
  await finding.getByText('Fails').waitFor();
  await seen(page, 'found');
  await finding.getByRole('link', { name: 'carrier north' }).click();
  await page.getByRole('heading', { level: 1, name: 'north' }).waitFor();
  await seen(page, 'carrier');
}

async function carrierIsDrained(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Drain', exact: true }).click();
  await page.getByRole('button', { name: 'Drain it' }).click();
  await page.getByText('north is drained.').waitFor();
  await seen(page, 'drained');
}

async function carrierIsUsedAgain(page: Page, { gateway }: ConsoleRig): Promise<void> {
  gateway.callbackStatus = 500;
  comesBack();
  await gateway.until('it has bound', () => smsc.peer('north').links.some(({ bind }) => bind !== undefined));
  await page.reload();
  await page.getByText('1-transceiver').waitFor();
  await seen(page, 'back');
  await page.getByRole('button', { name: 'Use it again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use it again' }).click();
  await page.getByText('north is used again.').waitFor();
  await gateway.until('what has waited has left', () => smsc.peer('north').submits().length > 0);
  await seen(page, 'used');
}

async function callbacksAreSentAgain(page: Page, { gateway }: ConsoleRig): Promise<void> {
  await gateway.until('the receiver has refused one', () => gateway.received.length > 0);
  await goTo(page, 'Endpoints');
  const endpoint = page.getByRole('row').filter({ hasText: new URL(gateway.callbackUrl).origin });
  await endpoint.getByText(/^1 of/).waitFor();
  await seen(page, 'endpoints');
  await endpoint.getByRole('button', { name: /^Send again/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Count them' }).click();
  const send = dialog.getByRole('button', { name: /^Send \d callbacks? again$/ });
  await send.waitFor();
  gateway.callbackStatus = 200;
  await send.click();
  await page.getByText(/sent again\./).waitFor();
  await page.getByText('Nothing waits').waitFor();
  await seen(page, 'well');
}
