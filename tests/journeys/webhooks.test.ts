/** A user adds a webhook in the settings: events reach its receiver, whose library verifies them, and one is sent again. */
import {
  openWebhookReceiver,
  type WebhookReceiver,
} from '@undertow/server/testing/webhooks/webhook-receiver.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter } from '#tests/drive/trader.ts';
import { registerByCall } from './subscriber.ts';

/** The market raises an iceberg every few seconds; a machine that does other things too is slower. */
const ARRIVES = { timeout: 60_000, interval: 250 };

let product: WarmProduct;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [product, receiver] = await Promise.all([warmProduct(), openWebhookReceiver()]);
});
afterAll(() => receiver.close());

/** Returns the secret, which is shown once. */
async function addWebhook(page: Page): Promise<string> {
  await page.goto(`${product.origin}/settings?tab=api`);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('Name').fill('Desk');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  const secret = await page.getByLabel('Secret of Desk').inputValue();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  return secret;
}

test('an event reaches the receiver signed, shows in the deliveries, and is sent again with its id', async () => {
  const person = { email: 'webhooks@example.com', tier: 'elite', instrumentId: 1 } as const;
  const { page, complaints, close } = await enter(await sharedBrowser(), product.origin, person);
  try {
    await registerByCall(page, product.origin);
    const secret = await addWebhook(page);
    expect(secret).toMatch(/^whsec_/);
    expect(await page.getByText(secret).count()).toBe(0);
    await expect.poll(() => receiver.received.length, ARRIVES).toBeGreaterThan(0);
    const raised = receiver.verified(secret).find(({ type }) => type === 'event.raised');
    expect(raised?.data).toMatchObject({ instrumentSymbol: 'ES', source: 'simulated', delaySeconds: 0 });

    const deliveries = page.getByRole('region', { name: 'Deliveries of Desk' });
    const row = deliveries.locator('tr', { has: page.locator(`[title="${raised?.id}"]`) });
    await row.getByText('204').waitFor({ timeout: ARRIVES.timeout });
    await row.getByRole('button', { name: /^Resend/ }).click();
    const repeats = () => receiver.received.filter(({ id }) => id === raised?.id);
    await expect.poll(() => repeats().length, ARRIVES).toBe(2);
    expect(new Set(repeats().map(({ body }) => body)).size).toBe(1);
    expect(receiver.verified(secret)).toHaveLength(receiver.received.length);

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No webhooks yet').waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await close();
  }
});
