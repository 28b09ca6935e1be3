/** Later trades of a day against its other trades, by their number in the day. */
import { expect, test } from 'vitest';
import { REST, SLICE } from '#insights/claims/claim.ts';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { dayOfNets, insightsOf, type StatedTrade, statedDays } from '#testing/stated-trades.ts';
import { overtrading } from './overtrading.ts';

const keysOf = (days: number, ofDay: (day: number) => readonly StatedTrade[]) =>
  overtrading(tradeColumns(statedDays(days, ofDay)))?.claims.map(({ key }) => key) ?? [];

const sizeOf = (days: number, name: string, ofDay: (day: number) => readonly StatedTrade[]) =>
  overtrading(tradeColumns(statedDays(days, ofDay)))
    ?.claims.find(({ key }) => key === `overtrading:${name}`)
    ?.members.filter((member) => member === SLICE).length;

test('worse trades from the seventh on are a weakness against the other trades of the day', () => {
  const insight = insightsOf(statedDays(20, () => dayOfNets(60, -20, 20, 40, -20, 40, -70, -10, -40))).get(
    'overtrading:7-up',
  );
  // 60 of -40 against 120 of +20; all 0; shrunk (-2400 + 0) / 80 - 20 = -50.
  expect(insight).toMatchObject({
    kind: 'overtrading',
    standing: 'proven',
    insightType: 'weakness',
    title: 'Your trades from the seventh on of a day do worse',
    actionable: 'Stop before them (trades from the seventh on) for 15 days, then check again.',
    effect: { value: -50_000_000, n: 60, days: 20, mean: -40_000_000, baseline: 20_000_000 },
  });
  expect(insight?.description).toContain(
    'The trades from the seventh on of a day lost $40.00 on average (60 trades, 20 days), against +$20.00 for the other ' +
      'trades of the day. Allowing for the size of the sample, the difference is −$50.00 a trade',
  );
});

test('bad first trades are reported as such, with a change of their own', () => {
  const insight = insightsOf(statedDays(20, () => dayOfNets(-60, -20, -40, 40, 10, 10))).get(
    'overtrading:1-3',
  );
  expect(insight).toMatchObject({
    title: 'Your first three trades of a day do worse',
    actionable: 'Trade the first three of a day at the smallest size for 15 days, then check again.',
    effect: { n: 60, mean: -40_000_000, baseline: 20_000_000 },
  });
});

test('the same results at every number of the day give no finding', () => {
  const flat = insightsOf(statedDays(20, () => dayOfNets(30, -30, 0, 30, -30, 0, 30, -30, 0)));
  expect([...flat.keys()].filter((key) => key.startsWith('overtrading'))).toEqual([]);
});

test('busy days that lose are not compared with quiet days that win', () => {
  // Within a day nothing depends on the number: only days of nine trades lose.
  const days = statedDays(40, (day) =>
    day % 2 ? dayOfNets(50, 30, 40) : dayOfNets(...Array.from({ length: 9 }, () => -40)),
  );
  expect([...insightsOf(days).keys()].filter((key) => key.startsWith('overtrading'))).toEqual([]);
});

test('the third trade belongs to the first part, the fourth to the second, the seventh to the last', () => {
  const nine = () => dayOfNets(60, -20, 20, 40, -20, 40, -70, -10, -40);
  for (const part of ['1-3', '4-6', '7-up']) expect(sizeOf(20, part, nine)).toBe(60);
  const ten = () => dayOfNets(60, -20, 20, 40, -20, 40, -70, -10, -40, 30);
  expect(sizeOf(20, '7-up', ten)).toBe(80);
});

test('trades are numbered by their entry, whatever closes first', () => {
  // The first trade of the day is closed last.
  const long = () => [
    { at: 0, net: -80, lasts: 400 },
    ...dayOfNets(60, -20, 20).map((trade) => ({ ...trade, at: trade.at + 10 })),
  ];
  const claim = overtrading(tradeColumns(statedDays(20, long)))?.claims[0];
  // Rows are in the order of exits. Two parts are one comparison, reported for the worse one as it loses.
  expect(claim?.key).toBe('overtrading:1-3');
  expect(claim?.members.slice(0, 4)).toEqual(Uint8Array.of(SLICE, SLICE, REST, SLICE));
});

test('a part needs 20 trades on 8 days', () => {
  const seven = () => dayOfNets(60, -20, 20, 40, -20, 40, -70);
  expect(keysOf(20, seven)).toEqual(['overtrading:1-3', 'overtrading:4-6', 'overtrading:7-up']);
  expect(keysOf(19, seven)).toEqual(['overtrading:1-3', 'overtrading:4-6']);
  const nine = () => dayOfNets(60, -20, 20, 40, -20, 40, -70, -10, -40);
  expect(keysOf(8, nine)).toHaveLength(3);
  expect(keysOf(7, nine)).toEqual([]);
});

test('days with a missing entry time have no numbers', () => {
  const missing = (day: number) => {
    const nine = dayOfNets(60, -20, 20, 40, -20, 40, -70, -10, -40);
    return day === 0 ? nine.map((trade, at) => (at === 4 ? { ...trade, entryMs: null } : trade)) : nine;
  };
  expect(sizeOf(20, '7-up', missing)).toBe(57);
});
