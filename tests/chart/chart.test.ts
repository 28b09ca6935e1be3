/** The chart in a real browser, one case per situation: colours where they belong, texts, keys, clicks, no violations. */
import { AxeBuilder } from '@axe-core/playwright';
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChartBrowser, openChartBrowser } from '#tests/drive/open-chart-page.ts';
import {
  blend,
  bodies,
  colorAt,
  distance,
  draw,
  link,
  observed,
  sceneOf,
  settled,
  token,
} from './chart-window.ts';

let browser: ChartBrowser;
beforeAll(async () => {
  browser = await openChartBrowser();
});
afterAll(() => browser?.close());

const DESKTOP = { width: 898, height: 834 };
const PHONE = { width: 390, height: 354 };
const PLAIN = {
  volume: true,
  profile: false,
  vwap: false,
  sessionLevels: false,
  events: false,
  aiLevels: false,
};

test('an empty chart shows the fixed times and no price, and breaks no rule of the content security policy', async () => {
  const { page, errors } = await browser.open(DESKTOP);
  const scene = await draw(page, {}, 0);
  expect(scene.times.map((time) => time.text)).toEqual([
    '09:30',
    '10:00',
    '10:30',
    '11:00',
    '11:30',
    '12:00',
  ]);
  expect(scene.axis).toEqual([]);
  expect(distance(await colorAt(page, 300, 300), await token(page, 'surface'))).toBe(0);
  expect((await observed(page)).violations).toEqual([]);
  expect(errors).toEqual([]);
  await page.close();
});

const LOOKS = [
  ['light', {}],
  ['dark', { theme: 'dark' }],
  ['light and colour-blind', { palette: 'cvd' }],
  ['dark and colour-blind', { theme: 'dark', palette: 'cvd' }],
] as const;

test.each(LOOKS)('a hundred candles in %s have the colours of the tokens', async (_, look) => {
  const { page, errors } = await browser.open(DESKTOP, look);
  const scene = await draw(page, { layers: PLAIN });
  const tall = (await bodies(page)).filter(
    (body) => body.heightTicks >= 3 && body.x > 4 && body.x < scene.frame.layout.plotWidth - 4,
  );
  expect(tall.length).toBeGreaterThan(20);
  const colors = { up: await token(page, 'up'), down: await token(page, 'down') };
  for (const body of tall) {
    expect(distance(await colorAt(page, body.x, body.y), body.rising ? colors.up : colors.down)).toBe(0);
  }
  expect(scene.axis).toHaveLength(9);
  expect(scene.lastPrice?.countdown).toBe('07:53');
  expect(errors).toEqual([]);
  await page.close();
});

test('in light a body has an edge of its own colour', async () => {
  const { page } = await browser.open(DESKTOP);
  await draw(page, { layers: PLAIN });
  const body = (await bodies(page)).find((each) => each.rising && each.heightTicks >= 6 && each.x > 20);
  expect(body).toBeDefined();
  if (body !== undefined) {
    expect(distance(await colorAt(page, body.x + 2, body.y), await token(page, 'up-edge'))).toBe(0);
  }
  await page.close();
});

test('a change of theme and palette is drawn without a reload', async () => {
  const { page } = await browser.open(DESKTOP);
  await draw(page, { layers: PLAIN });
  await page.evaluate(() => {
    document.documentElement.className = 'dark';
    document.documentElement.dataset['palette'] = 'cvd';
  });
  await settled(page);
  const body = (await bodies(page)).find((each) => each.heightTicks >= 3 && each.x > 20);
  expect(distance(await colorAt(page, 660, 20), await token(page, 'surface'))).toBe(0);
  if (body !== undefined) {
    expect(
      distance(await colorAt(page, body.x, body.y), await token(page, body.rising ? 'up' : 'down')),
    ).toBe(0);
  }
  await page.close();
});

const TYPES = FLOW_EVENT_TYPES.map((type) => [type, type.replaceAll('_', '-')] as const);

