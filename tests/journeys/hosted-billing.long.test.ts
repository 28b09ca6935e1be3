/** The provider's own pages in the sandbox: the portal, the invoice with its payment, and the PDFs. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { cardFrame, openPayment, openShop, type Shop, subscribe, typeCard } from './shop.ts';

const BANNER = 'Sandbox: no real card is charged';

let browser: Browser;
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  browser = await sharedBrowser();
});
afterAll(() => shop?.close());

async function openPage(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({ colorScheme, locale: 'en-GB' });
  return context.newPage();
}

/** A customer who pays for Pro with a card. */
async function paying(page: Page) {
  const subscription = await subscribe(shop, false);
  await typeCard(await openPayment(page, shop, subscription['secret']), '4242424242424242');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('succeeded', { exact: true }).waitFor();
  return { id: String(subscription['id']), customer: String(subscription['customer']) };
}

async function openPortal(page: Page, customer: string): Promise<string> {
  const configuration = await shop.api('POST', 'billing_portal/configurations');
  const session = await shop.api('POST', 'billing_portal/sessions', {
    customer,
    configuration: configuration['id'],
    return_url: `${shop.origin}/done`,
  });
  await page.goto(session['url']);
  return String(session['url']);
}

async function openInvoice(customer: string) {
  const list = await shop.api('GET', 'invoices', { customer });
  return list['data'][0];
}

test('the portal cancels at the end of the period, undoes that, and leads back to the product', async () => {
  const page = await openPage();
  const { id, customer } = await paying(page);
  await openPortal(page, customer);
  await page.getByText(BANNER).waitFor();
  await page.getByText('Pro, £99.00 a month').waitFor();
  await page.getByText('Visa ending in 4242, expires 12/2034').waitFor();
  await page.getByRole('button', { name: 'Cancel at the end of the period' }).click();
  await page.getByText('The plan ends with the period.').waitFor();
  expect((await shop.api('GET', `subscriptions/${id}`))['cancel_at_period_end']).toBe(true);
  await page.getByRole('button', { name: 'Keep the plan' }).click();
  await page.getByText('The plan continues.').waitFor();
  expect((await shop.api('GET', `subscriptions/${id}`))['cancel_at_period_end']).toBe(false);
  expect(await page.getByText(/switch|change plan/i).count()).toBe(0);
  await page.getByRole('link', { name: 'Return to Undertow' }).click();
  await page.waitForURL(`${shop.origin}/done`);
  await page.context().close();
});

test('the portal replaces the card, after the bank has confirmed it', async () => {
  const page = await openPage();
  const { id, customer } = await paying(page);
  await openPortal(page, customer);
  await page.getByRole('link', { name: 'Replace the card' }).click();
  await typeCard(cardFrame(page), '4000002500003155');
  await page.getByRole('button', { name: 'Save card' }).click();
  const bank = page.getByRole('dialog').frameLocator('iframe');
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await page.getByText('The card was replaced.').waitFor();
  await page.getByText('Visa ending in 3155').waitFor();
  const method = (await shop.api('GET', `subscriptions/${id}`))['default_payment_method'];
  expect((await shop.api('GET', `payment_methods/${method}`))['card'].last4).toBe('3155');
  await page.context().close();
});

test('the portal opens by its whole address only, and accepts no card of another customer', async () => {
  const page = await openPage();
  const { customer } = await paying(page);
  const url = await openPortal(page, customer);
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(url.slice(0, -1))).status).toBe(404);
  expect((await fetch(url.replace(/_[^_]+$/, ''))).status).toBe(404);
  const foreign = await shop.api('POST', 'setup_intents', { usage: 'off_session' });
  expect((await fetch(`${url}/card/done?setup_intent=${foreign['id']}`)).status).toBe(400);
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await fetch(`${url}/cancel`, { method: 'POST', headers })).status).toBe(403);
  await page.context().close();
});

test('an open invoice is paid on its page: a declined card shows an error, another one pays', async () => {
  const page = await openPage();
  const { customer } = await subscribe(shop, false);
  const invoice = await openInvoice(customer);
  await page.goto(invoice['hosted_invoice_url']);
  await page.getByText(BANNER, { exact: true }).waitFor();
  await page.getByText('VAT 20% (included)').waitFor();
  await page.getByText('£16.50').waitFor();
  await typeCard(cardFrame(page), '4000000000009995');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByRole('alert').getByText('Your card has insufficient funds.').waitFor();
  await cardFrame(page).getByLabel('Card number').fill('4242424242424242');
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('Payment received. Thank you.').waitFor();
  expect((await shop.api('GET', `invoices/${invoice['id']}`))['status']).toBe('paid');
  expect(await page.getByRole('button', { name: 'Pay' }).count()).toBe(0);
  await page.context().close();
});

test('a URL that claims a payment does not mark the invoice as paid', async () => {
  const { customer } = await subscribe(shop, false);
  const invoice = await openInvoice(customer);
  const page = await (await fetch(`${invoice['hosted_invoice_url']}?redirect_status=succeeded`)).text();
  expect(page).not.toContain('Payment received');
  expect(page).toContain('Open: payment is due');
});

test.each(['light', 'dark'] as const)('in %s no rule of accessibility is broken', async (colorScheme) => {
  const page = await openPage(colorScheme);
  const { customer } = await paying(page);
  await openPortal(page, customer);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Replace the card' }).click();
  await cardFrame(page).getByLabel('Card number').waitFor();
  expect(await violations(page)).toEqual([]);
  const open = await subscribe(shop, false);
  await page.goto((await openInvoice(open['customer']))['hosted_invoice_url']);
  await cardFrame(page).getByLabel('Card number').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});

test('an invoice comes as PDF with its figures', async () => {
  const page = await openPage();
  const { customer } = await paying(page);
  const invoice = await openInvoice(customer);
  const pdf = await fetch(invoice['invoice_pdf']);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  const text = Buffer.from(await pdf.arrayBuffer()).toString('latin1');
  expect(text).toContain(`(Number ${invoice['number']})`);
  expect(text).toContain('(£99.00)');
  await page.context().close();
});
