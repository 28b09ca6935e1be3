/** Groups by name: which are tested, and what they are held against. */
import { expect, test } from 'vitest';
import { REST, SLICE } from '#insights/claims/claim.ts';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { type StatedTrade, statedDays } from '#testing/stated-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { symbol } from './symbol.ts';

const tested = (trades: readonly JournalTrade[]) =>
  (symbol(tradeColumns(trades))?.claims ?? []).map(({ key, members }) => [
    key,
    members.filter((member) => member === SLICE).length,
    members.filter((member) => member === REST).length,
  ]);

/** One trade in each symbol a day. */
const inSymbols = (days: number, nets: Readonly<Record<string, number>>) =>
  statedDays(days, (day) =>
    Object.entries(nets).map(
      ([root, net], place): StatedTrade => ({
        at: place * 30,
        // A swing of 10 from day to day.
        net: net + (day % 2 ? 10 : -10),
        root,
      }),
    ),
  );

test('a symbol takes 20 trades, and so does all the rest', () => {
  const uneven = (n: number) => [...inSymbols(30, { ES: 40, CL: -20 }), ...inSymbols(n, { NQ: 5 })];
  expect(tested(uneven(20)).map(([key]) => key)).toEqual(['symbol:cl', 'symbol:es', 'symbol:nq']);
  expect(tested(uneven(19)).map(([key]) => key)).toEqual(['symbol:cl', 'symbol:es']);
  expect(tested(inSymbols(60, { ES: 40 }))).toEqual([]);
  expect(tested([...inSymbols(60, { ES: 40 }), ...inSymbols(19, { NQ: 5 })])).toEqual([]);
});

test('small symbols are no group of their own but part of what the others are held against', () => {
  const small = [...inSymbols(30, { ES: 40, NQ: -20 }), ...inSymbols(5, { GC: 1, SI: 2, ZB: 3 })];
  expect(tested(small)).toEqual([
    ['symbol:es', 30, 45],
    ['symbol:nq', 30, 45],
  ]);
});

test('two symbols that are everything are one comparison, of the worse one if it loses, else of the better one', () => {
  expect(tested(inSymbols(30, { ES: 40, NQ: -20 }))).toEqual([['symbol:nq', 30, 30]]);
  expect(tested(inSymbols(30, { ES: 40, NQ: 20 }))).toEqual([['symbol:es', 30, 30]]);
  expect(tested(inSymbols(30, { ES: -40, NQ: -20 }))).toEqual([['symbol:es', 30, 30]]);
});

test('only the twenty symbols with the most trades are tested', () => {
  const roots = Array.from({ length: 23 }, (_, at) => `S${String(at).padStart(2, '0')}`);
  const many = roots.flatMap((root, at) => inSymbols(at < 3 ? 20 : 21, { [root]: at }));
  const keys = tested(many).map(([key]) => key);
  expect(keys).toHaveLength(20);
  expect(keys).not.toContain('symbol:s02');
  expect(keys).toContain('symbol:s03');
  // 20 symbols of 21 trades and three of 20, less the one that is tested.
  expect(tested(many)[0]?.[2]).toBe(20 * 21 + 3 * 20 - 21);
});