test.each(TYPES)('the zone of an active %s has its token, faded by its age', async (type, name) => {
  const { page } = await browser.open(DESKTOP, { theme: 'dark' });
  const now = Date.UTC(2026, 10, 20, 16, 52, 7);
  const event = {
    id: 'only',
    type,
    side: 'bid',
    priceTicks: 18_240,
    zoneHeightTicks: 4,
    confidence: 0.9,
    exact: true,
    degraded: false,
    startedMs: now - 40_000,
    updatedMs: now - 20_000,
  };
  const scene = await draw(page, { layers: { ...PLAIN, events: true }, events: [event] });
  const zone = scene.zones[0];
  expect(zone?.event.type).toBe(type);
  if (zone === undefined) return;
  const surface = await token(page, 'surface');
  const seen = await colorAt(page, scene.frame.layout.plotWidth - 6, zone.y + zone.height / 2 - 2);
  expect(
    distance(seen, blend(await token(page, `ev-${name}`), surface, 0.3 * zone.opacity)),
  ).toBeLessThanOrEqual(3);
  const bar = await colorAt(
    page,
    scene.frame.layout.plotWidth + 33,
    Math.round(scene.rows[0]?.rowY ?? 0) + 9,
  );
  expect(distance(bar, await token(page, `ev-${name}`))).toBe(0);
  await page.close();
});

test('a full signals column keeps the order of prices and opens the evidence that is clicked', async () => {
  const { page, errors } = await browser.open(DESKTOP);
  const scene = await draw(page);
  expect(scene.rows).toHaveLength(8);
  expect(scene.rows.map((row) => row.name)).toContain('Spoofing-like');
  const row = scene.rows[2];
  await page.mouse.click(scene.frame.layout.plotWidth + 60, row?.rowY ?? 0);
  expect((await observed(page)).selected).toEqual([row?.event.id]);
  const glyph = scene.eventMarks[0];
  await page.mouse.click(glyph?.x ?? 0, glyph?.y ?? 0);
  expect((await observed(page)).selected.at(-1)).toBe(glyph?.event.id);
  expect(errors).toEqual([]);
  await page.close();
});

test('stale values lose their colour', async () => {
  const { page } = await browser.open(DESKTOP, { theme: 'dark' });
  const scene = await draw(page, { feed: { isOld: true, source: 'rithmic', delaySeconds: 0 } });
  expect(scene.grey).toBe(true);
  const [up, down] = [await token(page, 'up'), await token(page, 'down')];
  for (const body of (await bodies(page)).filter((each) => each.heightTicks >= 3 && each.x > 130)) {
    const seen = await colorAt(page, body.x, body.y);
    expect(distance(seen, up)).toBeGreaterThan(20);
    expect(distance(seen, down)).toBeGreaterThan(20);
  }
  await page.close();
});

test('a gap is an amber stripe at its bars while the candles keep their colour', async () => {
  const { page } = await browser.open(DESKTOP);
  const fromMs = Date.UTC(2026, 10, 20, 15, 14, 39);
  const scene = await draw(page, {
    layers: PLAIN,
    gaps: [{ fromMs, toMs: fromMs + 400 }],
    feed: { isOld: false, source: 'rithmic', delaySeconds: 0 },
  });
  const gap = scene.gaps[0];
  expect(scene.grey).toBe(false);
  const seen = await colorAt(page, (gap?.x ?? 0) + (gap?.width ?? 0) / 2, scene.frame.layout.top);
  expect(distance(seen, await token(page, 'warn'))).toBe(0);
  await page.close();
});

test('simulated, replayed and delayed charts are labelled', async () => {
  const { page } = await browser.open(DESKTOP);
  expect(
    (await draw(page, { feed: { isOld: false, source: 'simulated', delaySeconds: 900 } })).watermark,
  ).toBe('SIMULATED · DELAYED 15 min');
  expect(
    (await draw(page, { feed: { isOld: false, source: 'rithmic', delaySeconds: 0 } })).watermark,
  ).toBeNull();
  await page.close();
});

