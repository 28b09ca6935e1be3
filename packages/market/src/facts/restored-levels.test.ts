/** Minutes whose volume by price is known restore profile and footprint exactly. */
import { expect, test } from 'vitest';
import { CME_CALENDAR } from '#instruments/exchange-calendar.ts';
import { instrumentById } from '#instruments/instruments.ts';
import { MarketFacts } from './market-facts.ts';

const es = instrumentById(1);
if (es === undefined) throw new Error('the catalogue has no ES');
const instrument = es;

test('profile and footprint of restored minutes are exact where their volume by price is known', () => {
  const openMs = Date.UTC(2026, 10, 20, 16);
  const levels = [
    { priceTicks: 20_000, buyVolume: 1, sellVolume: 7, otherVolume: 0 },
    { priceTicks: 20_004, buyVolume: 90, sellVolume: 0, otherVolume: 2 },
  ];
  const prices = { openTicks: 20_000, highTicks: 20_004, lowTicks: 20_000, closeTicks: 20_004 };
  const volumes = { volume: 100, buyVolume: 91, sellVolume: 7, trades: 9, vwapTicks: null };
  const stored = [0, 1, 2].map((n) => ({ startMs: openMs + n * 60_000, ...prices, ...volumes, levels }));
  const restored = new MarketFacts({ instrument, calendar: CME_CALENDAR });
  restored.restore(stored);
  restored.advance(openMs + 180_000);
  expect(restored.profile.rows()).toEqual([
    { priceTicks: 20_000, bidVolume: 21, askVolume: 3, volume: 24 },
    { priceTicks: 20_004, bidVolume: 0, askVolume: 270, volume: 276 },
  ]);
  // The last one may have been forming when it was read
  const kept = restored.footprint.last(10);
  expect(kept.map(({ startMs }) => startMs)).toEqual([openMs, openMs + 60_000]);
  expect(kept[0]?.prices).toEqual([
    { priceTicks: 20_000, bidVolume: 7, askVolume: 1, volume: 8 },
    { priceTicks: 20_004, bidVolume: 0, askVolume: 90, volume: 92 },
  ]);
});
