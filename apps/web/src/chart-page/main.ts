/** The chart alone in a page, fed by hand: for picture tests and the benchmark, never part of the product's build. */
import './page.css';
import { MINUTE_MS, seededDraws } from '@undertow/market';
import { createChart } from '#chart/create-chart.ts';
import type {
  ChartCrosshair,
  ChartEvent,
  ChartHandle,
  ChartHover,
  ChartInput,
} from '#chart/data/chart-input.ts';
import { SAMPLE_NOW_MS, sampleInput } from './sample-market.ts';

/** Market seconds per update, so that zones fade, rows move and bars close while somebody measures. */
const MARKET_MS_PER_UPDATE = 1000;
const BARS = 100;

function nextBars(input: ChartInput, nowMs: number, step: number): ChartInput['bars'] {
  const last = input.bars.at(-1);
  if (last === undefined) return input.bars;
  const closeTicks = last.closeTicks + step;
  const lengthMs = input.timeframeMinutes * MINUTE_MS;
  if (nowMs >= last.startMs + lengthMs) {
    const fresh = {
      ...last,
      startMs: last.startMs + lengthMs,
      openTicks: closeTicks,
      highTicks: closeTicks,
      lowTicks: closeTicks,
      closeTicks,
    };
    return [...input.bars.slice(1), fresh];
  }
  const forming = {
    ...last,
    closeTicks,
    highTicks: Math.max(last.highTicks, closeTicks),
    lowTicks: Math.min(last.lowTicks, closeTicks),
    volume: last.volume + 7,
  };
  return [...input.bars.slice(0, -1), forming];
}

function nextEvents(input: ChartInput, nowMs: number, update: number): readonly ChartEvent[] {
  const model = input.events[update % 8];
  if (model === undefined || update % 10 !== 0) return input.events;
  return [{ ...model, id: `fed-${update}`, startedMs: nowMs, updatedMs: nowMs }, ...input.events].slice(
    0,
    100,
  );
}

/** Starts the updates, which keep the number of bars, and returns the way to stop. */
function startFeed(chart: ChartHandle, updatesPerSecond: number, bars: number): () => void {
  const random = seededDraws(7);
  let input = sampleInput(bars);
  let update = 0;
  chart.update(input);
  const timer = setInterval(() => {
    update += 1;
    const nowMs = SAMPLE_NOW_MS + update * MARKET_MS_PER_UPDATE;
    const step = random() < 0.5 ? -1 : 1;
    const bars = nextBars(input, nowMs, step);
    input = {
      ...input,
      bars,
      lastPriceTicks: bars.at(-1)?.closeTicks ?? null,
      events: nextEvents(input, nowMs, update),
      clock: { asOfMs: nowMs, receivedAtMs: performance.now(), rate: 1 },
    };
    chart.update(input);
  }, 1000 / updatesPerSecond);
  return () => clearInterval(timer);
}

/** Canvases that hold the point, lowest first: lightweight-charts appends the lower one of a pair first. */
function canvasesAt(x: number, y: number): HTMLCanvasElement[] {
  return [...document.querySelectorAll('canvas')].filter((canvas) => {
    const box = canvas.getBoundingClientRect();
    return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
  });
}

/** Reads a pixel through the stacked canvases of the chart. */
function colorAt(x: number, y: number): [red: number, green: number, blue: number] {
  const seen: [number, number, number] = [0, 0, 0];
  for (const canvas of canvasesAt(x, y)) {
    const box = canvas.getBoundingClientRect();
    const context = canvas.getContext('2d');
    if (context === null) continue;
    const column = Math.floor(((x - box.left) * canvas.width) / box.width);
    const row = Math.floor(((y - box.top) * canvas.height) / box.height);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(column, row, 1, 1).data;
    [red, green, blue].forEach((value, channel) => {
      const below = seen[channel] ?? 0;
      seen[channel] = Math.round((value * alpha + below * (255 - alpha)) / 255);
    });
  }
  return seen;
}

const container = document.querySelector<HTMLElement>('#chart');
if (container === null) throw new Error('the page has no #chart');

const selected: string[] = [];
const hovers: (ChartHover | null)[] = [];
const crosshairs: (ChartCrosshair | null)[] = [];
const violations: string[] = [];
let tablesOpened = 0;
document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));

const chart = createChart(container, {
  onEventSelect: (id) => selected.push(id),
  onEventHover: (hover) => hovers.push(hover),
  onCrosshair: (crosshair) => crosshairs.push(crosshair),
  onOpenTable: () => {
    tablesOpened += 1;
  },
});

const chartPage = {
  chart,
  sampleInput,
  startFeed: (updatesPerSecond: number, bars = BARS) => startFeed(chart, updatesPerSecond, bars),
  /** Page position of a bar's middle and a price; null before the first frame. */
  placeOf: (index: number, ticks: number) => {
    const frame = chart.scene?.frame;
    return frame === undefined ? null : { x: frame.xOf(index), y: frame.yOf(ticks) };
  },
  /** Colour that is seen at a point, red, green, blue. */
  colorAt: (x: number, y: number) => colorAt(x, y),
  observed: () => ({ selected, hovers, crosshairs, violations, tablesOpened }),
};
export type ChartPage = typeof chartPage;

declare global {
  interface Window {
    chartPage: ChartPage;
  }
}
window.chartPage = chartPage;