test('on a phone the signals column is hidden, nothing overflows, and the library is still attributed', async () => {
  const { page, errors } = await browser.open(PHONE, { theme: 'dark' });
  const scene = await draw(page);
  expect(scene.rows).toEqual([]);
  expect(scene.frame.layout.plotWidth + scene.frame.layout.axisWidth).toBe(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const maker = await page.getByRole('link', { name: /TradingView/ }).boundingBox();
  expect(maker !== null && maker.x >= 0 && maker.x + maker.width <= 390).toBe(true);
  expect(errors).toEqual([]);
  await page.close();
});

test('the crosshair of a linked pane is drawn until it leaves, and is not reported as an own one', async () => {
  const { page } = await browser.open(DESKTOP);
  const { layout } = (await draw(page, { layers: PLAIN })).frame;
  const axisAt = (y: number) => colorAt(page, layout.plotWidth + layout.signalsWidth + 3, y);
  const tag = await token(page, 'cross-tag');
  for (const ticks of [18_240, 18_250]) {
    const y = await link(page, { bar: 60, ticks });
    expect(distance(await axisAt(y), tag)).toBe(0);
    await link(page, null);
    expect(distance(await axisAt(y), tag)).not.toBe(0);
  }
  expect((await observed(page)).crosshairs).toEqual([]);
  await page.close();
});

test('the keyboard reaches crosshair, events, evidence and table', async () => {
  const { page } = await browser.open(DESKTOP);
  const scene = await draw(page);
  await page.getByRole('figure').focus();
  await page.keyboard.press('ArrowUp');
  expect((await observed(page)).crosshairs).toHaveLength(1);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  expect((await observed(page)).selected).toEqual([scene.rows[1]?.event.id]);
  await page.keyboard.press('h');
  expect((await observed(page)).tablesOpened).toBe(1);
  await draw(page, { letterKeys: false });
  await page.keyboard.press('h');
  expect((await observed(page)).tablesOpened).toBe(1);
  await page.close();
});

test('the first tap on a mark opens its card, the second its evidence, and a tap elsewhere closes the card', async () => {
  const { page } = await browser.open(PHONE, { hasTouch: true });
  const scene = await draw(page);
  const mark = scene.eventMarks[0];
  expect(mark).toBeDefined();
  const tap = () => page.touchscreen.tap((mark?.x ?? 0) + 4, mark?.y ?? 0);
  const hovered = async () => (await observed(page)).hovers.map((hover) => hover?.eventId ?? null);
  await tap();
  expect(await hovered()).toEqual([mark?.event.id]);
  expect((await observed(page)).selected).toEqual([]);
  await page.touchscreen.tap(30, 20);
  expect(await hovered()).toEqual([mark?.event.id, null]);
  await tap();
  await tap();
  expect((await observed(page)).selected).toEqual([mark?.event.id]);
  expect((await hovered()).at(-1)).toBeNull();
  await page.close();
});

test('J and K open the card of the event they reach, Escape closes it', async () => {
  const { page } = await browser.open(DESKTOP);
  const scene = await draw(page);
  await page.getByRole('figure').focus();
  const hovered = async () => (await observed(page)).hovers.map((hover) => hover?.eventId ?? null);
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const marks = scene.eventMarks.map(({ event }) => event.id);
  const [first, second] = await hovered();
  expect(first).toBe(scene.rows[0]?.event.id);
  expect(marks).toContain(second);
  await page.keyboard.press('Escape');
  expect((await hovered()).slice(2)).toEqual([null]);
  await page.close();
});

test('zooming changes the bars, Z restores the initial view', async () => {
  const { page } = await browser.open(DESKTOP);
  await draw(page);
  const before = (await sceneOf(page)).times.map((time) => time.text);
  await page.getByRole('figure').focus();
  for (let count = 0; count < 5; count++) await page.keyboard.press('+');
  await settled(page);
  expect((await sceneOf(page)).times.map((time) => time.text)).not.toEqual(before);
  await page.keyboard.press('z');
  await settled(page);
  expect((await sceneOf(page)).times.map((time) => time.text)).toEqual(before);
  await page.close();
});

test('the chart is a figure with its summary as name and has no axe violation', async () => {
  const { page } = await browser.open(DESKTOP);
  await draw(page);
  await page.getByRole('figure', { name: /E-mini S&P 500 chart\. 100 candles of 10 minutes/ }).waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((violation) => violation.id)).toEqual([]);
  await page.close();
});
