/** What each plan sees: Free is offered a plan, Basic is fifteen minutes behind and labelled so, Pro has at most three instruments. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { startOwnProduct, type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import type { Product } from '#tests/drive/product.ts';
import { addInstrument, enter, visit } from '#tests/drive/trader.ts';

const DELAY_MS = 15 * 60 * 1000;

let warm: WarmProduct;
let browser: Browser;

beforeAll(async () => {
  warm = await warmProduct();
  browser = await sharedBrowser();
});

/** A signed-in trader for the length of one test. */
async function as(
  { origin }: WarmProduct,
  email: string,
  tier: 'free' | 'basic' | 'pro' | 'elite',
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const trader = await enter(browser, origin, { email, tier });
  try {
    await act(trader.page);
    expect(trader.complaints).toEqual([]);
  } finally {
    await trader.close();
  }
}

test('Free is invited to choose a plan and may add nothing', async () => {
  await as(warm, 'plans-free@example.com', 'free', async (page) => {
    await page.getByText('Subscribe to access professional order flow analysis').first().waitFor();
    expect(await page.getByRole('button', { name: /add instrument/i }).count()).toBe(0);
    const watchlist = page.getByRole('region', { name: 'Watchlist' });
    await watchlist.getByText('Basic watches 5 instruments, Pro 15, Elite all of them.').waitFor();
    expect(await watchlist.getByRole('button', { name: 'Watch an instrument' }).count()).toBe(0);
    const refused = await page.request.post('/api/user/instruments', { data: { instrumentId: 1 } });
    expect(refused.status()).toBe(403);
  });
});

/** The newest bar that the viewer gets, with the instant and delay of the response. */
function newestBar(
  page: Page,
): Promise<{ asOf: string | null; delay: string | null; bars: { timestamp: string }[] }> {
  return page.evaluate(async () => {
    const response = await fetch('/api/market-data?instrumentId=1&limit=1');
    return {
      asOf: response.headers.get('x-as-of'),
      delay: response.headers.get('x-delay-seconds'),
      bars: await response.json(),
    };
  });
}

test('Basic sees the market of fifteen minutes ago, with a banner and a badge about the delay', async () => {
  await as(warm, 'plans-basic@example.com', 'basic', async (page) => {
    await addInstrument(page, 'ES');
    await page
      .getByText(/Delayed 15 min/)
      .first()
      .waitFor();
    await page.getByText(/You see the market as of/).waitFor();
    await expect
      .poll(() => newestBar(page), { timeout: 60_000 })
      .toMatchObject({ bars: [{ timestamp: expect.any(String) }] });
    const newest = await newestBar(page);
    expect(newest.delay).toBe('900');
    expect(Date.now() - Date.parse(newest.asOf ?? '')).toBeGreaterThanOrEqual(DELAY_MS);
    expect(Date.now() - Date.parse(newest.bars[0]?.timestamp ?? '')).toBeGreaterThanOrEqual(DELAY_MS);
    await page.getByText('Upgrade your plan to add more instruments').first().waitFor();
  });
});

test('the plan dialog marks the current plan and offers the others', async () => {
  await as(warm, 'plans-dialog@example.com', 'pro', async (page) => {
    await page.getByRole('button', { name: 'Upgrade Plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose Your Plan' });
    await dialog.waitFor();
    expect(await dialog.getByRole('button', { name: 'Current Plan' }).isDisabled()).toBe(true);
    expect(await dialog.getByText('£99').count()).toBeGreaterThan(0);
    await dialog.getByText('All plans include a 14-day free trial. Cancel anytime.').waitFor();
    await dialog
      .getByText('Secure payments processed by Stripe. Your subscription will automatically renew monthly.')
      .waitFor();
  });
});

/** What the server stores of a trader's choices. */
async function keptOf(page: Page): Promise<unknown> {
  return (await page.request.get('/api/user/preferences')).json();
}

test('what a trader chose is there on the next visit', async () => {
  await as(warm, 'plans-keeps@example.com', 'pro', async (page) => {
    await addInstrument(page, 'ES');
    await page.getByText('Live Data').waitFor();
    await page
      .getByRole('radio', { name: '5m', exact: true })
      .or(page.getByRole('button', { name: '5m', exact: true }))
      .first()
      .click();
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    // Both choices are sent a moment after they are made
    await expect.poll(() => keptOf(page)).toMatchObject({ timeframe: '5m', theme: 'dark' });
  });
  await as(warm, 'plans-keeps@example.com', 'pro', async (page) => {
    await page.getByText('Live Data').waitFor();
    await page.locator('html.dark').waitFor();
    expect(await keptOf(page)).toMatchObject({ timeframe: '5m' });
  });
});

