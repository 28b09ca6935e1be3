/** The page of an event: its evidence, outcome and replay; nobody sees an event outside their plan. */
import type { EventReplay, OrderFlowEventDto } from '@undertow/contracts';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Trader, visit } from '#tests/drive/trader.ts';

let product: WarmProduct;
let browser: Browser;
let trader: Trader;
let event: OrderFlowEventDto;

const replayOf = (page: Page, id: string): Promise<EventReplay> =>
  page.evaluate(async (of) => (await fetch(`/api/order-flow-events/${of}/replay`)).json(), id);

/** A native iceberg whose window is stored with its tape. */
async function findIceberg(page: Page): Promise<OrderFlowEventDto | undefined> {
  const events = await page.evaluate(
    async (): Promise<OrderFlowEventDto[]> =>
      (await fetch('/api/order-flow-events?instrumentId=1&limit=500')).json(),
  );
  // Until the instrument is added the response is a refusal
  if (!Array.isArray(events)) return undefined;
  for (const one of events.filter(({ metadata }) => metadata.sub === 'native')) {
    const { bookKnown } = await replayOf(page, one.id);
    if (bookKnown) return one;
  }
  return undefined;
}

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, {
    email: 'evidence@example.com',
    tier: 'elite',
    instrumentId: 1,
  });
});

afterAll(() => trader?.close());

test('a native iceberg of the market is kept with its window', async () => {
  const { page } = trader;
  await expect
    .poll(
      async () => {
        const found = await findIceberg(page);
        if (found !== undefined) event = found;
        return found?.eventType;
      },
      { timeout: 120_000, interval: 2000 },
    )
    .toBe('iceberg');
});

test('the page shows the evidence, the outcome, and that the replay detects the same event', async () => {
  const { page } = trader;
  await page.goto(`${product.origin}/events/${event.id}`);
  await page.getByRole('heading', { name: 'What was seen' }).waitFor();
  await page.getByRole('heading', { name: 'Outcome' }).waitFor();
  await page.getByText('New orders at the same price').waitFor();
  await page.getByText('Reproduced bit for bit').waitFor();
  expect(await page.title()).toMatch(/^Iceberg, native, ES /);
});

test('the replay steps by the keyboard, and plays and pauses', async () => {
  const { page } = trader;
  const scrubber = page.getByRole('slider', { name: 'Replay position' });
  const instant = async (): Promise<string | null> => scrubber.getAttribute('aria-valuetext');
  const book = page.getByRole('table', { name: 'Order book at this moment' });
  await expect.poll(() => book.getByRole('row').count()).toBeGreaterThan(10);
  const before = await instant();
  await page.keyboard.press('.');
  await expect.poll(instant).not.toBe(before);
  // Slowly: of a new event there are only seconds, after which it stops by itself
  await page.keyboard.press('1');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await page.keyboard.press('6');
  await expect.poll(() => page.getByRole('radio', { name: '10×' }).getAttribute('aria-checked')).toBe('true');
});

test('the evidence sheet of the dashboard leads to the page', async () => {
  const { page } = trader;
  await page.goto(`${product.origin}/?event=${event.id}&instrumentId=1`);
  await page.getByRole('link', { name: 'Open page' }).click();
  await page.getByRole('heading', { name: 'Replay' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/events/${event.id}`);
});

test('an event that does not exist, and one of a higher tier, look the same', async () => {
  const basic = await enter(browser, product.origin, {
    email: 'no-evidence@example.com',
    tier: 'basic',
    instrumentId: 1,
  });
  try {
    const { page } = basic;
    for (const id of ['nothing', event.id]) {
      await page.goto(`${product.origin}/events/${id}`);
      await page.getByText('Event not available').waitFor();
      const statuses = await page.evaluate(
        (of) =>
          Promise.all(
            ['evidence', 'replay', 'outcome'].map(
              async (part) => (await fetch(`/api/order-flow-events/${of}/${part}`)).status,
            ),
          ),
        id,
      );
      expect(statuses).toEqual([404, 404, 404]);
    }
  } finally {
    await basic.close();
  }
});

test('a visitor is offered sign-in', async () => {
  const visitor = await visit(browser, product.origin);
  try {
    await visitor.page.goto(`${product.origin}/events/${event.id}`);
    await visitor.page.getByRole('link', { name: 'Sign In' }).first().waitFor();
  } finally {
    await visitor.close();
  }
});
