/** Profiles of windows and naked points, by hand, and against a count of the recorded trades. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  ROW_LENGTH,
  rowWholeMs,
  SIDE_ASK,
  SIDE_BID,
} from '#events/market-event.ts';
import type { FlowBar } from '#footprint/flow-bar.ts';
import { FlowBarBuilder } from '#footprint/flow-bar-builder.ts';
import { CME_CALENDAR, productCalendar } from '#instruments/exchange-calendar.ts';
import { INSTRUMENTS } from '#instruments/instruments.ts';
import { valueAreaOf } from '#tape/volume-profile.ts';
import { minuteBar } from '#testing/minute-bar.ts';
import { ALOUD, RECORDED, recordedRows } from '#testing/recorded-rows.ts';
import { HOUR_MS, MINUTE_MS } from '#time/durations.ts';
import { firstTradedMs, MAX_NAKED_SESSIONS, NakedPoints } from './naked-points.ts';
import { sessionWindow } from './session-window.ts';
import { windowProfile } from './window-profile.ts';

const WHOLE = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY, rowTicks: 1 };

test('bars within the window count by price, with their delta', () => {
  const levels = (priceTicks: number) => [{ priceTicks, buyVolume: 5, sellVolume: 2, otherVolume: 1 }];
  const bars = [0, 1, 2].map((n) =>
    minuteBar({ startMs: n * MINUTE_MS, levels: levels(100 + n), volume: 8 }),
  );
  const profile = windowProfile(bars, { fromMs: MINUTE_MS, toMs: 2 * MINUTE_MS, rowTicks: 1 });
  expect(profile).toEqual({
    rows: [{ priceTicks: 101, bidVolume: 2, askVolume: 5, volume: 8 }],
    valueArea: { pointOfControlTicks: 101, highTicks: 101, lowTicks: 101 },
    volume: 8,
    delta: 3,
    isExact: true,
  });
});

test('a bar without its volume by price is spread over its range and makes the profile inexact', () => {
  const profile = windowProfile(
    [minuteBar({ lowTicks: 10, highTicks: 12, closeTicks: 11, volume: 7 })],
    WHOLE,
  );
  expect(profile.rows.map(({ priceTicks, volume }) => [priceTicks, volume])).toEqual([
    [10, 2],
    [11, 3],
    [12, 2],
  ]);
  expect([profile.isExact, profile.delta]).toEqual([false, 0]);
});

test('a window without a bar has no value area', () => {
  expect(windowProfile([], WHOLE)).toEqual({ rows: [], valueArea: null, volume: 0, delta: 0, isExact: true });
});

test('regular hours are a part of the session, and fall away where the calendar says so', () => {
  // ES
  const instrument = INSTRUMENTS[0]!;
  const calendar = productCalendar(CME_CALENDAR, instrument);
  const windowOf = (template: 'RTH' | 'ETH') => sessionWindow(template, instrument, calendar, '2026-11-18');
  expect(windowOf('RTH')).toEqual({
    openMs: Date.parse('2026-11-18T14:30:00Z'),
    closeMs: Date.parse('2026-11-18T21:00:00Z'),
  });
  expect(windowOf('ETH')).toEqual({
    openMs: Date.parse('2026-11-17T23:00:00Z'),
    closeMs: Date.parse('2026-11-18T22:00:00Z'),
  });
});

test('a point is naked until a later session trades at it; a gap over it leaves it', () => {
  const points = new NakedPoints();
  const point = (tradingDay: string, endMs: number, pointTicks: number) => ({
    tradingDay,
    endMs,
    pointTicks,
  });
  points.add(point('one', 1000, 50));
  points.add(point('two', 2000, 60));
  points.trade(1999, 60, 58);
  points.trade(2000, 49, 40);
  points.trade(2001, 55, 51);
  expect(points.naked().map(({ tradingDay }) => tradingDay)).toEqual(['one', 'two']);
  points.trade(2002, 61, 60);
  expect(points.naked().map(({ tradingDay }) => tradingDay)).toEqual(['one']);
  points.trade(2003, 50, 50);
  expect(points.naked()).toEqual([]);
});

test('the oldest session is left out when there are too many', () => {
  const points = new NakedPoints();
  for (let n = 0; n <= MAX_NAKED_SESSIONS; n += 1)
    points.add({ tradingDay: `${n}`, endMs: n, pointTicks: n });
  expect([points.naked().length, points.naked()[0]?.tradingDay]).toEqual([MAX_NAKED_SESSIONS, '1']);
});

test('the first bar that trades in a range is found from an instant on', () => {
  const bars = [10, 20, 30].map((price, n) => minuteBar({ startMs: n * HOUR_MS, closeTicks: price }));
  const range = { lowTicks: 15, highTicks: 20 };
  expect(firstTradedMs(range, bars, 0)).toBe(HOUR_MS);
  expect(firstTradedMs(range, bars, HOUR_MS + 1)).toBeNull();
});

interface Trade {
  readonly timeMs: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly side: number;
}

function minutesOf(trades: readonly Trade[]): FlowBar[] {
  const bars: FlowBar[] = [];
  const rule = { kind: 'time', ms: MINUTE_MS } as const;
  const builder = new FlowBarBuilder({ rule, calendar: CME_CALENDAR, onBar: (bar) => bars.push(bar) });
  for (const { timeMs, priceTicks, size, side } of trades) builder.addTrade(timeMs, priceTicks, size, side);
  builder.close();
  return bars;
}

/** Point of control and value area by the words of the rule, on a ladder of prices without gaps. */
function areaByHand(volumes: readonly number[]): readonly number[] {
  const most = Math.max(...volumes);
  const middle = (volumes.length - 1) / 2;
  const ties = volumes.flatMap((volume, n) => (volume === most ? [n] : []));
  const poc = ties.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle) || a - b)[0]!;
  const needed = volumes.reduce((sum, volume) => sum + volume, 0) * 0.7;
  const inside = new Set([poc]);
  const held = (): number => [...inside].reduce((sum, n) => sum + volumes[n]!, 0);
  while (held() < needed) {
    const [top, bottom] = [Math.max(...inside), Math.min(...inside)];
    const above = [top + 1, top + 2].filter((n) => n < volumes.length);
    const below = [bottom - 1, bottom - 2].filter((n) => n >= 0);
    const weight = (pair: readonly number[]): number => pair.reduce((sum, n) => sum + volumes[n]!, 0);
    const isUp = below.length === 0 || (above.length > 0 && weight(above) >= weight(below));
    for (const n of isUp ? above : below) inside.add(n);
  }
  return [Math.min(...inside), poc, Math.max(...inside)];
}

