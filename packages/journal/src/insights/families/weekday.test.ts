/** Days of the week, by the exchange's trading day. */
import { DAY_MS, dayString, HOUR_MS, parseDay } from '@undertow/market';
import { expect, test } from 'vitest';
import { SLICE } from '#insights/claims/claim.ts';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { SeededRandom } from '#numbers/random.ts';
import { journalTrade } from '#testing/closed-trades.ts';
import { dayOfNets, insightsOf, statedDays } from '#testing/stated-trades.ts';
import { weekday } from './weekday.ts';

const keysOf = (days: number, perDay = 1) =>
  weekday(
    tradeColumns(
      statedDays(days, (day) => dayOfNets(...Array.from({ length: perDay }, () => (day % 2 ? 5 : -5)))),
    ),
  )?.claims.map(({ key }) => key.slice('weekday:'.length)) ?? [];

/** Fridays lose 60 in two trades; the other days win 40 in two, or lose as much less as they win more. */
const badFridays = (day: number) =>
  day % 5 === 4 ? dayOfNets(-50, -10) : dayOfNets(day % 2 ? 60 : 20, day % 2 ? -10 : 10);

test('a weekday that does worse is a weakness against all other days', () => {
  const insight = insightsOf(statedDays(60, badFridays)).get('weekday:friday');
  // 24 of -30 against 96 of (50 + 30) / 4 = 20; all 10; shrunk (-720 + 200) / 44 - 20 = -31.82.
  expect(insight).toMatchObject({
    kind: 'weekday',
    standing: 'proven',
    insightType: 'weakness',
    title: 'You do worse on Fridays',
    actionable: 'Sit out or trade smaller on the next 8 Fridays, then check again.',
    effect: { value: -31_818_182, n: 24, days: 12, mean: -30_000_000, baseline: 20_000_000 },
  });
  expect(insight?.description).toContain(
    'Trades on Fridays lost $30.00 on average (24 trades, 12 days), against +$20.00 on other days. Allowing for the size of ' +
      'the sample, the difference is −$31.82 a trade',
  );
});

test('a weekday that does better is a strength', () => {
  const insight = insightsOf(
    statedDays(60, (day) => badFridays(day).map((trade) => ({ ...trade, net: -trade.net }))),
  ).get('weekday:friday');
  expect(insight).toMatchObject({
    insightType: 'strength',
    title: 'You do better on Fridays',
    actionable: 'Check what differs on Fridays, and compare again after 8 more of them.',
  });
});

test('the same results on every day of the week give no finding', () => {
  const swings = insightsOf(statedDays(60, (day) => dayOfNets(Math.floor(day / 5) % 2 ? 50 : -50, 10)));
  expect([...swings.keys()].filter((key) => key.startsWith('weekday'))).toEqual([]);
});

test('whole days are shuffled: one terrible Friday of many trades is one day', () => {
  const once = statedDays(60, (day) =>
    day === 4 ? dayOfNets(...Array.from({ length: 12 }, () => -100)) : dayOfNets(day % 2 ? 50 : -40, 10),
  );
  const friday = weekday(tradeColumns(once))?.claims.find(({ key }) => key === 'weekday:friday');
  // Twelve trades of -100 by themselves would be far from chance.
  expect(friday?.test(null, { shuffles: 400, enough: 400 }, new SeededRandom(1))?.p).toBeGreaterThan(0.1);
});

test('a weekday takes eight days of it, whatever the number of trades', () => {
  expect(keysOf(40)).toEqual(['monday', 'tuesday', 'wednesday', 'thursday', 'friday']);
  expect(keysOf(39)).toEqual(['monday', 'tuesday', 'wednesday', 'thursday']);
  expect(keysOf(35, 9)).toEqual([]);
});

test('the trading day decides: Sunday evening in Chicago is Monday', () => {
  // Entered on Sundays at 23:00 UTC, closed an hour later.
  const sundays = Array.from({ length: 10 }, (_, week) => parseDay('2026-01-04') + week * 7).flatMap(
    (day) => {
      const entryMs = day * DAY_MS + 23 * HOUR_MS;
      return [
        journalTrade({
          entryMs,
          exitMs: entryMs + HOUR_MS / 2,
          tradeDay: dayString(day + 1),
          netMicros: -5e6,
        }),
        journalTrade({ exitMs: entryMs + 2 * DAY_MS, tradeDay: dayString(day + 2), netMicros: 7e6 }),
      ];
    },
  );
  const question = weekday(tradeColumns(sundays));
  expect(question?.claims).toHaveLength(1);
  expect(question?.claims[0]?.key).toBe('weekday:monday');
  expect(question?.claims[0]?.members.filter((member) => member === SLICE)).toHaveLength(10);
});

test('days of the weekend have names of their own', () => {
  // Crypto on every day of ten weeks.
  const daily = Array.from({ length: 70 }, (_, at) =>
    journalTrade({
      exitMs: (parseDay('2026-01-05') + at) * DAY_MS + 15 * HOUR_MS,
      netMicros: at % 2 ? 1e6 : -1e6,
    }),
  );
  expect(weekday(tradeColumns(daily))?.claims.map(({ key }) => key)).toEqual([
    'weekday:sunday',
    'weekday:monday',
    'weekday:tuesday',
    'weekday:wednesday',
    'weekday:thursday',
    'weekday:friday',
    'weekday:saturday',
  ]);
});
