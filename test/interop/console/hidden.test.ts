/** A browser that nobody looks at costs nothing: it asks for nothing and holds no stream, and is fresh when it is back. */
import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import { textOnly } from '../../support/gateway/requests.ts';
import { consoleTest, describeConsole, settled } from './support.ts';

const HINTS = /\/operator\/v1\/hints$/;
const AN_HOUR = '01:00:00';

describeConsole('a hidden page', () => {
  consoleTest('it asks for nothing, whatever happens, and at once when it is looked at again', async (t, rig) => {
    const page = await rig.signedIn(t);
    await page.clock.install();
    const streamEnds = () => page.waitForEvent('requestfailed', (request) => HINTS.test(request.url()));
    const streamBegins = () => page.waitForRequest(HINTS);
    // One that polls, and one that follows hints.
    for (const [path, words] of [
      ['/overview', 'Each minute: the figures'],
      ['/find', 'Delivered 3000'],
    ] as const) {
      const begun = streamBegins();
      await page.goto(`${rig.url}/console${path}`);
      await begun;
      await settled(page);
      await page.getByText(words).first().waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      const asked = requestsOf(page);
      const ended = streamEnds();
      await look(page, 'hidden');
      await ended;
      asked.length = 0;
      await rig.gateway.untilStatus(await rig.gateway.send(textOnly('4915112345671')), 3000);
      await page.clock.fastForward(AN_HOUR);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      assert.deepEqual(
        asked.map((request) => request.url()),
        [],
        path,
      );
      const again = [streamBegins(), page.waitForRequest(/\/operator\/v1\/(traffic|messages)\b/)];
      await look(page, 'visible');
      await Promise.all(again);
    }
  });
});

function requestsOf(page: Page): Request[] {
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  return asked;
}

/** Headless pages are always seen: it is said to the page alone. */
async function look(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
}
