/** From visitor to registered: pricing, the form with its agreements, sign-in, and what the server then holds. */
import {
  BROWSER_STORAGE,
  LEGAL_VERSIONS,
  PERSONAL_DATA_RECORD,
  PUBLIC_PAGES,
  TERMS_OF_SERVICE,
} from '@undertow/contracts';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { type Trader, visit } from '#tests/drive/trader.ts';

let product: WarmProduct;
let browser: Browser;

beforeAll(async () => {
  // Nobody looks at a market here: one instrument is enough of it
  product = await warmProduct();
  browser = await sharedBrowser();
});

async function asVisitor(act: (visitor: Trader) => Promise<void>): Promise<void> {
  const visitor = await visit(browser, product.origin);
  // A machine that runs several suites at once renders slowly
  visitor.page.setDefaultTimeout(60_000);
  try {
    await act(visitor);
  } finally {
    await visitor.close();
  }
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Priya');
  await page.getByLabel('Last name').fill('Nair');
  await page.getByLabel('Email').fill('contact@example.com');
  await page.getByLabel('Trading experience').selectOption('intermediate');
  await page.getByRole('radio', { name: /Non-professional/ }).check();
}

const tickAll = async (page: Page): Promise<void> => {
  for (const box of await page.getByRole('checkbox').all()) await box.check();
};
const create = (page: Page) => page.getByRole('button', { name: 'Create Account' });
const kept = (page: Page): Promise<string | null> =>
  page.evaluate(() => sessionStorage.getItem('registrationForm'));

/** At the issuer's own page. */
async function signInThere(page: Page, email: string): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=tier][value=free]').check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a visitor chooses a plan, registers, signs in, and the registration is stored once with its consents', async () => {
  await asVisitor(async ({ page }) => {
    await page.goto(`${product.origin}/pricing`);
    await page.getByRole('link', { name: 'Get Started with Pro' }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('selectedPlan'))).toBe('pro');
    await page.getByText('Pro, £99 a month').waitFor();

    await fillIn(page);
    expect(await create(page).isDisabled()).toBe(true);
    await page.getByText('Tick the three agreements to continue.').waitFor();
    await page.getByLabel('Last name').press('Enter');
    await page.getByText('You must agree to all terms and conditions to continue.').first().waitFor();
    for (const name of ['Terms of Service', 'Privacy Policy']) {
      expect(await page.getByRole('link', { name }).getAttribute('target')).toBe('_blank');
    }
    await tickAll(page);
    await create(page).click();

    await signInThere(page, 'account@example.com');
    await page.waitForURL((url) => url.pathname === '/subscribe' && url.search.includes('plan=pro'));
    expect(await kept(page)).toBeNull();
    const stored = await (await page.request.get('/api/registration')).json();
    expect(stored).toMatchObject({ complete: true, firstName: 'Priya', email: 'contact@example.com' });
    expect(stored.consents).toHaveLength(4);
    expect(stored.consents[0]).toMatchObject({ kind: 'terms', version: LEGAL_VERSIONS.terms.version });
    // The form's e-mail address makes no account: the account has the address of the sign-in
    expect((await (await page.request.get('/api/auth/user')).json()).email).toBe('account@example.com');
  });
});

test('with browser storage refused the page shows that and keeps the filled-in form', async () => {
  await asVisitor(async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('refused', 'QuotaExceededError');
      };
    });
    await page.goto(`${product.origin}/register`);
    await fillIn(page);
    await tickAll(page);
    await create(page).click();
    await page.getByText('Registration Error', { exact: true }).first().waitFor();
    await page.getByText('An unexpected error occurred. Please try again.').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/register');
    expect(await page.getByLabel('First name').inputValue()).toBe('Priya');
  });
});

