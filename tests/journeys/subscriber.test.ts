/** From visitor to subscriber, with 3-D Secure, to an upgrade and a cancellation; and every way a payment can fail. */
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Trader, visit } from '#tests/drive/trader.ts';
import { cardFrame } from './shop.ts';
import {
  answerBank,
  CARDS,
  factsOf,
  mailsTo,
  orderPlan,
  payWith,
  providerIs,
  registerByCall,
  tierOf,
} from './subscriber.ts';

let product: WarmProduct;
let browser: Browser;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
});

/** Somebody without a plan who has registered; `expected` are the errors that belong to the test. */
async function asFree(
  email: string,
  act: (page: Page) => Promise<void>,
  expected: RegExp | null = null,
): Promise<void> {
  const trader = await enter(browser, product.origin, { email, tier: 'free' });
  try {
    await registerByCall(trader.page, product.origin);
    await act(trader.page);
    expect(complaintsOf(trader, expected)).toEqual([]);
  } finally {
    await trader.close();
  }
}

function complaintsOf({ complaints }: Trader, expected: RegExp | null): readonly string[] {
  return complaints.filter((complaint) => expected?.test(complaint) !== true);
}

async function says(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor();
}

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Priya');
  await page.getByLabel('Last name').fill('Nair');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel(/Trading experience/).selectOption('advanced');
  await page.getByRole('radio', { name: /non-professional/i }).check();
  for (const agreement of [/I agree to the Terms/, /trading disclaimer/, /risk warning/])
    await page.getByRole('checkbox', { name: agreement }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
}

async function signInAtIssuer(page: Page, email: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=tier][value=free]').check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a visitor becomes a subscriber with 3-D Secure, upgrades, cancels, and gets a mail of each', async () => {
  const email = 'priya.nair@example.com';
  const { page, complaints, close } = await visit(browser, product.origin);
  // Visitor: landing, pricing, registration, sign-in; the chosen plan is not lost on the way
  await page.getByRole('link', { name: 'Pricing' }).first().click();
  await page.getByRole('link', { name: 'Get Started with Pro' }).click();
  await fillRegistration(page, email);
  await signInAtIssuer(page, email);
  await says(page, 'Start your 14-day free trial');
  await says(page, /Nothing is charged today\. First payment £99\.00 on/);
  // Checkout: the consent is not ticked by default, and the order requires it
  expect(await page.getByRole('button', { name: 'Continue to payment' }).isDisabled()).toBe(true);
  await orderPlan(page);
  await payWith(page, CARDS.threeDSecure, 'Start free trial');
  expect(await tierOf(page)).toBe('free');
  await answerBank(page, 'Complete');
  await says(page, 'Subscription Successful');
  await says(page, 'Pro plan');
  expect(new URL(page.url()).search).toBe('');
  expect(await factsOf(page)).toMatchObject({ status: 'trialing', tier: 'pro' });
  // Upgrade during the trial: at once, nothing is charged
  await page.getByRole('button', { name: 'Upgrade Plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose Your Plan' });
  expect(await dialog.getByRole('button', { name: 'Current Plan' }).isDisabled()).toBe(true);
  await dialog.getByText(/From .*, nothing today/).waitFor();
  await dialog.getByText(/Starts immediately\. Nothing today, £199\.00 on/).waitFor();
  await dialog.getByRole('link', { name: 'Upgrade to Elite' }).click();
  await page.getByRole('button', { name: 'Upgrade to Elite' }).click();
  await says(page, 'Elite plan');
  expect(await factsOf(page)).toMatchObject({ status: 'trialing', tier: 'elite' });
  // Cancel: the end of the period is preselected and the focus is on keeping the plan; here "now" is chosen
  await page.goto(`${product.origin}/settings?tab=account`);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const cancelling = page.getByRole('dialog', { name: 'Cancel Elite?' });
  await expect
    .poll(() => cancelling.getByRole('button', { name: 'Keep Elite' }).evaluate(isFocused))
    .toBe(true);
  await cancelling.getByRole('button', { name: /^Cancel on \d+ \w+$/ }).waitFor();
  await cancelling.getByRole('radio', { name: /^Now/ }).check();
  await cancelling.getByRole('button', { name: 'Cancel now, £0.00 refunded' }).click();
  await says(page, 'Elite has ended.');
  await expect.poll(() => tierOf(page), { timeout: 60_000 }).toBe('free');
  // The mails of it, in the mailbox and on its page
  const subjects = async () => (await mailsTo(product, email)).map((mail) => mail.subject).join('\n');
  for (const subject of [/Your trial of Pro has begun/, /Your plan is now Elite/, /cancel/i])
    await expect.poll(subjects, { timeout: 60_000 }).toMatch(subject);
  await page.goto(product.mailbox);
  await page
    .getByRole('link', { name: /Your trial of Pro has begun/ })
    .first()
    .click();
  await says(page, email);
  expect(complaints).toEqual([]);
  await close();
});

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

