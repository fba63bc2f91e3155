// `npm run console:pictures`: makes docs/console/*.png, a picture of each screen in light and in dark, from a gateway in the
// sandbox that it starts on free ports, with some traffic in it. Needs Debian's Chromium.
//
//   node scripts/console-pictures.mjs [name …]   only those screens
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { makeRecords, makeTraffic } from './console-traffic.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'docs/console');
const wanted = process.argv.slice(2);
const ACCOUNT = { customerId: 'ACME-PARCELS', apiKey: Buffer.alloc(48, 9).toString('base64') };

/** Pages that no link of the navigation leads to: from which one, and by which link. */
const BEHIND = [
  { name: 'message', from: '/find', link: 'main table a' },
  { name: 'callback', from: '/callbacks', link: 'main table a:has-text("receivers")' },
  { name: 'account', from: '/accounts', link: 'main table a' },
  { name: 'session', from: '/masking', link: 'main table a' },
  { name: 'look-up', from: '/identity', link: 'main table a' },
  { name: 'verification', from: '/find?tab=verifications', link: 'main table a' },
  { name: 'came-in', from: '/find?tab=inbound', link: 'main table a' },
  { name: 'carrier', from: '/carriers', link: 'main table a' },
  { name: 'user', from: '/people', link: 'main table a' },
  { name: 'audit-entry', from: '/audit', link: 'main table a' },
  { name: 'batch', from: '/batches', link: 'main table a' },
  { name: 'import', from: '/imports', link: 'main table a' },
  { name: 'erasure', from: '/erasures', link: 'main table a' },
  { name: 'node', from: '/nodes', link: 'main a[href*="/nodes/"]' },
  { name: 'phone', from: '/phones', link: 'main a[href*="/phones/"]' },
];

/** Longer than what is fetched has before something stands in its place. */
const SHOWN_AFTER_MS = 600;

function startGateway(folder) {
  const built = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), '--if-stale'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the build failed');
  const child = spawn(process.execPath, [join(root, 'dist/main.js')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      TRUNKLINE_OPERATORS_PORT: '0',
      TRUNKLINE_DATA: folder,
      TRUNKLINE_SANDBOX_CUSTOMER_ID: ACCOUNT.customerId,
      TRUNKLINE_SANDBOX_API_KEY: ACCOUNT.apiKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const greeting = new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const [, url] = /ready at (http\S+)/.exec(text) ?? [];
      const [, link] = /(http\S+\/session\/link\S+)\n/.exec(text) ?? [];
      if (url && link) resolve({ url, link });
    });
    child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      child.removeAllListeners('exit').once('exit', resolve);
      child.kill('SIGTERM');
    });
  return { greeting, stop };
}

async function settled(page) {
  await page.locator('h1').waitFor();
  await new Promise((resolve) => setTimeout(resolve, SHOWN_AFTER_MS));
  // What is not there after this long says so: what is fetched stands there as "Loading …" until it is there.
  await page.waitForFunction(
    () => !document.querySelector('main [aria-busy="true"]') && !/Loading .*…/.test(document.body.textContent),
  );
  await page.evaluate('document.fonts.ready');
}

async function take(page, name) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(target, `${name}-${colorScheme}.png`) });
  }
  console.log(name);
}

async function takeAll(page, console_) {
  const links = await page.locator('nav a').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  for (const href of new Set(links)) {
    await page.goto(new URL(href, `${console_}/`).href);
    await settled(page);
    await take(page, new URL(page.url()).pathname.split('/').at(-1));
  }
  for (const { name, from, link } of BEHIND) {
    await page.goto(`${console_}${from}`);
    await settled(page);
    const first = page.locator(link).first();
    if ((await first.count()) === 0) continue;
    const title = await page.locator('h1').textContent();
    await first.click();
    await page.waitForFunction(
      (before) => ![before, undefined].includes(document.querySelector('h1')?.textContent),
      title,
    );
    await settled(page);
    await take(page, name);
    if (name !== 'message') continue;
    await page.goto(page.url().replace('/messages/', '/support/'));
    await settled(page);
    await take(page, 'told');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'trunkline-pictures-'));
const gateway = startGateway(folder);
try {
  const { url, link } = await gateway.greeting;
  await makeTraffic(url, ACCOUNT);
  await makeRecords(new URL(link).origin, readFileSync(join(folder, 'operator-token'), 'utf8').trim());
  mkdirSync(target, { recursive: true });
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--lang=en-GB'],
  });
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(link);
    await settled(page);
    await takeAll(page, `${new URL(link).origin}/console`);
  } finally {
    await browser.close();
  }
} finally {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
}
