/** An administrator in a real browser: the tabs of the administration, and its dialogs. */
import type { Locator, Page } from 'playwright-core';

export const ADMIN_EMAIL = 'admin@undertow.local';

export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await page.getByRole('tabpanel', { name }).waitFor();
}

/** Finds a user by a part of the address and returns the row. */
export async function rowOf(page: Page, email: string): Promise<Locator> {
  const search = page.getByRole('search', { name: 'Find users' }).getByLabel('Search');
  await search.fill(email);
  const rows = page.getByRole('region', { name: 'Users, table' }).locator('tbody tr');
  const row = rows.filter({ hasText: email });
  await row.first().waitFor();
  return row;
}

/**
 * Waits for a toast with this title and text and dismisses it, so that it is not mistaken for the next one. It leaves by
 * itself after five seconds, before a busy machine comes to press its button.
 */
export async function expectToast(page: Page, title: string, text: string): Promise<void> {
  const toast = page.locator('.toast').filter({ hasText: title });
  await toast.getByText(text, { exact: true }).waitFor();
  await toast.getByRole('button', { name: 'Dismiss' }).evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });
  await toast.waitFor({ state: 'detached' });
}

/** Chooses an action of a row and confirms it in the dialog. */
export async function act(page: Page, row: Locator, button: string, confirm: string): Promise<void> {
  await row.getByRole('button', { name: button }).click();
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
}

/** Switches something, with a reason. */
export async function throwSwitch(page: Page, name: string, reason: string): Promise<void> {
  await page.getByRole('switch', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: /^Switch (on|off)$/ }).click();
  await dialog.waitFor({ state: 'detached' });
}
