/** Both ends of a masked chat, on Phones. */
import type { Locator, Page } from 'playwright-core';

/** What one of the drawn phones shows, counted from 0. */
export function thread(page: Page, which = 0): Locator {
  return page.getByRole('log', { name: 'Messages' }).nth(which);
}

/** Opens a chat there, and has each text the other one. */
export async function textThroughMasks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open a masked chat' }).click();
  const fields = page.getByRole('textbox', { name: /^Text to/ });
  await fields.nth(1).waitFor();
  await fields.first().fill('I am at the door');
  await page.keyboard.press('Enter');
  await thread(page, 1).getByText('I am at the door').waitFor();
  await fields.nth(1).fill('Third floor');
  await page.keyboard.press('Enter');
  await thread(page, 0).getByText('Third floor').waitFor();
}
