/** The developer pages: every control, both exports, both render modes, the live socket. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsInEveryLook } from '#tests/drive/accessibility.ts';
import { sharedBrowser } from '#tests/drive/browser.ts';
import { type WarmProduct, warmProduct } from '#tests/drive/journey-products.ts';
import { enter, type Trader } from '#tests/drive/trader.ts';
import { DeveloperPage } from './developer-page.ts';

const LIVE = '/live-data-test';
const CHART = '/chart-test-dashboard';

let product: WarmProduct;
let browser: Browser;
let trader: Trader;
let page: Page;
let developer: DeveloperPage;

beforeAll(async () => {
  product = await warmProduct();
  browser = await sharedBrowser();
  trader = await enter(browser, product.origin, {
    email: 'developer@example.com',
    tier: 'elite',
    instrumentId: 1,
  });
  page = trader.page;
  developer = new DeveloperPage(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});

afterAll(() => trader?.close());

const ticksShown = async (): Promise<number> => Number(await developer.counter('Market ticks'));

describe('the live data test', () => {
  test('is stopped, with its defaults, until it is started', async () => {
    await developer.open(LIVE);
    await page.getByText('SIMULATED', { exact: true }).waitFor();
    await page.getByRole('radio', { name: '1000', checked: true }).waitFor();
    const intervals = page.getByLabel('Update interval, ms').getByRole('radio');
    expect(await intervals.allTextContents()).toEqual(['250', '500', '1000', '2000']);
    const options = page.getByRole('combobox', { name: 'Instrument' }).locator('option');
    expect(await options.allTextContents()).toEqual([
      'ES, base 4567.25, tick 0.25',
      'NQ, base 15842.75, tick 0.25',
      'YM, base 35123, tick 1',
      'CL, base 73.45, tick 0.01',
      'GC, base 2156.8, tick 0.1',
    ]);
    for (const name of ['Market Data', 'Order Flow'])
      expect(await page.getByRole('switch', { name }).isChecked()).toBe(true);
    expect(await developer.counter('Current price')).toBe('4567.25');
    expect(await developer.counter('Market ticks')).toBe('0');
  });

  test('started, it lists ten ticks and events of those that it counts; stopped, it keeps them', async () => {
    await page.getByRole('radio', { name: '250' }).click();
    await developer.button('Start').click();
    await developer.moreThan(14, ticksShown);
    await developer.moreThan(2, () => developer.rowsOf('Last 10 events').count());
    await developer.button('Stop').click();
    expect(await developer.rowsOf('Last 10 ticks').count()).toBe(10);
    const ticks = await developer.counter('Market ticks');
    await page.waitForTimeout(600);
    expect(await developer.counter('Market ticks')).toBe(ticks);
  });

  test('Export Data is a file with every tick and event, in the shapes of the specification', async () => {
    const { name, content } = await developer.download('Export Data');
    expect(name).toBe('undertow-simulated-ES.json');
    const data = content as { ticks: object[]; events: object[]; orderBook: object[] };
    expect(data).toMatchObject({ source: 'simulated', instrument: 'ES', intervalMs: 250 });
    expect(`${data.ticks.length}`).toBe(await developer.counter('Market ticks'));
    expect(`${data.events.length}`).toBe(await developer.counter('Order-flow events'));
    expect(Object.keys(data.ticks[0] ?? {})).toEqual([
      'timestamp',
      'open',
      'high',
      'low',
      'close',
      'volume',
      'timeframe',
    ]);
    expect(data.events[0]).toMatchObject({ confidence: 1, metadata: { label: expect.any(String) } });
    expect(data.orderBook).toHaveLength(10);
  });

  test('Copy Code Structure puts the shapes into the clipboard', async () => {
    await developer.button('Copy Code Structure').click();
    await page.getByText('The code structure is in your clipboard.').first().waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain("| 'smart_money_entry';");
    expect(text).toContain("timeframe: '1m';");
  });

  test('Reset clears everything, and the same market is generated again', async () => {
    const first = (await developer.download('Export Data')).content as { ticks: object[] };
    await developer.button('Reset').click();
    expect(await developer.counter('Market ticks')).toBe('0');
    expect(await developer.rowsOf('Last 10 ticks').count()).toBe(0);
    await developer.button('Start').click();
    await developer.moreThan(2, ticksShown);
    await developer.button('Stop').click();
    const again = (await developer.download('Export Data')).content as { ticks: object[] };
    expect(again.ticks.slice(0, 3)).toEqual(first.ticks.slice(0, 3));
  });

  test('a stream that is switched off is not recorded', async () => {
    await developer.button('Reset').click();
    await page.getByRole('switch', { name: 'Market Data' }).click();
    await developer.button('Start').click();
    await developer.moreThan(1, () => developer.rowsOf('Last 10 events').count());
    await developer.button('Stop').click();
    expect(await developer.counter('Market ticks')).toBe('0');
    await page.getByRole('switch', { name: 'Market Data' }).click();
  });

  test('another instrument resets the data', async () => {
    await page.getByRole('combobox', { name: 'Instrument' }).selectOption('GC');
    expect(await developer.counter('Current price')).toBe('2156.8');
    expect(await developer.counter('Order-flow events')).toBe('0');
  });

  test('it leads to the chart test, and the chart test back', async () => {
    await page.getByRole('link', { name: 'Admin', exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Chart Test Dashboard' }).click();
    await page.getByRole('heading', { name: 'Chart Test Dashboard' }).waitFor();
    await page.getByRole('link', { name: 'Live Data Test' }).click();
    await page.getByRole('heading', { name: 'Live Data Test' }).waitFor();
  });
});

describe('the chart test', () => {
  test('the arrow keys move through its tabs', async () => {
    await developer.open(CHART);
    await page.getByRole('tab', { name: 'Chart' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Data', selected: true }).waitFor();
    await page.getByText('Spread range').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('slider', { name: 'Bar spacing' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Chart', selected: true }).waitFor();
  });

  test('sliders have the ranges and defaults of the specification and move by keys', async () => {
    const facts = async (name: string) =>
      page.getByRole('slider', { name }).evaluate((element) => {
        const { min, max, step, value } = element as HTMLInputElement;
        return [min, max, step, value];
      });
    expect(await facts('Height')).toEqual(['300', '800', '50', '500']);
    expect((await facts('Update interval'))[3]).toBe('200');
    await page.getByRole('slider', { name: 'Height' }).focus();
    await page.keyboard.press('ArrowRight');
    const box = await page.getByTestId('canvas-chart').boundingBox();
    expect(box?.height).toBe(550);
    await page.getByRole('tab', { name: 'Style' }).click();
    expect((await facts('Bar spacing')).slice(0, 2)).toEqual(['1', '20']);
    expect((await facts('Right offset')).slice(0, 2)).toEqual(['0', '50']);
    expect(await page.getByRole('textbox', { name: 'Up candle', exact: true }).inputValue()).toBe('#26a69a');
  });

  test('the simulation fills chart, book and recent events, and the footer shows its performance', async () => {
    await developer.runChart(30);
    expect(await page.getByRole('region', { name: 'Order Book' }).locator('tbody tr').count()).toBe(10);
    expect(
      await page.getByRole('list', { name: 'Recent events' }).getByRole('listitem').count(),
    ).toBeGreaterThan(3);
    expect(
      await page.getByRole('list', { name: 'Recent events' }).getByRole('listitem').count(),
    ).toBeLessThan(9);
    expect(await page.getByTestId('p95-gap').textContent()).toMatch(/^\d+\.\d ms$/);
    await page.getByRole('tab', { name: 'Data' }).click();
    expect(await page.getByRole('tabpanel').textContent()).toMatch(
      /Order book levels10Spread range[\d.]+ to [\d.]+/,
    );
  });

  test('react draws the same bars, in the chosen colours, and its labels are described', async () => {
    await page.getByRole('tab', { name: 'Chart' }).click();
    await page.getByRole('radio', { name: 'react' }).click();
    const candles = page.locator('[data-bar]');
    expect(await candles.count()).toBeGreaterThan(29);
    await page.getByRole('tab', { name: 'Style' }).click();
    await page.getByRole('textbox', { name: 'Up candle', exact: true }).fill('#0000ff');
    const colours = await candles.evaluateAll((all) => [
      ...new Set(all.map((one) => one.getAttribute('fill'))),
    ]);
    expect(colours.toSorted()).toEqual(['#0000ff', '#ef5350']);
    await page.locator('[data-event]').first().hover({ force: true });
    expect(await page.getByRole('tooltip').textContent()).toMatch(/lots, \d\d:\d\d/);
    await page.getByRole('tab', { name: 'Chart' }).click();
    for (const name of ['Candlesticks', 'Order flow', 'Grid'])
      await page.getByRole('switch', { name }).click();
    expect([await candles.count(), await page.locator('[data-event]').count()]).toEqual([0, 0]);
    expect(await page.locator('.react-chart .plot-grid').count()).toBe(0);
    for (const name of ['Candlesticks', 'Order flow', 'Grid'])
      await page.getByRole('switch', { name }).click();
  });

  test('on the canvas the pointer finds a pattern label and its tooltip', async () => {
    await page.getByRole('radio', { name: 'canvas' }).click();
    const box = await page.getByTestId('canvas-chart').boundingBox();
    if (box === null) throw new Error('expected the chart on the page');
    const tooltip = page.getByRole('tooltip');
    // Labels are near the newest bars; the pointer searches for one as a person would
    search: for (let x = box.width - 80; x > box.width / 3; x -= 8) {
      for (let y = 30; y < box.height - 120; y += 8) {
        await page.mouse.move(box.x + x, box.y + y);
        if ((await tooltip.count()) > 0) break search;
      }
    }
    expect(await tooltip.textContent()).toMatch(/lots, \d\d:\d\d/);
    await page.mouse.move(box.x + 2, box.y - 30);
    await tooltip.waitFor({ state: 'detached' });
  });

  test('Export Config is a file with everything that is set', async () => {
    const { name, content } = await developer.download('Export Config');
    expect(name).toBe('undertow-chart-config.json');
    expect(content).toMatchObject({
      instrument: 'ES',
      height: 550,
      updateInterval: 200,
      renderMode: 'canvas',
      candlesticks: true,
      volume: true,
      orderFlow: true,
      grid: true,
      barSpacing: 8,
      rightOffset: 9,
      upColor: '#0000ff',
      downColor: '#ef5350',
    });
  });

  test('another instrument resets the data, and so does Reset', async () => {
    await page.getByRole('combobox', { name: 'Instrument' }).selectOption('CL');
    await page.getByText('0 bars', { exact: true }).waitFor();
    await developer.runChart(3);
    await developer.button('Reset').click();
    await page.getByText('No bars yet. Start the simulation.').waitFor();
  });

  test('the live socket is connected and its messages come, ten at most', async () => {
    const panel = page.getByRole('region', { name: 'Live order-flow events' });
    await panel.getByText('Connected').waitFor();
    const messages = panel.getByRole('listitem');
    await developer.moreThan(0, () => messages.count());
    expect(await messages.count()).toBeLessThanOrEqual(10);
    expect(await messages.first().textContent()).toMatch(/^.?ES /);
  });
});

test.each([LIVE, CHART])('%s is accessible in every look', async (path) => {
  await developer.open(path);
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click();
  await page
    .getByText(path === LIVE ? /on the last tick/ : /^(?:[2-9]|\d{2,}) bars$/)
    .first()
    .waitFor();
  expect(await violationsInEveryLook(page)).toEqual([]);
});

test('no request of these pages was refused, and the browser reported no error', () => {
  expect(trader.complaints).toEqual([]);
});
