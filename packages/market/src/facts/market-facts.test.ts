import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregateBars, type Bar } from '#bars/bar.ts';
import {
  ACTION_BLOCK,
  ACTION_HEARTBEAT,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  nsHi,
  nsLo,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '#events/market-event.ts';
import { TIMEFRAME_MINUTES } from '#events/vocabulary.ts';
import { CME_CALENDAR, SIMULATED_CALENDAR } from '#instruments/exchange-calendar.ts';
import { INSTRUMENTS } from '#instruments/instruments.ts';
import { NS_PER_MS } from '#time/durations.ts';
import { MarketFacts } from './market-facts.ts';

const es = INSTRUMENTS[0];
if (!es) throw new Error('the catalogue is empty');
const instrument = es;

interface Print {
  timeMs: number;
  priceTicks: number;
  size: number;
  side: number;
  action?: number;
  flags?: number;
}

function row(print: Print): Int32Array {
  const rows = new Int32Array(ROW_LENGTH);
  const ns = BigInt(print.timeMs) * NS_PER_MS;
  rows[COL_ACTION] = print.action ?? ACTION_TRADE;
  rows[COL_SIDE] = print.side;
  rows[COL_PRICE_TICKS] = print.priceTicks;
  rows[COL_SIZE] = print.size;
  rows[COL_TIME_HI] = nsHi(ns);
  rows[COL_TIME_LO] = nsLo(ns);
  rows[COL_FLAGS] = print.flags ?? FLAG_LAST;
  return rows;
}

function factsOf(prints: readonly Print[], calendar = SIMULATED_CALENDAR): MarketFacts {
  const facts = new MarketFacts({ instrument, calendar });
  for (const print of prints) facts.applyRow(row(print), 0);
  return facts;
}

const NOON = Date.parse('2026-11-18T18:00:00Z');
const prints = fc
  .array(
    fc.record({
      gapMs: fc.integer({ min: 0, max: 400_000 }),
      priceTicks: fc.integer({ min: 18_200, max: 18_230 }),
      size: fc.integer({ min: 1, max: 500 }),
      side: fc.constantFrom(SIDE_BID, SIDE_ASK, SIDE_NONE),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((steps) => {
    let timeMs = NOON;
    return steps.map(({ gapMs, ...print }) => {
      timeMs += gapMs;
      return { ...print, timeMs };
    });
  });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function allBars(facts: MarketFacts): Bar[] {
  return facts.recentBars(1, 8192);
}

test('bars hold every trade of their minute once', () => {
  fc.assert(
    fc.property(prints, (trades) => {
      const bars = allBars(factsOf(trades));
      for (const bar of bars) {
        const inside = trades.filter(({ timeMs }) => timeMs >= bar.startMs && timeMs < bar.startMs + 60_000);
        const prices = inside.map(({ priceTicks }) => priceTicks);
        const volumeOf = (side: number): number =>
          sum(inside.filter((print) => print.side === side).map(({ size }) => size));
        expect(bar).toMatchObject({
          openTicks: prices[0],
          closeTicks: prices.at(-1),
          highTicks: Math.max(...prices),
          lowTicks: Math.min(...prices),
          volume: sum(inside.map(({ size }) => size)),
          buyVolume: volumeOf(SIDE_BID),
          sellVolume: volumeOf(SIDE_ASK),
          trades: inside.length,
        });
      }
      expect(sum(bars.map(({ trades: count }) => count))).toBe(trades.length);
    }),
  );
});

test('longer bars equal the sum of their minutes and stay within the hour and the trading day', () => {
  fc.assert(
    fc.property(prints, fc.constantFrom(...TIMEFRAME_MINUTES), (trades, minutes) => {
      const facts = factsOf(trades);
      const minuteBars = allBars(facts);
      const bars = facts.recentBars(minutes, 8192);
      expect(sum(bars.map(({ volume }) => volume))).toBe(sum(minuteBars.map(({ volume }) => volume)));
      for (const bar of bars) {
        const inside = minuteBars.filter(
          ({ startMs }) => startMs >= bar.startMs && startMs < bar.startMs + minutes * 60_000,
        );
        expect(bar.startMs % (minutes * 60_000)).toBe(0);
        expect(bar).toMatchObject({
          openTicks: inside[0]?.openTicks,
          closeTicks: inside.at(-1)?.closeTicks,
          highTicks: Math.max(...inside.map(({ highTicks }) => highTicks)),
          lowTicks: Math.min(...inside.map(({ lowTicks }) => lowTicks)),
          volume: sum(inside.map(({ volume }) => volume)),
          buyVolume: sum(inside.map(({ buyVolume }) => buyVolume)),
          sellVolume: sum(inside.map(({ sellVolume }) => sellVolume)),
          trades: sum(inside.map(({ trades: count }) => count)),
          vwapTicks: inside.at(-1)?.vwapTicks,
        });
        const days = inside.map(({ startMs }) => SIMULATED_CALENDAR.tradingDayOf(startMs));
        expect(new Set(days).size).toBe(1);
      }
    }),
  );
});

test('footprints sum to their bars and the profile to the volume of the day', () => {
  fc.assert(
    fc.property(prints, (trades) => {
      const facts = factsOf(trades);
      const closed = facts.bars.last(256);
      const footprints = facts.footprint.last(256);
      expect(footprints.map(({ startMs }) => startMs)).toEqual(closed.map(({ startMs }) => startMs));
      footprints.forEach(({ prices }, index) => {
        const bar = closed[index];
        expect(sum(prices.map(({ volume }) => volume))).toBe(bar?.volume);
        expect(sum(prices.map(({ askVolume }) => askVolume))).toBe(bar?.buyVolume);
        expect(sum(prices.map(({ bidVolume }) => bidVolume))).toBe(bar?.sellVolume);
        expect(prices[0]?.priceTicks).toBe(bar?.lowTicks);
        expect(prices.at(-1)?.priceTicks).toBe(bar?.highTicks);
      });
      const day = facts.dayFacts();
      expect(sum(day.profile.map(({ volume }) => volume))).toBe(day.volume);
      const ofDay = trades.filter(({ timeMs }) => SIMULATED_CALENDAR.tradingDayOf(timeMs) === day.tradingDay);
      expect(day.volume).toBe(sum(ofDay.map(({ size }) => size)));
      const notional = sum(ofDay.map(({ size, priceTicks }) => size * priceTicks));
      expect(day.vwapTicks).toBe(notional / day.volume);
    }),
  );
});

test('facts restored from stored bars equal those before the restart', () => {
  fc.assert(
    fc.property(prints, prints, (before, after) => {
      const later = after.map((print) => ({ ...print, timeMs: print.timeMs + 50_000_000 }));
      const whole = factsOf([...before, ...later]);
      const restored = new MarketFacts({ instrument, calendar: SIMULATED_CALENDAR });
      restored.restore(allBars(factsOf(before)));
      for (const print of later) restored.applyRow(row(print), 0);
      expect(allBars(restored)).toEqual(allBars(whole));
      const { profile: restoredProfile, ...a } = restored.dayFacts();
      const { profile: wholeProfile, ...b } = whole.dayFacts();
      const volume = (rows: typeof wholeProfile): number => sum(rows.map((one) => one.volume));
      expect(volume(restoredProfile)).toBe(volume(wholeProfile));
      const value = { pointOfControlTicks: 0, valueAreaHighTicks: 0, valueAreaLowTicks: 0 };
      expect({ ...a, ...value }).toEqual({ ...b, ...value });
    }),
  );
});

test('a bar that was forming at the restart continues and is emitted once', () => {
  const first = { timeMs: NOON + 1000, priceTicks: 100, size: 2, side: SIDE_BID };
  const second = { timeMs: NOON + 9000, priceTicks: 104, size: 3, side: SIDE_ASK };
  const restored = new MarketFacts({ instrument, calendar: SIMULATED_CALENDAR });
  restored.restore(allBars(factsOf([first])));
  restored.applyRow(row(second), 0);
  restored.advance(NOON + 60_000);
  expect(restored.bars.last(10)).toEqual([
    {
      startMs: NOON,
      openTicks: 100,
      highTicks: 104,
      lowTicks: 100,
      closeTicks: 104,
      volume: 5,
      buyVolume: 2,
      sellVolume: 3,
      trades: 2,
      vwapTicks: 102.4,
    },
  ]);
  expect(restored.footprint.last(10)).toEqual([]);
  expect(() => restored.restore([])).toThrow('before the first row');
});

test('a bar closes by time alone, and a trade that comes late counts in the next bar', () => {
  const facts = factsOf([{ timeMs: NOON, priceTicks: 10, size: 1, side: SIDE_BID }]);
  facts.applyRow(
    row({ timeMs: NOON + 60_000, priceTicks: 0, size: 0, side: 0, action: ACTION_HEARTBEAT }),
    0,
  );
  expect(facts.formingBar()).toBeNull();
  expect(facts.bars.length).toBe(1);
  facts.applyRow(row({ timeMs: NOON + 61_000, priceTicks: 11, size: 1, side: SIDE_BID }), 0);
  facts.applyRow(row({ timeMs: NOON + 59_000, priceTicks: 12, size: 1, side: SIDE_BID }), 0);
  expect(facts.formingBar()).toMatchObject({ startMs: NOON + 60_000, highTicks: 12, volume: 2 });
});

test('snapshot rows and privately negotiated trades make no bar', () => {
  const facts = factsOf([
    { timeMs: NOON, priceTicks: 10, size: 1, side: SIDE_BID, flags: FLAG_SNAPSHOT },
    { timeMs: NOON, priceTicks: 10, size: 900, side: SIDE_NONE, action: ACTION_BLOCK },
  ]);
  expect(facts.recentBars(1, 10)).toEqual([]);
  expect(facts.volume).toBe(0);
  expect(facts.blockVolume).toBe(900);
});

test('session levels follow the trading day, its night, and the first half hour of regular trading', () => {
  const at = (iso: string, priceTicks: number): Print => ({
    timeMs: Date.parse(iso),
    priceTicks,
    size: 1,
    side: SIDE_BID,
  });
  const facts = factsOf(
    [
      at('2026-11-17T15:00:00Z', 100),
      at('2026-11-17T16:00:00Z', 130),
      at('2026-11-17T21:59:59Z', 110),
      at('2026-11-17T23:00:00Z', 112),
      at('2026-11-18T14:29:59Z', 90),
      at('2026-11-18T14:30:00Z', 95),
      at('2026-11-18T14:59:59Z', 97),
      at('2026-11-18T15:00:00Z', 140),
    ],
    CME_CALENDAR,
  );
  expect(facts.dayFacts()).toMatchObject({
    tradingDay: '2026-11-18',
    priorHighTicks: 130,
    priorLowTicks: 100,
    priorSettlementTicks: 110,
    overnightHighTicks: 112,
    overnightLowTicks: 90,
    openingRangeHighTicks: 97,
    openingRangeLowTicks: 95,
    lastTicks: 140,
    changeTicks: 30,
    volume: 5,
  });
  expect(facts.dayFacts().changePercent).toBeCloseTo(27.27, 2);
});

test('an empty market has facts without numbers', () => {
  expect(new MarketFacts({ instrument, calendar: CME_CALENDAR }).dayFacts()).toEqual({
    tradingDay: null,
    lastTicks: null,
    changeTicks: null,
    changePercent: null,
    dailyTrend: 'consolidating',
    volume: 0,
    vwapTicks: null,
    pointOfControlTicks: null,
    valueAreaHighTicks: null,
    valueAreaLowTicks: null,
    profile: [],
    priorHighTicks: null,
    priorLowTicks: null,
    priorSettlementTicks: null,
    overnightHighTicks: null,
    overnightLowTicks: null,
    openingRangeHighTicks: null,
    openingRangeLowTicks: null,
  });
});

test('aggregation never changes a one-minute bar', () => {
  const bars = allBars(factsOf([{ timeMs: NOON, priceTicks: 10, size: 1, side: SIDE_BID }]));
  expect(aggregateBars(bars, 1)).toEqual(bars);
});