test('an unknown path is Page Not Found and a signed-in path offers sign-in to a visitor', async () => {
  const visitor = await visit(browser, warm.origin);
  const missing = await visitor.page.goto(`${warm.origin}/no-such-page`);
  expect(missing?.status()).toBe(404);
  await visitor.page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  await visitor.page.goto(`${warm.origin}/alerts`);
  await visitor.page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  await visitor.close();
});

// Markets cost a part of a core each from when somebody first opens them: so this product comes last, and runs for these tests only
describe.runIf(process.env['LONG_TESTS'] === '1')('with five markets', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startOwnProduct({
      env: { SIM_INSTRUMENTS: 'ES,NQ,CL,GC,ZN', SIM_HISTORY_MINUTES: '10' },
    });
  });
  afterAll(() => product?.stop());

  test('without an instrument the default is offered, and no patterns are requested', async () => {
    await as(product, 'plans-newcomer@example.com', 'basic', async (page) => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      await page.reload();
      await page.getByRole('link', { name: 'AI Analytics' }).click();
      await page.getByText('No patterns detected at the moment').waitFor();
      await page.getByText('BASIC TIER').waitFor();
      expect(await page.getByText('not included').count()).toBe(2);
      await page.getByRole('button', { name: 'Add CL' }).waitFor();
      expect(requested.filter((path) => /^\/api\/ai-patterns(\/\d+)?$/.test(path))).toEqual([]);
      await page.getByRole('button', { name: 'Add CL' }).click();
      await page.getByRole('radiogroup', { name: 'Instrument' }).waitFor();
      await expect.poll(() => requested.includes('/api/ai-patterns/4')).toBe(true);
    });
  });

  test('Pro analyses three instruments and is offered an upgrade for a fourth', async () => {
    await as(product, 'plans-pro@example.com', 'pro', async (page) => {
      for (const symbol of ['ES', 'NQ', 'CL']) await addInstrument(page, symbol);
      await page.getByText('Upgrade your plan to add more instruments').first().waitFor();
      await expect.poll(() => page.getByRole('tab').count()).toBeGreaterThanOrEqual(3);
    });
  });

  test('Basic watches five instruments, takes one off again, and is offered the plans at the limit', async () => {
    await as(product, 'plans-watches@example.com', 'basic', async (page) => {
      const list = page.getByRole('region', { name: 'Watchlist' });
      for (const [index, symbol] of ['ES', 'NQ', 'CL', 'GC', 'ZN'].entries()) {
        await list.getByRole('button', { name: 'Watch an instrument' }).click();
        const picker = list.getByRole('combobox', { name: 'Instrument to watch' });
        await picker.fill(symbol);
        await list.getByRole('option', { name: new RegExp(`^${symbol} `) }).click();
        await list.getByRole('button', { name: 'Add', exact: true }).click();
        await list.getByText(`${index + 1} of 5`).waitFor();
      }
      await list.getByText('Your watchlist is limited to 5 instruments.').waitFor();
      expect(await list.getByRole('button', { name: 'Watch an instrument' }).count()).toBe(0);
      await list.getByText('Delayed 15 min').waitFor();
      await list.getByRole('listitem').filter({ hasText: 'ZN' }).hover();
      await list.getByRole('button', { name: 'Stop watching ZN' }).click();
      await list.getByText('4 of 5').waitFor();
      // One instrument of the watchlist goes to the chart, and the plan allows no other
      await list.getByRole('button', { name: /^ES/ }).click();
      await list.getByRole('button', { name: 'Analyse ES live' }).click();
      await page.getByRole('heading', { name: 'E-mini S&P 500' }).first().waitFor();
      await list.getByRole('button', { name: /^NQ/ }).click();
      await list.getByText(/Upgrade your plan to add more instruments/).waitFor();
      await list.getByRole('button', { name: 'Compare plans' }).click();
      await page.getByRole('dialog', { name: 'Choose Your Plan' }).waitFor();
    });
  });
});
