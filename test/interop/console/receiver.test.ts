/** The sandbox's receiver of callbacks: what came, and what it answers. */
import { PASSWORD } from '../../support/browser.ts';
import { textOnly } from '../../support/gateway/requests.ts';
import { axe, type ConsoleRig, consoleTest, describeConsole } from './support.ts';

const NUMBER = '4915112345678';

async function deliver({ gateway }: ConsoleRig, text: string): Promise<void> {
  const message = { ...textOnly(NUMBER, { text }), callback_url: `${gateway.url}/sandbox/receivers/callbacks` };
  await gateway.untilStatus(await gateway.send(message), 3000);
}

describeConsole('the receiver of the sandbox', () => {
  consoleTest('what comes is shown as it comes, leads to its callback, and is refused on request', async (t, rig) => {
    const page = await rig.signedIn(t, '/receiver');
    await page.getByText('Nothing has come yet').waitFor();
    await axe(page, { name: 'receiver-empty' });
    await deliver(rig, 'one');
    const line = page.getByRole('listitem').filter({ hasText: 'Delivered 3000' }).first();
    await line.getByText('Answered 200').waitFor();
    await line.getByText('Signature right').waitFor();
    await line.getByText('Delivered 3000').click();
    await page.getByText('webhook-signature', { exact: true }).waitFor();
    await axe(page, { name: 'receiver' });
    await page.getByLabel('It answers').selectOption('503');
    await page.getByRole('status').getByText('The receiver answers 503 from now on.').waitFor();
    await deliver(rig, 'two');
    await page.getByText('Answered 503').first().waitFor();
    await page.getByRole('link', { name: 'The callback with its tries' }).click();
    await page.getByRole('heading', { name: 'Tries' }).waitFor();
  });

  consoleTest('who may not see texts sees that something came, and cannot change what is answered', async (t, rig) => {
    await rig.gateway.operate('POST', '/users', { name: 'vera', role: 'viewer', password: PASSWORD });
    await rig.gateway.operate('PUT', '/sandbox/receivers/callbacks', { status: 200 });
    await deliver(rig, 'three');
    const page = await rig.stranger(t, '/receiver');
    await page.getByRole('textbox', { name: 'User name' }).fill('vera');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('its body is for who may see texts').first().waitFor();
    await page.getByLabel('It answers').and(page.locator(':disabled')).waitFor();
  });
});
