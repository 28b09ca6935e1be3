/** The chart alone in a page, fed by hand: for picture tests and the benchmark, never part of the product's build. */
import './page.css';
import { createChart } from '#chart/create-chart.ts';
import type { ChartCrosshair, ChartHover } from '#chart/data/chart-input.ts';
import { colorAt } from './color-at.ts';
import { startFeed } from './feed.ts';
import { sampleInput } from './sample-market.ts';

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
  /** Where a bar's middle and a price stand in the page; null before the first frame. */
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
