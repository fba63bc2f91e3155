/** Building blocks that the first screens do not show, under the policy of the console. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { axe, type ConsoleRig, consoleTest, describeConsole } from './support.ts';

const BUNDLE = new URL('../../../scripts/console-bundle.mjs', import.meta.url).href;

interface Bundle {
  buildConsole(root: string, target: { readonly entry: string; readonly folder: string }): Promise<void>;
}

/** In place of the console, at its address and under its policy. */
async function openGallery(t: TestContext, rig: ConsoleRig): Promise<Page> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-gallery-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { buildConsole } = (await import(BUNDLE)) as Bundle;
  await buildConsole(process.cwd(), { entry: 'test/interop/console/gallery.tsx', folder });
  return rig.stranger(t, '/', async (page) => {
    await page.route('**/console/**', async (route) => {
      const path = new URL(route.request().url()).pathname.replace(/^\/console\//, '');
      const { headers } = await fetch(`${rig.url}/console/`);
      const policy = { 'content-security-policy': String(headers.get('content-security-policy')) };
      const type = path.endsWith('.css') ? 'text/css' : path.endsWith('.js') ? 'text/javascript' : 'text/html';
      const body = await readFile(join(folder, path === '' ? 'index.html' : path), 'utf8');
      await route.fulfill({ body, headers: policy, contentType: type });
    });
  });
}

describeConsole('building blocks', () => {
  consoleTest('each is usable by keyboard and screen reader, under the policy', async (t, rig) => {
    const page = await openGallery(t, rig);
    await page.getByRole('heading', { name: 'Blocks' }).waitFor();
    await axe(page, { name: 'blocks' });
    await page.getByRole('tab', { name: 'Lines' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'Messages an hour' }).locator('canvas').waitFor();
    await page.getByRole('img', { name: 'Messages an hour' }).scrollIntoViewIfNeeded();
    await axe(page, { name: 'chart' });
    await page.getByRole('button', { name: 'Drain' }).click({ force: true });
    await page.getByRole('button', { name: 'Open the dialog' }).click();
    await page.getByRole('dialog').waitFor();
    await axe(page, { name: 'dialog' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  consoleTest('what destroys asks first, wants its name typed, and says when it is done', async (t, rig) => {
    const page = await openGallery(t, rig);
    await page.getByRole('button', { name: 'Remove the key' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Remove the key ending in 4F2A?' });
    await dialog.waitFor();
    await axe(page, { name: 'confirm' });
    await dialog.getByRole('button', { name: 'Remove the key' }).click({ force: true });
    assert.equal(await page.getByText('The key is removed.').count(), 0);
    await dialog.getByRole('textbox').fill('4F2A');
    await dialog.getByRole('button', { name: 'Remove the key' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('The key is removed.').waitFor();
    await axe(page, { name: 'toast' });
  });
});