test('a declined card shows the reason, charges nothing, and the next card is accepted', async () => {
  await asFree(
    'declined@example.com',
    async (page) => {
      await page.goto(`${product.origin}/subscribe?tier=basic`);
      await orderPlan(page);
      await payWith(page, CARDS.declined, 'Start free trial');
      await says(page, 'Payment Failed');
      await says(page, 'Your card was declined.');
      expect(await tierOf(page)).toBe('free');
      await cardFrame(page).getByLabel('Card number').fill(CARDS.pays);
      await page.getByRole('button', { name: 'Start free trial' }).click();
      await says(page, 'Subscription Successful');
      await says(page, 'Basic plan');
    },
    /status of 402/,
  );
});

test('a card that had a trial starts no second one for another account, and the page explains why', async () => {
  await asFree('second-trial@example.com', async (page) => {
    await page.goto(`${product.origin}/subscribe?tier=basic`);
    await orderPlan(page);
    await payWith(page, CARDS.pays, 'Start free trial');
    await says(page, 'Trial not started');
    expect(await tierOf(page)).toBe('free');
    await page.goto(`${product.origin}/subscribe?tier=basic`);
    await says(page, /You have used your trial, so £50\.00 is charged today/);
  });
});

test('a failed 3-D Secure check grants no plan, and the user may try again', async () => {
  await asFree('bank@example.com', async (page) => {
    await page.goto(`${product.origin}/subscribe?tier=pro`);
    await orderPlan(page);
    await payWith(page, CARDS.threeDSecure, 'Start free trial');
    await answerBank(page, 'Fail');
    await says(page, 'Payment Failed');
    await says(page, /unable to authenticate your payment method/);
    expect(await factsOf(page)).toMatchObject({ status: 'incomplete' });
    expect(await tierOf(page)).toBe('free');
  });
});

test('an outage of the provider is shown plainly, nothing is half done, and the checkout continues afterwards', async () => {
  await asFree(
    'outage@example.com',
    async (page) => {
      await page.goto(`${product.origin}/subscribe?tier=pro`);
      await page.getByRole('checkbox', { name: /I ask for the service/ }).check();
      await providerIs(product, 'error');
      try {
        await page.getByRole('button', { name: 'Continue to payment' }).click();
        await says(page, 'Failed to initialize payment. Please try again.');
      } finally {
        await providerIs(product, 'none');
      }
      expect(await factsOf(page)).toMatchObject({ status: 'none', tier: null });
      const again = page.getByRole('button', { name: 'Try again' });
      const order = page.getByRole('button', { name: 'Continue to payment' });
      await again.or(order).first().waitFor();
      if (await again.isVisible()) await again.click();
      const box = page.getByRole('checkbox', { name: /I ask for the service/ });
      await box.check();
      await order.click();
      await payWith(page, CARDS.alsoPays, 'Start free trial');
      await says(page, 'Subscription Successful');
    },
    /status of 50\d/,
  );
});

test('a success URL typed by hand grants nothing', async () => {
  await asFree('by-hand@example.com', async (page) => {
    await page.goto(`${product.origin}/?payment=success`);
    await says(page, 'No payment received');
    expect(new URL(page.url()).search).toBe('');
    expect(await tierOf(page)).toBe('free');
  });
});

test('an unknown plan selects none, and the registration is required first', async () => {
  const trader = await enter(browser, product.origin, { email: 'unregistered@example.com', tier: 'free' });
  const { page } = trader;
  await page.goto(`${product.origin}/subscribe?plan=${encodeURIComponent('javascript:alert(1)')}`);
  await page.getByRole('radio', { name: /^Pro/ }).waitFor();
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  await page.getByRole('radio', { name: /^Pro/ }).check();
  const link = page.getByRole('link', { name: 'Complete your registration' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe('/register?returnTo=%2Fsubscribe%3Ftier%3Dpro');
  expect(trader.complaints).toEqual([]);
  await trader.close();
});

test('a visitor is sent to sign in and returned to the page', async () => {
  const visitor = await visit(browser, product.origin);
  await visitor.page.goto(`${product.origin}/subscribe?plan=pro`);
  await says(visitor.page, 'Authentication Required');
  await says(visitor.page, 'Please sign in to subscribe to a plan.');
  await signInAtIssuer(visitor.page, 'comes-back@example.com');
  await visitor.page.waitForURL(`${product.origin}/subscribe?plan=pro`);
  await visitor.close();
});

test('only the payment document allows the provider’s script, however it is reached and left', async () => {
  await asFree('policy@example.com', async (page) => {
    const hasProvider = (): Promise<boolean> => page.evaluate(() => 'Stripe' in window);
    await page.getByRole('link', { name: 'Choose Your Plan' }).first().click();
    await page.waitForURL(/\/subscribe/);
    await expect.poll(hasProvider, { timeout: 30_000 }).toBe(true);
    await page.goBack();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await hasProvider()).toBe(false);
    const ours = (await page.context().cookies()).filter(({ domain }) => domain === 'localhost');
    expect(ours.map(({ name }) => name).filter((name) => !/^(__Host-)?(sid|tx)$|^idp/.test(name))).toEqual(
      [],
    );
  });
});
