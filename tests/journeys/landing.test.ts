/** Both landing pages: content, links, and the weight of the first view. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsInEveryLook } from '#tests/drive/accessibility.ts';
import { launchBrowser } from '#tests/drive/browser.ts';
import { firstView } from '#tests/drive/first-view.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { type Trader, visit } from '#tests/drive/trader.ts';

/** Specification: the sections of the professional page in their order. */
const SECTIONS = [
  expect.stringMatching(/^[A-Z][a-z]+ things the candle does not show$/),
  'Live AI indicators, with the score beside the target',
  'AI trade analysis',
  'Compliance you can read',
  'Why choose Undertow over a desk of separate tools',
  'Pricing',
  'Self-learning AI, checked against what came true',
  'Innovation roadmap',
  'Look at it before you pay for it.',
];
const TARGETS = ['90%', '92%', '96%'];

let product: WarmProduct;
let browser: Browser;
let visitor: Trader;

const PROFESSIONAL = '/?variant=professional';

beforeAll(async () => {
  product = await warmProduct();
  browser = await launchBrowser();
  visitor = await visit(browser, product.origin);
  await visitor.page.goto(product.origin + PROFESSIONAL);
});

afterAll(() => browser?.close());

const main = (page: Page) => page.getByRole('main');

/** Addresses of all links with that name. */
function addressesOf(page: Page, name: RegExp): Promise<(string | null)[]> {
  return page
    .getByRole('link', { name })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
}

