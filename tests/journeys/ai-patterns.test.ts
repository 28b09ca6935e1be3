/** AI patterns: they arrive in the list, each opens with the measured quality of its type, and the chart has the levels of the active ones. */
import type { AiPattern } from '@undertow/contracts';
import type { Browser, Page, Response, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';

/** What the list of patterns polls. */
const LIST = /\/api\/ai-patterns\/\d+$/;
const BASIC = ['volume_spike', 'support_resistance', 'smart_reversal'];

let product: WarmProduct;
let browser: Browser;
let elite: Trader;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  elite = await enter(browser, product.origin, {
    email: 'patterns@example.com',
    tier: 'elite',
    instrumentId: 1,
  });
});

afterAll(() => elite?.close());

const patternsOf = (page: Page): Promise<AiPattern[]> =>
  page.evaluate(async () => (await fetch('/api/ai-patterns?instrumentId=1')).json());

const listOf = (page: Page) => page.getByRole('list', { name: 'AI patterns' });

test('an Elite trader sees patterns arrive in the list', async () => {
  const { page } = elite;
  await page.getByText('Live Data').waitFor();
  await page.getByRole('link', { name: 'AI Analytics' }).click();
  await listOf(page).getByRole('button').first().waitFor();
  await page.getByText('Every order (market by order): this feed supports all of them.').last().waitFor();
});

test('a pattern opens with its evidence and the measured quality of its type', async () => {
  const { page } = elite;
  // A pattern that is over is folded into a newer one like it: the list stays as it is while a row is read
  const { promise: isRead, resolve: release } = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    await isRead;
    await route.continue();
  };
  await page.route(LIST, hold);
  await listOf(page).getByRole('button').first().click();
  // The newest is first: the open row soon is not
  const row = listOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { expanded: true }) });
  await row.getByRole('heading', { name: 'How reliable such findings are' }).waitFor();
  const says = await row.innerText();
  expect(says).toMatch(/On labelled simulated markets/);
  expect(says).toMatch(/Live: /);
  await row.getByRole('button').click();
  await row.waitFor({ state: 'detached' });
  release();
  await page.unroute(LIST, hold);
});

test('the tier card lists the features of Elite, and offers no upgrade', async () => {
  const card = elite.page.getByRole('region', { name: 'Your tier' });
  expect(await card.innerText()).toMatch(/ELITE TIER[\s\S]*168 hours[\s\S]*Unlimited/);
  expect(await card.getByText('not included').count()).toBe(0);
  expect(await card.getByRole('link', { name: 'Upgrade Now' }).count()).toBe(0);
});

test('the types of the tier are beside the plans', async () => {
  const { page } = elite;
  await page.getByRole('tab', { name: 'Pattern Types' }).click();
  const types = page.getByRole('list', { name: 'Pattern types of your tier' });
  await types.waitFor();
  expect(await types.getByRole('listitem').count()).toBe(11);
  await page.getByRole('heading', { name: 'What each plan contains' }).waitFor();
});

test('the insights count patterns and show measured rates beside their targets, by the keyboard too', async () => {
  const { page } = elite;
  await page.getByRole('tab', { name: 'Pattern Types' }).press('ArrowRight');
  await page.getByRole('heading', { name: 'Live track record' }).waitFor();
  await page.getByText('Confidence over 80%').waitFor();
  const rates = page.getByRole('region', { name: 'Targets and measured rates' });
  await rates.getByText('n = ').first().waitFor();
  expect(await rates.getByRole('columnheader', { name: 'Target' }).count()).toBe(1);
  await page.getByRole('tab', { name: 'Live Analysis' }).click();
  await listOf(page).waitFor();
});

/** The AI levels in the chart's table, as often as each is there. */
async function levelsInTheTable(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: /as a table/ });
  await dialog.getByRole('table').first().waitFor();
  const cells = await dialog.getByRole('cell', { name: /^AI .+, / }).allInnerTexts();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  return cells;
}

test('the chart has the levels of the patterns that are active, and no others', async () => {
  const { page } = elite;
  let received: readonly AiPattern[] = [];
  const keep = async (response: Response): Promise<void> => {
    if (new URL(response.url()).pathname === '/api/ai-patterns' && response.ok())
      received = await response.json();
  };
  page.on('response', keep);
  await page.getByRole('link', { name: 'Live Analysis', exact: true }).click();
  await page.getByText('Live Data').waitFor();
  // The page requests them every 15 s; an answer may come between the two looks
  await expect
    .poll(
      async () => {
        if (received.length === 0) return 'no patterns received yet';
        const inTheTable = await levelsInTheTable(page);
        // Experimental ones are shown on request only, but for what is said of levels
        const active = received.filter(
          ({ eventType, metadata }) =>
            metadata.active && (metadata.state !== 'experimental' || eventType === 'support_resistance'),
        );
        return inTheTable.length - active.flatMap(({ metadata }) => metadata.levels).length;
      },
      { interval: 1000 },
    )
    .toBe(0);
  // One that is on its way when the page is closed could not be read
  page.off('response', keep);
});

test('Basic gets neither the events nor the patterns of Pro and Elite', async () => {
  const basic = await enter(browser, product.origin, {
    email: 'few-patterns@example.com',
    tier: 'basic',
    instrumentId: 1,
  });
  try {
    const { page } = basic;
    await page
      .getByText(/Delayed 15 min/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'AI Analytics' }).click();
    await page.getByRole('heading', { name: 'AI Pattern Analytics' }).waitFor();
    for (const { eventType } of await patternsOf(page)) expect(BASIC).toContain(eventType);
    const { types } = await page.evaluate(
      async (): Promise<{ types: { type: string }[] }> =>
        (await fetch('/api/feed-status/types?instrumentId=1')).json(),
    );
    expect(types.map(({ type }) => type)).toEqual(['absorption', 'support', 'resistance', ...BASIC]);
    expect(await page.getByRole('main').innerText()).not.toMatch(
      /Price prediction|Market structure|Off-book/,
    );
    expect(basic.complaints).toEqual([]);
  } finally {
    await basic.close();
  }
});

test('nothing on the pages threw or broke a rule of the content security policy', () => {
  expect(elite.complaints).toEqual([]);
});
