/** An administrator who returns a day later: the sign-in is not fresh any more, and a mail was abandoned overnight. */
import { DAY_MS } from '@undertow/market';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { createOutbox } from '@undertow/server/src/adapters/storage/mail/outbox.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { startOwnProduct } from '#tests/drive/journey-products.ts';
import type { Product } from '#tests/drive/product.ts';
import { signInByHttp } from '#tests/drive/sign-in-by-http.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';
import { ADMIN_EMAIL, act, expectToast, openTab, rowOf } from './administrator.ts';

const TRADER = 'amara@example.com';

let product: Product;
let browser: Browser;
let admin: Trader;

/** Ages the database by a day: sign-ins are no longer fresh, and mails could not be sent. */
async function passDay(dataDir: string): Promise<void> {
  const { orm, close } = await openDatabase({ dataDir });
  const mail = {
    key: 'yesterday',
    template: 'erasure_requested',
    facts: { dueAtMs: Date.now() + DAY_MS },
  } as const;
  const { rows } = (await orm.execute(sql`SELECT id FROM users WHERE email = ${ADMIN_EMAIL}`)) as unknown as {
    rows: readonly { id: string }[];
  };
  await createOutbox(orm).put({ userId: rows[0]?.id ?? '', ...mail }, Date.now() - DAY_MS);
  await orm.execute(sql`UPDATE mail_outbox SET given_up_at_ms = created_at_ms, failure = 'no response'`);
  await orm.execute(sql`UPDATE sessions SET auth_at_ms = auth_at_ms - ${DAY_MS}::bigint`);
  await close();
}

beforeAll(async () => {
  product = await startOwnProduct();
  browser = await sharedBrowser();
  await signInByHttp(product.origin, TRADER, 'free');
  admin = await enter(browser, product.origin, { email: ADMIN_EMAIL, tier: 'elite' });
  const { dataDir, origin } = product;
  await product.stop({ keepData: true });
  await passDay(dataDir);
  product = await startOwnProduct({ dataDir, port: Number(new URL(origin).port) });
});

afterAll(async () => {
  await admin?.close();
  await product?.stop();
});

test('an abandoned mail is sent again', async () => {
  const { page } = admin;
  await page.goto(`${product.origin}/admin`);
  await openTab(page, 'Operations');
  await page.getByText(/gave up: no response/).waitFor();
  await page.getByRole('button', { name: 'Retry email erasure_requested' }).click();
  await expectToast(page, 'Success', 'The email was queued again.');
  await page.getByText('No failed emails').waitFor();
  const sent = async () => (await fetch(`${product.mailbox}/mails?to=${ADMIN_EMAIL}`)).json();
  const subject = expect.stringMatching(/^Your account will be erased on /);
  await expect.poll(sent).toEqual([expect.objectContaining({ subject })]);
});

const signInDialog = () => admin.page.getByRole('dialog', { name: 'Sign in again to confirm' });
const promote = async () => {
  const row = await rowOf(admin.page, TRADER);
  await act(admin.page, row, 'Promote', 'Promote to Basic');
  return row;
};

test('a tier is not changed on yesterday’s sign-in: a dialog offers to sign in again, or not now', async () => {
  const { page } = admin;
  await openTab(page, 'User Management');
  const row = await promote();
  await signInDialog()
    .getByText(/Nothing was changed\./)
    .waitFor();
  await signInDialog().getByRole('button', { name: 'Not now' }).click();
  await signInDialog().waitFor({ state: 'detached' });
  await row.getByText('Free', { exact: true }).first().waitFor();
});

test('after signing in again the same page is shown and the change succeeds', async () => {
  const { page } = admin;
  await promote();
  await signInDialog().getByRole('link', { name: 'Sign in again' }).click();
  await page.locator('input[name=email]').fill(ADMIN_EMAIL);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('tabpanel', { name: 'User Management' }).waitFor();
  const row = await promote();
  await expectToast(page, 'Success', 'User subscription promoted successfully');
  await row.getByText('Basic', { exact: true }).waitFor();
});
