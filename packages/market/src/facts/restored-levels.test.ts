/** Minutes whose volume by price is known restore profile and footprint exactly. */
import { expect, test } from 'vitest';
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  nsHi,
  nsLo,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '#events/market-event.ts';
import { CME_CALENDAR } from '#instruments/exchange-calendar.ts';
import { instrumentById } from '#instruments/instruments.ts';
import { NS_PER_MS } from '#time/durations.ts';
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

test('a minute that was received from its middle on is completed to what was traded in it', () => {
  const openMs = Date.UTC(2026, 10, 20, 16);
  const tradeAt = (timeMs: number, priceTicks: number, size: number, side: number) => {
    const row = new Int32Array(ROW_LENGTH);
    const timeNs = BigInt(timeMs) * NS_PER_MS;
    row[COL_ACTION] = ACTION_TRADE;
    row[COL_PRICE_TICKS] = priceTicks;
    row[COL_SIZE] = size;
    row[COL_SIDE] = side;
    row[COL_TIME_HI] = nsHi(timeNs);
    row[COL_TIME_LO] = nsLo(timeNs);
    return row;
  };
  const trades = [
    tradeAt(openMs + 1000, 20_000, 5, SIDE_BID),
    tradeAt(openMs + 2000, 20_003, 2, SIDE_NONE),
    tradeAt(openMs + 40_000, 20_001, 4, SIDE_ASK),
    tradeAt(openMs + 50_000, 20_000, 3, SIDE_BID),
    tradeAt(openMs + 70_000, 20_002, 9, SIDE_ASK),
  ];
  const whole = new MarketFacts({ instrument, calendar: CME_CALENDAR });
  const late = new MarketFacts({ instrument, calendar: CME_CALENDAR });
  for (const row of trades) whole.applyRow(row, 0);
  for (const row of trades.slice(2)) late.applyRow(row, 0);
  const levels = [
    { priceTicks: 20_000, buyVolume: 8, sellVolume: 0, otherVolume: 0 },
    { priceTicks: 20_001, buyVolume: 0, sellVolume: 4, otherVolume: 0 },
    { priceTicks: 20_003, buyVolume: 0, sellVolume: 0, otherVolume: 2 },
  ];
  late.completeMinute(openMs, levels);
  const factsOf = ({ profile, vwapTicks, volume, levels }: MarketFacts) => ({
    ...{ rows: profile.rows(), vwapTicks, volume },
    range: [levels.dayLowTicks, levels.dayHighTicks],
  });
  expect(factsOf(late)).toEqual(factsOf(whole));
  // A minute of another day, and one that history has less of than was received, change nothing
  late.completeMinute(openMs - 24 * 3_600_000, levels);
  late.completeMinute(openMs + 60_000, []);
  expect(factsOf(late)).toEqual(factsOf(whole));
});
