/** Bars of several contracts: nothing joins them, and what back-adjustment adds is the sum of the later offsets. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  aggregateContractBars,
  backAdjusted,
  type ContractBar,
  contractBeganMs,
  lastContract,
  offsetAt,
  rollsOf,
} from './contract-bars.ts';

const MINUTE = 60_000;
/** Thursday, 17:00 in Chicago: ESH7 is the front contract from here on. */
const ROLL = Date.UTC(2026, 11, 9, 23);

function bar(startMs: number, contract: string, openTicks: number, closeTicks = openTicks): ContractBar {
  const [highTicks, lowTicks] = [Math.max(openTicks, closeTicks), Math.min(openTicks, closeTicks)];
  const prices = { openTicks, highTicks, lowTicks, closeTicks, vwapTicks: openTicks };
  return { startMs, contract, ...prices, volume: 1, buyVolume: 1, sellVolume: 0, trades: 1 };
}

const BARS = [
  bar(ROLL - 62 * MINUTE, 'ESZ6', 20_000, 20_002),
  bar(ROLL - 61 * MINUTE, 'ESZ6', 20_002, 20_010),
  bar(ROLL, 'ESH7', 20_250, 20_240),
  bar(ROLL + MINUTE, 'ESH7', 20_240),
];

test('a roll is between the last bar of a contract and the first of the next, with the gap in ticks', () => {
  expect(rollsOf(BARS)).toEqual([{ atMs: ROLL, from: 'ESZ6', to: 'ESH7', offsetTicks: 240 }]);
  expect(rollsOf(lastContract(BARS))).toEqual([]);
  expect(rollsOf([])).toEqual([]);
});

test('the bars of the last contract are those at the end', () => {
  expect(lastContract(BARS)).toEqual(BARS.slice(2));
  expect(lastContract([])).toEqual([]);
});

test('a contract began after the last bar of another one, a minute later where both traded in one', () => {
  expect(contractBeganMs(BARS, 'ESH7')).toBe(ROLL);
  expect(contractBeganMs(BARS, 'ESM7')).toBe(Number.POSITIVE_INFINITY);
  expect(contractBeganMs(BARS.slice(2), 'ESH7')).toBeNull();
  expect(contractBeganMs([bar(ROLL, 'ESZ6', 1), bar(ROLL, 'ESH7', 2)], 'ESH7')).toBe(ROLL + MINUTE);
});

test('longer bars never hold two contracts; an interval in which both traded shows the later one', () => {
  const inOne = [
    bar(ROLL, 'ESZ6', 1, 5),
    bar(ROLL + MINUTE, 'ESZ6', 5, 9),
    bar(ROLL + 2 * MINUTE, 'ESH7', 70, 80),
  ];
  expect(aggregateContractBars(inOne, 10)).toEqual(
    [bar(ROLL, 'ESH7', 70, 80)].map((one) => ({ ...one, startMs: ROLL })),
  );
  expect(
    aggregateContractBars(BARS, 60).map(({ startMs, contract, volume }) => [startMs, contract, volume]),
  ).toEqual([
    [ROLL - 120 * MINUTE, 'ESZ6', 2],
    [ROLL, 'ESH7', 2],
  ]);
});

test('back-adjustment closes the gap and leaves the last contract as it traded', () => {
  const rolls = rollsOf(BARS);
  const adjusted = backAdjusted(BARS, rolls);
  expect(adjusted.map(({ openTicks, closeTicks }) => [openTicks, closeTicks])).toEqual([
    [20_240, 20_242],
    [20_242, 20_250],
    [20_250, 20_240],
    [20_240, 20_240],
  ]);
  expect(adjusted.slice(2)).toEqual(BARS.slice(2));
  expect([offsetAt(rolls, ROLL - 1), offsetAt(rolls, ROLL)]).toEqual([240, 0]);
});

test('over any number of rolls no gap is left, ranges of bars stay, and ticks stay whole', () => {
  const stretch = fc.array(
    fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 })),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  fc.assert(
    fc.property(fc.array(stretch, { minLength: 1, maxLength: 5 }), (stretches) => {
      let minute = 0;
      const bars = stretches.flatMap((prices, n) =>
        prices.map(([open, close]) => bar(ROLL + minute++ * MINUTE, `C${n}`, open, close)),
      );
      const rolls = rollsOf(bars);
      const adjusted = backAdjusted(bars, rolls);
      expect(rolls).toHaveLength(stretches.length - 1);
      for (const { offsetTicks } of rollsOf(adjusted)) expect(offsetTicks).toBe(0);
      for (const [at, one] of adjusted.entries()) {
        expect(one.highTicks - one.lowTicks).toBe(bars[at]!.highTicks - bars[at]!.lowTicks);
        expect(Number.isInteger(one.openTicks)).toBe(true);
      }
    }),
  );
});
