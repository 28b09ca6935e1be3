/** The chart alone in a page, fed by hand: for picture tests and the benchmark, never part of the product's build. */
import './page.css';
import { createChart } from '#chart/create-chart.ts';
import type { ChartCrosshair, ChartHover } from '#chart/data/chart-input.ts';
import { startFeed } from './feed.ts';
import { sampleInput } from './sample-market.ts';

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
  startFeed: (updatesPerSecond: number) => startFeed(chart, updatesPerSecond),
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
