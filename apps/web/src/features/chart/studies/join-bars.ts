/** Bars of a chart in a pane from stored ones: older and newer pages as one list, regular hours alone, longer bars. Pure. */
import { MINUTE_MS, timeBarStarts } from '@undertow/market';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { SessionClock, type StudyMarket } from '#chart/studies/session-bars.ts';

/** Bars at the end that a new response may know better. */
const TAIL = 120;

const FIELDS = [
  'startMs',
  'openTicks',
  'highTicks',
  'lowTicks',
  'closeTicks',
  'volume',
  'buyVolume',
  'sellVolume',
  'vwapTicks',
  'contract',
] as const satisfies readonly (keyof ChartBar)[];

/** The newer list with the objects of the older one where nothing differs: what follows computes changed bars alone. */
export function withKnown(known: readonly ChartBar[], bars: readonly ChartBar[]): readonly ChartBar[] {
  const first = Math.max(0, known.length - TAIL);
  const byStart = new Map(known.slice(first).map((bar) => [bar.startMs, bar]));
  return bars.map((bar, index) => {
    if (index < bars.length - TAIL) return bar;
    const same = byStart.get(bar.startMs);
    return same !== undefined && FIELDS.every((field) => same[field] === bar[field]) ? same : bar;
  });
}

/** Null: between the two lists bars are missing. */
export function joinPages(
  older: readonly ChartBar[],
  newer: readonly ChartBar[],
): readonly ChartBar[] | null {
  const firstMs = newer[0]?.startMs;
  const lastMs = older.at(-1)?.startMs;
  if (firstMs === undefined || lastMs === undefined) return firstMs === undefined ? older : newer;
  if (lastMs < firstMs) return null;
  return [...older.filter(({ startMs }) => startMs < firstMs), ...newer];
}

/** Bars within the template's window, without the VWAP of a day that they are not all of. */
export function ofSession(bars: readonly ChartBar[], market: StudyMarket): readonly ChartBar[] {
  if (market.template === 'ETH') return bars;
  const clock = new SessionClock(market);
  return bars.filter(({ startMs }) => clock.at(startMs) !== null).map((bar) => withoutVwap(bar));
}

const stripped = new WeakMap<ChartBar, ChartBar>();

function withoutVwap(bar: ChartBar): ChartBar {
  const known = stripped.get(bar) ?? { ...bar, vwapTicks: null };
  stripped.set(bar, known);
  return known;
}

function joined(bar: ChartBar, next: ChartBar): ChartBar {
  return {
    ...bar,
    highTicks: Math.max(bar.highTicks, next.highTicks),
    lowTicks: Math.min(bar.lowTicks, next.lowTicks),
    closeTicks: next.closeTicks,
    volume: bar.volume + next.volume,
    buyVolume: bar.buyVolume + next.buyVolume,
    sellVolume: bar.sellVolume + next.sellVolume,
    vwapTicks: next.vwapTicks,
  };
}

/**
 * Bars of so many minutes. They begin with the hour, longer ones with the trading day, those of regular hours with its
 * opening; none holds prices of two contracts.
 */
export function longerBars(
  bars: readonly ChartBar[],
  minutes: number,
  market: StudyMarket,
): readonly ChartBar[] {
  const ms = minutes * MINUTE_MS;
  const clock = new SessionClock(market);
  const dayStart = timeBarStarts(ms, market.calendar);
  const startOf = (timeMs: number): number => {
    const session = market.template === 'RTH' ? clock.at(timeMs) : null;
    if (session === null) return dayStart(timeMs);
    return session.openMs + Math.floor((timeMs - session.openMs) / ms) * ms;
  };
  const longer: ChartBar[] = [];
  for (const bar of bars) {
    const startMs = startOf(bar.startMs);
    const last = longer.at(-1);
    const isSame = last?.startMs === startMs;
    if (isSame && last.contract === bar.contract) longer[longer.length - 1] = joined(last, bar);
    else if (isSame) longer[longer.length - 1] = { ...bar, startMs };
    else longer.push({ ...bar, startMs });
  }
  return longer;
}
