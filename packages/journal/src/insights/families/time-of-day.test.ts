/** Bands of New York time, by entry. */
import { DAY_MS, dayString, HOUR_MS, MINUTE_MS, parseDay } from '@undertow/market';
import { expect, test } from 'vitest';
import { SLICE } from '#insights/claims/claim.ts';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { journalTrade } from '#testing/closed-trades.ts';
import { dayOfNets, insightsOf, type StatedTrade, statedDays } from '#testing/stated-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { timeOfDay } from './time-of-day.ts';

const keysOf = (trades: readonly JournalTrade[]) =>
  timeOfDay(tradeColumns(trades))?.claims.map(({ key }) => key) ?? [];

/** 08:30, 09:30, 10:30 and 12:00 in New York: four bands. */
const FOUR_BANDS: readonly StatedTrade[] = [
  { at: -60, net: 30 },
  { at: 0, net: 50 },
  { at: 60, net: -90 },
  { at: 150, net: 10 },
];

test('a band that does worse is a weakness, in New York time and against all other bands', () => {
  const insight = insightsOf(statedDays(30, () => FOUR_BANDS)).get('time-of-day:1030-1200');
  // 30 of -90 against 90 of +30; all 0; shrunk -2700 / 50 - 30 = -84.
  expect(insight).toMatchObject({
    kind: 'time-of-day',
    standing: 'proven',
    insightType: 'weakness',
    title: 'You do worse at 10:30–12:00 New York',
    actionable: 'Leave out 10:30–12:00 for 30 trades of other times, then check again.',
    effect: { value: -84_000_000, n: 30, days: 30, mean: -90_000_000, baseline: 30_000_000 },
  });
  expect(insight?.description).toContain(
    'Trades entered at 10:30–12:00 New York time lost $90.00 on average (30 trades, 30 days), against +$30.00 at other times. ' +
      'Allowing for the size of the sample, the difference is −$84.00 a trade (95% range −$120 to −$120).',
  );
});

test('a band that does better is a strength', () => {
  expect(insightsOf(statedDays(30, () => FOUR_BANDS)).get('time-of-day:0930-1030')).toMatchObject({
    insightType: 'strength',
    title: 'You do better at 09:30–10:30 New York',
    effect: { mean: 50_000_000 },
  });
});

test('the same results at all times give no finding', () => {
  const swings = statedDays(30, (day) =>
    FOUR_BANDS.map((trade, at) => ({ ...trade, net: (day + at) % 2 ? 30 : -30 })),
  );
  expect([...insightsOf(swings).keys()].filter((key) => key.startsWith('time-of-day'))).toEqual([]);
});

test('bad days with one band only are not taken for a bad band', () => {
  // 10:30 alone on the bad days; on days with both bands they do the same.
  const days = statedDays(80, (day) =>
    day % 2
      ? [{ at: 60, net: -80 }]
      : [
          { at: 0, net: day % 4 ? 20 : -20 },
          { at: 60, net: day % 4 ? -20 : 20 },
        ],
  );
  expect([...insightsOf(days).keys()].filter((key) => key.startsWith('time-of-day'))).toEqual([]);
});

test('the entry decides, not the exit', () => {
  const held = statedDays(30, () => FOUR_BANDS.map((trade) => ({ ...trade, lasts: 300 })));
  expect(keysOf(held)).toEqual(keysOf(statedDays(30, () => FOUR_BANDS)));
});

test('a band takes 20 trades on 15 days', () => {
  const last = (days: number, perDay: number) =>
    statedDays(40, (day) => [
      { at: 0, net: 20 },
      { at: 60, net: -10 },
      ...(day < days
        ? dayOfNets(...Array.from({ length: perDay }, () => 5)).map((trade) => ({
            ...trade,
            at: 160 + trade.at / 10,
          }))
        : []),
    ]);
  expect(keysOf(last(20, 1))).toContain('time-of-day:1200-1400');
  expect(keysOf(last(19, 1))).not.toContain('time-of-day:1200-1400');
  expect(keysOf(last(15, 2))).toContain('time-of-day:1200-1400');
  expect(keysOf(last(14, 3))).not.toContain('time-of-day:1200-1400');
});

test('ten trades of a band must be on days with other bands', () => {
  const alone = (shared: number) =>
    statedDays(60, (day) =>
      day < shared
        ? [
            { at: 0, net: 9 },
            { at: 60, net: -9 },
          ]
        : [{ at: day % 2 ? 0 : 60, net: 3 }],
    );
  expect(keysOf(alone(10))).toHaveLength(1);
  expect(keysOf(alone(9))).toEqual([]);
});

test('the daily break is compared with and never tested', () => {
  // 17:30 New York is 22:30 UTC in winter.
  const withBreak = statedDays(30, () => [
    { at: 0, net: 20 },
    { at: 60, net: 30 },
    { at: 480, net: -500 },
  ]);
  const question = timeOfDay(tradeColumns(withBreak));
  expect(question?.claims.map(({ key }) => key)).toEqual(['time-of-day:0930-1030', 'time-of-day:1030-1200']);
  expect(question?.claims[0]?.members.filter((member) => member !== SLICE)).toHaveLength(60);
});

test('when clocks change in New York, the band of the same time in UTC changes with them', () => {
  /** One at 14:15 UTC and one at 16:30 UTC of each of these days. */
  const on = (days: readonly string[]) =>
    days.flatMap((day) =>
      [14.25, 16.5].map((hour, at) => {
        const entryMs = parseDay(day) * DAY_MS + hour * HOUR_MS;
        return journalTrade({ entryMs, exitMs: entryMs + MINUTE_MS, netMicros: at ? 1e6 : -1e6 });
      }),
    );
  const weekdays = (first: string) =>
    Array.from({ length: 28 }, (_, at) => parseDay(first) + at)
      .filter((day) => day % 7 !== 2 && day % 7 !== 3)
      .map(dayString);
  // 9 February to 6 March 2026: 09:15 and 11:30. 9 March to 3 April: 10:15 and 12:30, though Europe changes on 29 March.
  expect(keysOf(on(weekdays('2026-02-09')))).toEqual(['time-of-day:0830-0930']);
  expect(keysOf(on(weekdays('2026-03-09')))).toEqual(['time-of-day:0930-1030']);
});

test('a trade without an entry time is in no band', () => {
  const trades = statedDays(30, () => FOUR_BANDS);
  const unknown = trades.map((trade, at) => (at % 4 === 3 ? { ...trade, entryMs: null } : trade));
  const question = timeOfDay(tradeColumns(unknown));
  expect(question?.claims.map(({ key }) => key)).toEqual([
    'time-of-day:0830-0930',
    'time-of-day:0930-1030',
    'time-of-day:1030-1200',
  ]);
  expect(question?.claims[0]?.members.filter((member) => member === 0)).toHaveLength(30);
});
