/** The part of `window.chartPage` that the tests use. */
import type { Page } from 'playwright-core';

export type Rgb = readonly [red: number, green: number, blue: number];

interface SceneRow {
  readonly event: { readonly id: string; readonly type: string };
  readonly priceY: number;
  readonly rowY: number;
  readonly name: string;
  readonly price: string;
}

export interface SceneFacts {
  readonly frame: {
    readonly layout: {
      readonly plotWidth: number;
      readonly signalsWidth: number;
      readonly axisWidth: number;
      readonly mainHeight: number;
      readonly top: number;
    };
  };
  readonly grey: boolean;
  readonly axis: readonly { readonly y: number; readonly text: string; readonly hidden: boolean }[];
  readonly times: readonly { readonly x: number; readonly text: string }[];
  readonly zones: readonly {
    readonly event: { readonly type: string };
    readonly x: number;
    readonly y: number;
    readonly height: number;
    readonly opacity: number;
  }[];
  readonly rows: readonly SceneRow[];
  readonly eventMarks: readonly {
    readonly x: number;
    readonly y: number;
    readonly event: { readonly id: string };
  }[];
  readonly gaps: readonly { readonly x: number; readonly width: number }[];
  readonly lastPrice: { readonly y: number; readonly text: string; readonly countdown: string | null } | null;
  readonly watermark: string | null;
}

interface PageBar {
  readonly startMs: number;
  readonly openTicks: number;
  readonly closeTicks: number;
}

interface ChartPageWindow {
  readonly chartPage: {
    readonly chart: {
      readonly scene: SceneFacts | null;
      update(change: unknown): void;
      run(command: string): void;
      setLinkedPoint(point: { readonly atMs: number; readonly priceTicks: number } | null): void;
    };
    sampleInput(bars?: number): { readonly bars: readonly PageBar[]; readonly [key: string]: unknown };
    placeOf(index: number, ticks: number): { x: number; y: number } | null;
    colorAt(x: number, y: number): [number, number, number];
    observed(): {
      readonly selected: readonly string[];
      readonly hovers: readonly ({ readonly eventId: string } | null)[];
      readonly crosshairs: readonly unknown[];
      readonly violations: readonly string[];
      readonly tablesOpened: number;
    };
  };
}

/** Gives the chart the sample market with the given changes, and waits until it is painted. */
export async function draw(
  page: Page,
  change: Readonly<Record<string, unknown>> = {},
  bars = 100,
): Promise<SceneFacts> {
  await page.evaluate(
    ([patch, count]) => {
      const { chartPage } = window as unknown as ChartPageWindow;
      chartPage.chart.update({ ...chartPage.sampleInput(count), ...patch });
    },
    [change, bars] as const,
  );
  await settled(page);
  return sceneOf(page);
}

/** Moves the crosshair of a linked pane onto a bar and a price, and gives its height; null takes it away. */
export async function link(page: Page, point: { bar: number; ticks: number } | null): Promise<number> {
  const y = await page.evaluate((to) => {
    const { chart, sampleInput, placeOf } = (window as unknown as ChartPageWindow).chartPage;
    const bar = to === null ? undefined : sampleInput().bars[to.bar];
    chart.setLinkedPoint(
      to === null || bar === undefined ? null : { atMs: bar.startMs, priceTicks: to.ticks },
    );
    return to === null ? 0 : (placeOf(to.bar, to.ticks)?.y ?? 0);
  }, point);
  await settled(page);
  return y;
}

/** Two frames after the fonts are loaded: the first computes the scene, the second has painted it. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const { chartPage } = window as unknown as ChartPageWindow;
    for (let count = 0; count < 120 && chartPage.chart.scene === null; count++) await frame();
    for (let count = 0; count < 4; count++) await frame();
  });
}

export async function sceneOf(page: Page): Promise<SceneFacts> {
  const scene = await page.evaluate(() => (window as unknown as ChartPageWindow).chartPage.chart.scene);
  if (scene === null) throw new Error('the chart has painted nothing');
  return scene;
}

export async function colorAt(page: Page, x: number, y: number): Promise<Rgb> {
  return page.evaluate(([px, py]) => (window as unknown as ChartPageWindow).chartPage.colorAt(px, py), [
    x,
    y,
  ] as const);
}

/** Bars of the sample with the middle of their bodies in the page. */
export async function bodies(
  page: Page,
): Promise<{ x: number; y: number; rising: boolean; heightTicks: number }[]> {
  return page.evaluate(() => {
    const { chartPage } = window as unknown as ChartPageWindow;
    return chartPage.sampleInput().bars.map((bar, index) => {
      const place = chartPage.placeOf(index, (bar.openTicks + bar.closeTicks) / 2) ?? { x: -1, y: -1 };
      return {
        x: Math.round(place.x),
        y: Math.round(place.y),
        rising: bar.closeTicks >= bar.openTicks,
        heightTicks: Math.abs(bar.closeTicks - bar.openTicks),
      };
    });
  });
}

export async function observed(page: Page): Promise<ReturnType<ChartPageWindow['chartPage']['observed']>> {
  return page.evaluate(() => (window as unknown as ChartPageWindow).chartPage.observed());
}

/** Colour of a design token in the page's present theme. */
export async function token(page: Page, name: string): Promise<Rgb> {
  return page.evaluate((property) => {
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(property).trim();
    // The canvas writes every opaque colour as six digits.
    const value = Number.parseInt(context.fillStyle.slice(1), 16);
    return [value >> 16, (value >> 8) & 255, value & 255] as const;
  }, `--${name}`);
}

/** `over` at that opacity on `under`. */
export function blend(over: Rgb, under: Rgb, opacity: number): Rgb {
  const mix = (channel: 0 | 1 | 2): number => over[channel] * opacity + under[channel] * (1 - opacity);
  return [mix(0), mix(1), mix(2)];
}

/** Largest difference of two colours in any channel. */
export function distance(a: Rgb, b: Rgb): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}