test('a registration that cannot be sent is stored, announced, and sent from the registration page', async () => {
  await asVisitor(async ({ page }) => {
    await page.goto(`${product.origin}/register`);
    await fillIn(page);
    await tickAll(page);
    // The connection is cut between the form and its response
    await page.route('**/api/registration', (route) => route.abort());
    await create(page).click();
    await signInThere(page, 'later@example.com');
    await page.getByText('Registration not saved', { exact: true }).first().waitFor();
    expect(JSON.parse((await kept(page)) ?? '{}')).toMatchObject({ firstName: 'Priya' });

    await page.unroute('**/api/registration');
    // A form with outdated versions of the texts is refused, and stored too
    await page.evaluate(() => {
      const form = JSON.parse(sessionStorage.getItem('registrationForm') ?? '{}');
      sessionStorage.setItem(
        'registrationForm',
        JSON.stringify({ ...form, versions: { ...form.versions, terms: '2020-01-01.1' } }),
      );
    });
    await page.goto(`${product.origin}/register?returnTo=//evil.example/steal`);
    await page
      .getByText(/These texts have changed since you read them/)
      .first()
      .waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Priya');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await tickAll(page);
    await page.getByRole('button', { name: 'Save registration' }).click();
    await page.waitForURL(`${product.origin}/`, { waitUntil: 'commit' });
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    expect(await kept(page)).toBeNull();
    expect(await (await page.request.get('/api/registration')).json()).toMatchObject({ complete: true });
  });
});

test('the browser stores exactly what the privacy policy lists', async () => {
  await asVisitor(async ({ page }) => {
    for (const path of ['/pricing', '/demo', '/terms']) {
      await page.goto(product.origin + path);
      await page.locator('h1').first().waitFor();
    }
    await page.goto(`${product.origin}/register`);
    await fillIn(page);
    await tickAll(page);
    await create(page).click();
    await signInThere(page, 'cookies@example.com');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const names = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    const cookies = (await page.context().cookies(product.origin)).map(({ name }) => name);
    // Without https the cookies have no prefix; cookies of this machine's other ports are the sandbox's
    const listed = BROWSER_STORAGE.flatMap(({ name }) => [name, name.replace('__Host-', '')]);
    expect(names.filter((name) => !listed.includes(name))).toEqual([]);
    expect(cookies).toContain('sid');
    const foreign = cookies.filter((name) => !listed.includes(name) && !name.startsWith('idp'));
    expect(foreign).toEqual([]);
  });
});

test('the legal pages are complete, with version, contents, the way back and the points for counsel', async () => {
  await asVisitor(async ({ page, complaints }) => {
    await page.goto(`${product.origin}/terms`);
    for (const { title } of TERMS_OF_SERVICE.sections) {
      await page.getByRole('heading', { name: title, exact: true }).waitFor();
    }
    await page.getByText(LEGAL_VERSIONS.terms.version).first().waitFor();
    await page.getByText('Not yet reviewed by counsel.').waitFor();
    await page
      .getByRole('navigation', { name: 'Contents' })
      .getByRole('link', { name: /Liability/ })
      .click();
    expect(new URL(page.url()).hash).toBe('#liability');
    await page.getByRole('link', { name: /Back to registration/ }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.goto(`${product.origin}/privacy`);
    for (const { data } of PERSONAL_DATA_RECORD) await page.getByText(data, { exact: true }).waitFor();
    await page.goto(`${product.origin}/compliance`);
    await page.getByText('No drill has been run yet.').first().waitFor();
    await page.goto(`${product.origin}/notices`);
    await page.getByText('fastify', { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  });
});

test('every public page shows the title that its HTML has for those who run no script', async () => {
  await asVisitor(async ({ page }) => {
    // The payment page leaves for sign-in by itself
    for (const { path } of PUBLIC_PAGES.filter((one) => one.path !== '/subscribe')) {
      await page.goto(product.origin + path);
      await page.locator('h1').first().waitFor();
      const html = await (await page.request.get(path)).text();
      const served = /<title>([^<]*)<\/title>/.exec(html)?.[1]?.replaceAll('&amp;', '&');
      expect([path, await page.title()]).toEqual([path, served]);
    }
  });
});

test('the card of every page is a picture of 1200 by 630', async () => {
  const response = await fetch(`${product.origin}/social-card.png`);
  expect(response.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
});