describe('the professional page', () => {
  test('has the sections of the specification in its order', async () => {
    const { page } = visitor;
    await page.getByRole('heading', { level: 1, name: 'See who is holding the price.' }).waitFor();
    // The demo beside the first heading comes when it has loaded
    const headings = page.locator('main section[id] h2');
    expect(await headings.allInnerTexts()).toEqual(SECTIONS);
    expect(await page.locator('#pricing').getByRole('heading', { level: 2 }).innerText()).toBe('Pricing');
  });

  test('Sign In and Get Started lead to sign-in, See Demo to the demo', async () => {
    const { page } = visitor;
    const head = page.getByRole('banner');
    expect(await head.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/api/login');
    expect(await head.getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/api/login');
    expect(new Set(await addressesOf(page, /^See Demo$/))).toEqual(new Set(['/demo']));
    expect(await addressesOf(page, /^Get Started$/)).toEqual(['/api/login', '/api/login', '/api/login']);
  });

  test('the documents of compliance open in a new tab', async () => {
    const section = visitor.page.locator('#compliance');
    const links = await section.getByRole('link').evaluateAll((found) =>
      found.map((link) => ({
        href: link.getAttribute('href'),
        target: link.getAttribute('target'),
        rel: link.getAttribute('rel'),
      })),
    );
    expect(links).toEqual(
      ['/compliance', '/privacy', '/terms'].map((href) => ({ href, target: '_blank', rel: 'noopener' })),
    );
  });

  test.each(['basic', 'pro', 'elite'])(
    'Get Started on %s keeps the plan and opens registration',
    async (plan) => {
      const { page } = visitor;
      await page.goto(product.origin + PROFESSIONAL);
      const name = `Get Started with ${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;
      await page.locator('#pricing').getByRole('link', { name }).click();
      await page.waitForURL('**/register');
      expect(await page.evaluate(() => sessionStorage.getItem('selectedPlan'))).toBe(plan);
      await page.evaluate(() => sessionStorage.clear());
    },
  );

  test('Contact Sales opens an inquiry to the support address', async () => {
    const { page } = visitor;
    await page.goto(product.origin + PROFESSIONAL);
    const company = (await (await fetch(`${product.origin}/api/company`)).json()) as { supportEmail: string };
    await expect
      .poll(() => page.getByText('Contact Sales').getAttribute('href'))
      .toMatch(/^mailto:.+\?subject=Enterprise%20inquiry&body=/);
    const href = await page.getByText('Contact Sales').getAttribute('href');
    expect(new URL(href ?? '').pathname).toBe(company.supportEmail);
  });

  test('each target is beside the measured value, with interval, sample and day', async () => {
    const { page } = visitor;
    const rates = (await (await fetch(`${product.origin}/api/measured-rates`)).json()) as {
      indicators: { raised: { value: number; count: number } | null }[];
    };
    const rows = page.locator('#indicators tbody tr');
    await page
      .locator('#indicators')
      .getByText(/Measured on \d+ \w+ \d{4}/)
      .waitFor();
    for (const [at, { raised }] of rates.indicators.entries()) {
      const cells = await rows.nth(at).getByRole('cell').allInnerTexts();
      expect(cells[1]).toBe(TARGETS[at]);
      if (raised === null) expect(cells[2]).toBe('none raised');
      else {
        expect(cells[2]).toBe(`${(raised.value * 100).toFixed(1)}%`);
        expect(cells[4]).toContain(`n = ${raised.count}`);
      }
    }
  });

  test('planned features are marked as planned, and unproven claims are absent', async () => {
    const text = await main(visitor.page).innerText();
    expect(await visitor.page.locator('#roadmap').innerText()).toMatch(/planned/);
    expect(text).not.toMatch(/cheaper|60\s?(?:-|–|to)\s?80/);
  });

  test('screenshots load when they are scrolled into view, those of the theme only', async () => {
    const { page } = visitor;
    const pictures = page.locator('.screenshot img[data-theme="light"]:visible');
    expect(await pictures.count()).toBe(4);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(700);
    }
    // Those of the other theme, and the one for phones
    const hidden = await page
      .locator('.screenshot img:not(:visible)')
      .evaluateAll((images) => images.map((img) => (img as HTMLImageElement).naturalWidth));
    expect(hidden).toEqual(Array.from({ length: 6 }, () => 0));
  });

  test('the chart plays a recorded session of the simulated market and is labelled so', async () => {
    const { page } = visitor;
    await page
      .getByText('recorded session of the simulated market; the marks are what the detectors found')
      .waitFor();
    const chart = page.getByTestId('landing-chart');
    await chart.locator('canvas').first().waitFor();
    await page.locator('.frame-line b').first().waitFor({ timeout: 60_000 });
    const pause = page.getByRole('button', { name: 'Pause' });
    await pause.click();
    await page.getByRole('button', { name: 'Play' }).waitFor();
  });

  test('a poster is in the place of the chart until it is drawn', async () => {
    const context = await browser.newContext({ colorScheme: 'light' });
    const page = await context.newPage();
    await page.route('**/create-chart-*.js', () => undefined);
    await page.goto(product.origin + PROFESSIONAL);
    const poster = page.locator('.product-poster[data-theme="light"]');
    await expect
      .poll(() => poster.evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    await page.unroute('**/create-chart-*.js');
    await page.reload();
    await page.locator('.frame-line b').first().waitFor({ timeout: 60_000 });
    expect(await poster.count()).toBe(0);
    await context.close();
  });

  test('a type without proven skill is marked as experimental, and no other', async () => {
    const rates = (await (await fetch(`${product.origin}/api/measured-rates`)).json()) as {
      states: { type: string; state: string }[];
    };
    const unproven = rates.states.filter(({ state }) => state === 'experimental' || state === 'unavailable');
    expect(unproven.map(({ type }) => type)).toContain('support');
    await visitor.page.locator('.event-rate').first().waitFor();
    const marked = visitor.page.locator('.event-item', { has: visitor.page.getByText('Experimental') });
    expect(await marked.locator('h3').allInnerTexts()).toHaveLength(unproven.length);
    expect(await marked.getByRole('heading', { name: /^Support/ }).count()).toBe(1);
  });

  test('with reduced motion the market is paused until Play is pressed', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(product.origin + PROFESSIONAL);
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await context.close();
  });
});

describe('the bold page', () => {
  test('has its own URL, and every call to action leads to sign-in', async () => {
    const { page } = visitor;
    await page.goto(`${product.origin}/?variant=bold`);
    await page.getByRole('heading', { level: 1, name: /They sweep your stops/ }).waitFor();
    const onward = await addressesOf(page, /^(?:Sign In|Get Started)/);
    expect(onward.length).toBeGreaterThanOrEqual(7);
    expect(new Set(onward)).toEqual(new Set(['/api/login']));
  });

  test('the last line of each of the four cards states whether its event is exact or a probability', async () => {
    const cards = visitor.page.locator('#features .bold-cards > li');
    expect(await cards.count()).toBe(4);
    for (const text of await cards.allInnerTexts())
      expect(text.trim().split('\n').at(-1)).toMatch(/exact|probability/i);
  });

  test('shows the three plans, and the track record with its misses', async () => {
    const { page } = visitor;
    const plans = page.locator('#pricing').getByRole('article');
    expect(await plans.count()).toBe(3);
    const record = page.getByRole('region', { name: 'Right, wrong, found and missed' });
    expect(await record.getByRole('columnheader').allInnerTexts()).toEqual([
      'Event',
      'Right',
      'Wrong',
      'Found',
      'Missed',
    ]);
    await expect.poll(() => record.getByRole('row').nth(3).innerText()).toMatch(/n = \d/);
  });
});

describe.each([PROFESSIONAL, '/?variant=bold'])('%s', (path) => {
  test('loads less than 200 kB of compressed script for the first view, and nothing of the dashboard', async () => {
    const seen = await firstView(browser, product.origin + path, { chart: false });
    expect(seen.scriptBytes).toBeGreaterThan(20_000);
    expect(seen.scriptBytes).toBeLessThan(200_000);
    expect(seen.uncompressed).toEqual([]);
    expect(seen.scripts.filter((name) => /dashboard|shell|landing-chart|create-chart/.test(name))).toEqual(
      [],
    );
  });

  test('loads at most 200 kB of compressed script with the chart', async () => {
    const seen = await firstView(browser, product.origin + path, { chart: true });
    expect(seen.scriptBytes).toBeLessThanOrEqual(200_000);
  });

  test.each([1440, 390])('moves nothing while it loads, the chart included, at %i pixels', async (width) => {
    const seen = await firstView(browser, product.origin + path, { chart: true, width });
    expect(seen.scripts.some((name) => name.includes('landing-chart'))).toBe(true);
    expect(seen.layoutShift).toBe(0);
  });

  test('breaks no rule of accessibility that a machine can check, in any look', async () => {
    const { page } = visitor;
    await page.goto(product.origin + path);
    await page
      .getByText(/Measured on/)
      .first()
      .waitFor();
    expect(await violationsInEveryLook(page)).toEqual([]);
  });
});

test('nothing on either page broke a rule of the content security policy or threw', () => {
  expect(visitor.complaints).toEqual([]);
});
