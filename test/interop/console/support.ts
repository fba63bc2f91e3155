/**
 * The console in a browser, for tests: a gateway, in the sandbox unless a file says otherwise, with the console as it is
 * built, Debian's Chromium, and what every screen has to hold.
 *
 * 1. One gateway and one browser for a file. A test gets a page of its own, signed in by the link of the terminal.
 * 2. A page fails its test by what it writes to the console as an error, and by whatever its policy forbids.
 * 3. Without Chromium the tests are skipped, and say so.
 * 4. The gateway's clock goes along with the machine's, but for while a page is only looked at: a call does not end since
 *    the browser takes long over it. What is waited for is given up as late as everywhere else.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { GIVES_UP_MS } from '../../support/cluster/eventually.ts';
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts';
import { buildGateway } from '../../support/gateway/process.ts';

/** The one that has no windows first: it takes a fifth less of a processor for the same pages. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) =>
  existsSync(path),
);
const NO_CHROMIUM = 'there is no Chromium: apt-get install chromium-headless-shell';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TICK_MS = 50;

/** What these tests look at: `npm test -- --changed` takes them when a source of it has changed. */
export const BUILT = 'dist/console';

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 360, height: 740 };

export interface ConsoleRig {
  readonly gateway: TestGateway;
  /** Another one after the gateway was started again. */
  readonly url: string;
  /** A page that has signed in, at a path below the console. */
  signedIn(t: TestContext, path?: string): Promise<Page>;
  /** A page in front of which nobody has signed in. */
  stranger(t: TestContext, path?: string, prepare?: (page: Page) => Promise<void>): Promise<Page>;
}

let gateway: TestGateway | null = null;
let browser: Browser | null = null;
/** How many look on, for whom time stands. */
let lookers = 0;

/** Rule 1: all tests of a file. `define` calls `consoleTest`; `start`: another gateway than that in the sandbox. */
export function describeConsole(
  name: string,
  define: () => void,
  start: () => Promise<TestGateway> = startGateway,
): void {
  describe(name, () => {
    let stopTime = async () => {};
    before(async () => {
      if (!CHROMIUM) return;
      buildGateway();
      gateway = await start();
      stopTime = letTimePass(gateway);
      browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: GIVES_UP_MS });
    });
    after(async () => {
      await browser?.close();
      await stopTime();
      await gateway?.stop();
    });
    define();
  });
}

/** In a browser it does: the gateway's clock goes along. Returns what holds it. */
function letTimePass(running: TestGateway): () => Promise<void> {
  let step: Promise<void> | null = null;
  const timer = setInterval(() => {
    if (lookers > 0) return;
    step ??= running.advance(TICK_MS).finally(() => {
      step = null;
    });
  }, TICK_MS);
  return async () => {
    clearInterval(timer);
    await step;
  };
}

/** Rule 4: nothing comes due in the gateway meanwhile. It answers what it is asked. */
export async function whileTimeStands<T>(look: () => Promise<T>): Promise<T> {
  lookers += 1;
  try {
    return await look();
  } finally {
    lookers -= 1;
  }
}

/** Rule 3. */
export function consoleTest(name: string, run: (t: TestContext, rig: ConsoleRig) => Promise<void>): void {
  test(name, { skip: CHROMIUM ? false : NO_CHROMIUM }, (t) => run(t, rigOf()));
}

function rigOf(): ConsoleRig {
  assert.ok(gateway && browser, 'consoleTest is called by describeConsole');
  const running = gateway;
  const open = browser;
  return {
    gateway: running,
    get url() {
      return running.gateway.operatorsUrl;
    },
    async signedIn(t, path = '/') {
      const page = await openPage(t, open);
      // By the link, without the page that it leads to: a page loads once.
      const link = running.gateway.signInLink() ?? assert.fail('there is no link');
      const answer = await page.request.get(link, { maxRedirects: 0 });
      assert.equal(answer.status(), 303, await answer.text());
      await page.goto(`${running.gateway.operatorsUrl}/console${path}`);
      await settled(page);
      return page;
    },
    async stranger(t, path = '/', prepare = async () => {}) {
      const page = await openPage(t, open);
      await prepare(page);
      await page.goto(`${running.gateway.operatorsUrl}/console${path}`);
      return page;
    },
  };
}

/** Rule 2. */
async function openPage(t: TestContext, open: Browser): Promise<Page> {
  const context = await open.newContext({ viewport: WIDE, reducedMotion: 'reduce', locale: 'en-GB' });
  context.setDefaultTimeout(GIVES_UP_MS);
  const page = await context.newPage();
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(`${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) found.push(message.text());
  });
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI));`,
  );
  problems.set(page, found);
  t.after(async () => {
    await context.close();
    assert.deepEqual(found, [], 'the page wrote errors');
  });
  return page;
}

const problems = new WeakMap<Page, string[]>();

/** The browser writes each refusal of the gateway; the console shows them itself. */
function isExpected(text: string): boolean {
  return /^Failed to load resource: the server responded with a status of [45]\d\d/.test(text);
}

export function assertNoConsoleErrors(page: Page): void {
  assert.deepEqual(problems.get(page), [], 'the page wrote errors');
}

/** A title has the focus: the screen is there. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
}

export interface AxeOptions {
  /** What the page is called in what is found. */
  readonly name: string;
}

/** Nothing is found in light and dark, wide and narrow; and nothing is wider than the page. */
export function axe(page: Page, options: AxeOptions): Promise<void> {
  return whileTimeStands(() => lookedAt(page, options));
}

async function lookedAt(page: Page, { name }: AxeOptions): Promise<void> {
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await assertAccessible(page, `${name}, ${colorScheme}, ${size.width} px`);
      await picture(page, `${name}-${colorScheme}-${size.width}`);
    }
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
}

interface AxeResult {
  readonly violations: ReadonlyArray<{
    readonly id: string;
    readonly help: string;
    readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>;
  }>;
}

async function assertAccessible(page: Page, name: string): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  const said = violations.map(({ id, help, nodes }) => {
    return `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`;
  });
  assert.deepEqual(said, [], name);
  const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  assert.ok(Number(over) <= 0, `${name}: ${over} px do not fit`);
}

/** To look at, where TRUNKLINE_CONSOLE_PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.TRUNKLINE_CONSOLE_PICTURES;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
