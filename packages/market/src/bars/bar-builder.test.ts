/** One-minute bars from single trades: what belongs to which minute, and when a bar is emitted. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SIDE_ASK, SIDE_BID, SIDE_NONE } from '#events/market-event.ts';
import { minuteBar } from '#testing/minute-bar.ts';
import { MINUTE_MS } from '#time/durations.ts';
import type { Bar } from './bar.ts';
import { BarBuilder } from './bar-builder.ts';
import { SessionVwap } from './session-vwap.ts';

const T = Date.parse('2026-11-18T18:00:00Z');

function builder() {
  const vwap = new SessionVwap();
  const closed: Bar[] = [];
  const bars = new BarBuilder(vwap, (bar) => closed.push(bar));
  return { bars, vwap, closed };
}

test('nothing forms before the first trade, and time alone emits nothing', () => {
  const { bars, closed } = builder();
  expect(bars.forming()).toBeNull();
  bars.advance(T);
  bars.advance(T + 10 * MINUTE_MS);
  bars.close();
  expect(bars.forming()).toBeNull();
  expect(closed).toEqual([]);
});

test('the first trade is open, high, low and close at once', () => {
  const { bars } = builder();
  bars.addTrade(T + 12_345, 104, 3, SIDE_BID);
  expect(bars.forming()).toEqual({
    startMs: T,
    openTicks: 104,
    highTicks: 104,
    lowTicks: 104,
    closeTicks: 104,
    volume: 3,
    buyVolume: 3,
    sellVolume: 0,
    trades: 1,
    vwapTicks: null,
  });
});

test('later trades move the extremes and the close, never the open', () => {
  const { bars } = builder();
  for (const [n, price] of [100, 103, 97, 101].entries()) bars.addTrade(T + n, price, 1, SIDE_BID);
  expect(bars.forming()).toMatchObject({
    openTicks: 100,
    highTicks: 103,
    lowTicks: 97,
    closeTicks: 101,
    trades: 4,
  });
});

test('buy aggressors count as buys, sell aggressors as sells, prints without one in the volume only', () => {
  const { bars } = builder();
  bars.addTrade(T, 100, 5, SIDE_BID);
  bars.addTrade(T + 1, 100, 3, SIDE_ASK);
  bars.addTrade(T + 2, 100, 2, SIDE_NONE);
  expect(bars.forming()).toMatchObject({ volume: 10, buyVolume: 5, sellVolume: 3, trades: 3 });
});

test('a trade exactly on the minute belongs to the next bar', () => {
  const { bars, closed } = builder();
  bars.addTrade(T, 100, 1, SIDE_BID);
  bars.addTrade(T + MINUTE_MS, 200, 4, SIDE_ASK);
  expect(closed).toMatchObject([{ startMs: T, closeTicks: 100, volume: 1 }]);
  expect(bars.forming()).toMatchObject({ startMs: T + MINUTE_MS, openTicks: 200, volume: 4 });
});

test('a trade in the last fraction of a millisecond of a minute belongs to that minute', () => {
  const { bars, closed } = builder();
  bars.addTrade(T, 100, 1, SIDE_BID);
  bars.addTrade(T + MINUTE_MS - 0.000_25, 101, 1, SIDE_BID);
  expect(closed).toEqual([]);
  expect(bars.forming()).toMatchObject({ startMs: T, closeTicks: 101, trades: 2 });
  bars.addTrade(T + MINUTE_MS + 0.75, 102, 1, SIDE_BID);
  expect(bars.forming()).toMatchObject({ startMs: T + MINUTE_MS, openTicks: 102, trades: 1 });
});

test('a bar closes at the first instant of the next minute, by time alone, once', () => {
  const { bars, closed } = builder();
  bars.addTrade(T + 30_000, 100, 1, SIDE_BID);
  bars.advance(T + MINUTE_MS - 0.25);
  expect(closed).toEqual([]);
  bars.advance(T + MINUTE_MS);
  bars.advance(T + MINUTE_MS + 1);
  expect(closed.map(({ startMs }) => startMs)).toEqual([T]);
  expect(bars.forming()).toBeNull();
});

test('minutes without a trade have no bar', () => {
  const { bars, closed } = builder();
  bars.addTrade(T, 100, 1, SIDE_BID);
  bars.addTrade(T + 5 * MINUTE_MS, 101, 1, SIDE_BID);
  bars.close();
  expect(closed.map(({ startMs }) => startMs - T)).toEqual([0, 5 * MINUTE_MS]);
});

test('each bar starts its counts anew', () => {
  const { bars } = builder();
  bars.addTrade(T, 150, 9, SIDE_BID);
  bars.addTrade(T + 1, 50, 9, SIDE_ASK);
  bars.addTrade(T + MINUTE_MS, 100, 1, SIDE_NONE);
  expect(bars.forming()).toMatchObject({
    highTicks: 100,
    lowTicks: 100,
    volume: 1,
    buyVolume: 0,
    sellVolume: 0,
    trades: 1,
  });
});

test('a trade that is late within the forming minute counts in it', () => {
  const { bars } = builder();
  bars.addTrade(T + 40_000, 100, 1, SIDE_BID);
  bars.addTrade(T + 10_000, 99, 2, SIDE_ASK);
  expect(bars.forming()).toMatchObject({ startMs: T, closeTicks: 99, volume: 3 });
});

test('a late trade of a closed minute counts in the bar that forms, which keeps its start', () => {
  const { bars, closed } = builder();
  bars.addTrade(T, 100, 1, SIDE_BID);
  bars.addTrade(T + MINUTE_MS, 101, 1, SIDE_BID);
  bars.addTrade(T + 59_999, 90, 7, SIDE_ASK);
  expect(closed).toMatchObject([{ startMs: T, volume: 1, lowTicks: 100 }]);
  expect(bars.forming()).toMatchObject({ startMs: T + MINUTE_MS, lowTicks: 90, volume: 8 });
});

test('a late trade while no bar forms opens the minute after the last closed one', () => {
  const { bars, closed } = builder();
  bars.addTrade(T, 100, 1, SIDE_BID);
  bars.advance(T + MINUTE_MS);
  bars.addTrade(T + 59_000, 98, 2, SIDE_ASK);
  expect(bars.forming()).toMatchObject({ startMs: T + MINUTE_MS, openTicks: 98 });
  bars.addTrade(T + MINUTE_MS + 5, 97, 1, SIDE_ASK);
  bars.close();
  expect(closed.map(({ startMs, trades }) => [startMs - T, trades])).toEqual([
    [0, 1],
    [MINUTE_MS, 2],
  ]);
});

test('a time that jumps back closes nothing', () => {
  const { bars, closed } = builder();
  bars.addTrade(T + MINUTE_MS, 100, 1, SIDE_BID);
  bars.advance(T - 10 * MINUTE_MS);
  expect(closed).toEqual([]);
  expect(bars.forming()?.startMs).toBe(T + MINUTE_MS);
});

test('closing emits the forming bar whatever the time, and the same minute cannot form again', () => {
  const { bars, closed } = builder();
  bars.addTrade(T + 1000, 100, 1, SIDE_BID);
  bars.close();
  bars.close();
  expect(closed.map(({ startMs }) => startMs)).toEqual([T]);
  bars.addTrade(T + 2000, 101, 1, SIDE_BID);
  expect(bars.forming()?.startMs).toBe(T + MINUTE_MS);
});

test('a bar has the VWAP of the day as it is when the bar closes', () => {
  const { bars, vwap, closed } = builder();
  bars.addTrade(T, 100, 1, SIDE_BID);
  vwap.add(100, 1);
  expect(bars.forming()?.vwapTicks).toBe(100);
  bars.addTrade(T + 1, 103, 2, SIDE_BID);
  vwap.add(103, 2);
  bars.advance(T + MINUTE_MS);
  // (100 * 1 + 103 * 2) / 3
  expect(closed.map(({ vwapTicks }) => vwapTicks)).toEqual([102]);
});

test('a stored bar that was still forming goes on in its minute', () => {
  const { bars, closed } = builder();
  bars.resume(
    minuteBar({
      startMs: T,
      openTicks: 99,
      highTicks: 110,
      lowTicks: 98,
      closeTicks: 105,
      volume: 8,
      buyVolume: 5,
      sellVolume: 2,
      trades: 6,
    }),
  );
  bars.addTrade(T + 30_000, 111, 2, SIDE_ASK);
  bars.addTrade(T + MINUTE_MS, 70, 1, SIDE_BID);
  expect(closed).toEqual([
    {
      startMs: T,
      openTicks: 99,
      highTicks: 111,
      lowTicks: 98,
      closeTicks: 111,
      volume: 10,
      buyVolume: 5,
      sellVolume: 4,
      trades: 7,
      vwapTicks: null,
    },
  ]);
});

test('the forming bar that was read does not change with the trades that follow', () => {
  const { bars } = builder();
  bars.addTrade(T, 100, 1, SIDE_BID);
  const read = bars.forming();
  bars.addTrade(T + 1, 105, 9, SIDE_ASK);
  expect(read).toMatchObject({ highTicks: 100, volume: 1 });
});

/** Trades in order, some exactly on a minute, some in the last quarter of a microsecond before it. */
const trades = fc
  .array(
    fc.record({
      minutes: fc.integer({ min: 0, max: 3 }),
      within: fc.constantFrom(0, 0.25, 1, 30_000.5, MINUTE_MS - 1, MINUTE_MS - 0.25),
      priceTicks: fc.integer({ min: -50, max: 50 }),
      size: fc.integer({ min: 1, max: 9 }),
      side: fc.constantFrom(SIDE_BID, SIDE_ASK, SIDE_NONE),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((steps) => {
    let minute = 0;
    const made = steps.map(({ minutes, within, ...trade }) => {
      minute += minutes;
      return { ...trade, minute, timeMs: T + minute * MINUTE_MS + within };
    });
    return made.sort((a, b) => a.timeMs - b.timeMs);
  });

test('every trade in order is in the bar of its own minute', () => {
  fc.assert(
    fc.property(trades, (made) => {
      const { bars, closed } = builder();
      for (const { timeMs, priceTicks, size, side } of made) bars.addTrade(timeMs, priceTicks, size, side);
      bars.close();
      const minutes = [...new Set(made.map(({ minute }) => minute))];
      expect(closed.map(({ startMs }) => (startMs - T) / MINUTE_MS)).toEqual(minutes);
      closed.forEach((bar, n) => {
        const inside = made.filter(({ minute }) => minute === minutes[n]);
        expect(bar.trades).toBe(inside.length);
        expect([bar.openTicks, bar.closeTicks]).toEqual([inside[0]?.priceTicks, inside.at(-1)?.priceTicks]);
      });
    }),
  );
});
