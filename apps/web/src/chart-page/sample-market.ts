/**
 * A made-up, seeded market in the chart's terms, the same on every machine: 100 bars, one event of each kind and some
 * more.
 */
import { FLOW_EVENT_TYPES, instrumentBySymbol, MINUTE_MS, seededDraws } from '@undertow/market';
import {
  type ChartBar,
  type ChartEvent,
  type ChartInput,
  type ChartProfile,
  EMPTY_CHART_INPUT,
} from '#chart/data/chart-input.ts';

/** Friday 20 November 2026, 16:52:07 UTC: 127 s into the bar of 16:50. */
export const SAMPLE_NOW_MS = Date.UTC(2026, 10, 20, 16, 52, 7);
const TIMEFRAME = 10;

function sampleBars(count: number): ChartBar[] {
  const random = seededDraws(41);
  const lastStart = Math.floor(SAMPLE_NOW_MS / (TIMEFRAME * MINUTE_MS)) * TIMEFRAME * MINUTE_MS;
  const bars: ChartBar[] = [];
  let price = 18_230;
  let traded = 0;
  let tradedTimesPrice = 0;
  for (let index = 0; index < count; index++) {
    const startMs = lastStart - (count - 1 - index) * TIMEFRAME * MINUTE_MS;
    const busy = startMs >= Date.UTC(2026, 10, 20, 14, 30);
    const openTicks = price;
    let highTicks = price;
    let lowTicks = price;
    for (let step = 0; step < (busy ? 60 : 14); step++) {
      price += random() < 0.5 + (18_262 - price) * 0.0012 ? 1 : -1;
      highTicks = Math.max(highTicks, price);
      lowTicks = Math.min(lowTicks, price);
    }
    const volume = Math.round((busy ? 21_000 : 2_400) * (0.5 + random()));
    const buyVolume = Math.round(volume * (0.5 + (price - openTicks) * 0.006 + (random() - 0.5) * 0.1));
    traded += volume;
    tradedTimesPrice += volume * ((highTicks + lowTicks + price) / 3);
    bars.push({
      startMs,
      openTicks,
      highTicks,
      lowTicks,
      closeTicks: price,
      volume,
      buyVolume,
      sellVolume: volume - buyVolume,
      vwapTicks: tradedTimesPrice / traded,
    });
  }
  return bars;
}

function sampleProfile(bars: readonly ChartBar[]): ChartProfile {
  const volumes = new Map<number, number>();
  for (const bar of bars) {
    const share = bar.volume / (bar.highTicks - bar.lowTicks + 1);
    for (let ticks = bar.lowTicks; ticks <= bar.highTicks; ticks++) {
      volumes.set(ticks, (volumes.get(ticks) ?? 0) + share);
    }
  }
  const levels = [...volumes]
    .map(([priceTicks, volume]) => ({ priceTicks, volume: Math.round(volume) }))
    .sort((a, b) => a.priceTicks - b.priceTicks);
  const most = levels.reduce((peak, level) => (level.volume > peak.volume ? level : peak), {
    priceTicks: 0,
    volume: 0,
  });
  return {
    pointOfControlTicks: most.priceTicks,
    valueAreaHighTicks: most.priceTicks + 14,
    valueAreaLowTicks: most.priceTicks - 12,
    levels,
  };
}

/** Ages in seconds of the active events of each type, and an old one of each. */
const ACTIVE_AGES = [12, 29, 115, 136, 36, 23] as const;
const SECOND_AGES = [107, 78] as const;

function sampleEvents(lastTicks: number): ChartEvent[] {
  const event = (
    id: string,
    typeIndex: number,
    ageS: number,
    offsetTicks: number,
    startedAgoS: number,
  ): ChartEvent => ({
    id,
    type: FLOW_EVENT_TYPES[typeIndex % FLOW_EVENT_TYPES.length]!,
    side: typeIndex % 2 === 0 ? 'bid' : 'ask',
    priceTicks: lastTicks + offsetTicks,
    size: 40 * (typeIndex + 1),
    zoneHeightTicks: typeIndex === 2 || typeIndex === 3 ? 4 : null,
    confidence: 0.81,
    exact: typeIndex === 0 || typeIndex === 4,
    degraded: false,
    startedMs: SAMPLE_NOW_MS - startedAgoS * 1000,
    updatedMs: SAMPLE_NOW_MS - ageS * 1000,
  });
  const offsets = [-3, -5, -12, 21, 12, 14] as const;
  const active = ACTIVE_AGES.map((age, index) =>
    event(`active-${index}`, index, age, offsets[index]!, age + 4),
  );
  const second = SECOND_AGES.map((age, index) =>
    event(`second-${index}`, index, age, index === 0 ? 7 : 9, age + 4),
  );
  const expired = [3, 9, 14, 22, 31, 38, 44, 52].map((bar, index) =>
    event(`expired-${index}`, index, bar * 600, 0, bar * 600 + 30),
  );
  return [...active, ...second, ...expired];
}

/** Everything on. `barCount` 0 gives the chart before its first data. */
export function sampleInput(barCount = 100): ChartInput {
  const instrument = instrumentBySymbol('ES') ?? null;
  const bars = sampleBars(barCount);
  const last = bars.at(-1);
  const base = {
    ...EMPTY_CHART_INPUT,
    instrument,
    timeframeMinutes: TIMEFRAME,
    timeZone: 'Europe/London',
  } as const;
  if (last === undefined) return base;
  const { closeTicks } = last;
  return {
    ...base,
    bars,
    lastPriceTicks: closeTicks,
    events: sampleEvents(closeTicks),
    aiLevels: [
      { id: 'ai-1', label: 'Resistance', priceTicks: closeTicks + 26, confidence: 0.74 },
      { id: 'ai-2', label: 'Support', priceTicks: closeTicks - 22, confidence: 0.81 },
    ],
    sessionLevels: {
      priorHighTicks: closeTicks + 17,
      priorLowTicks: closeTicks - 60,
      priorSettlementTicks: closeTicks - 9,
      overnightHighTicks: closeTicks - 16,
      overnightLowTicks: closeTicks - 34,
      openingRangeHighTicks: closeTicks + 5,
      openingRangeLowTicks: closeTicks - 26,
    },
    profile: sampleProfile(bars),
    feed: { isOld: false, source: 'rithmic', delaySeconds: 0 },
    clock: { asOfMs: SAMPLE_NOW_MS, receivedAtMs: 0, rate: 0 },
  };
}