test('the value area of random volumes is that of the rule by its words', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 14 }), (volumes) => {
      const rows = volumes.map((volume, priceTicks) => ({ priceTicks, volume }));
      const area = valueAreaOf(rows);
      expect([area?.lowTicks, area?.pointOfControlTicks, area?.highTicks]).toEqual(areaByHand(volumes));
    }),
  );
});

test.skipIf(!RECORDED)(`the profile of the recorded ES session equals a count of its trades${ALOUD}`, () => {
  const rows = recordedRows();
  const trades: Trade[] = [];
  for (let at = 0; at < rows.length; at += ROW_LENGTH)
    if (rows[at + COL_ACTION] === ACTION_TRADE)
      trades.push({
        timeMs: rowWholeMs(rows, at),
        priceTicks: rows[at + COL_PRICE_TICKS]!,
        size: rows[at + COL_SIZE]!,
        side: rows[at + COL_SIDE]!,
      });
  const { rows: counted, volume, delta, isExact, valueArea } = windowProfile(minutesOf(trades), WHOLE);
  expect([volume, delta, isExact]).toEqual([5598, 3188 - 2366, true]);
  const sizeAt = (priceTicks: number, side?: number): number =>
    trades.reduce(
      (sum, trade) =>
        trade.priceTicks === priceTicks && (side ?? trade.side) === trade.side ? sum + trade.size : sum,
      0,
    );
  for (const { priceTicks, ...row } of counted)
    expect([row.volume, row.askVolume, row.bidVolume]).toEqual([
      sizeAt(priceTicks),
      sizeAt(priceTicks, SIDE_BID),
      sizeAt(priceTicks, SIDE_ASK),
    ]);
  const [low, high] = [counted[0]!.priceTicks, counted[counted.length - 1]!.priceTicks];
  const ladder = Array.from({ length: high - low + 1 }, (_, n) => sizeAt(low + n));
  expect([valueArea?.lowTicks, valueArea?.pointOfControlTicks, valueArea?.highTicks]).toEqual(
    areaByHand(ladder).map((n) => n + low),
  );
});
