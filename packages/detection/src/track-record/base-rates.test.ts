/** Random instants against the rules: when one begins, when it is over, and in which hour it counts. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { BaseRates } from './base-rates.ts';
import type { BaseRow } from './track-row.ts';

const HOUR = Date.UTC(2026, 10, 20, 16);
/** Barriers of 3 to 12 ticks. */
const SCALE = { sigma1Ticks: 1, atr10Ticks: 20 };
const CALM = { hour: 16, volatility: 'low' } as const;

function ratesOf(): {
  at: (ms: number, midTicks?: number) => void;
  rows: BaseRow[];
  rates: BaseRates;
  begun: number[];
} {
  const rows: BaseRow[] = [];
  const begun: number[] = [];
  const rates = new BaseRates(7, (row) => rows.push(row));
  const at = (ms: number, midTicks = 1000): void =>
    rates.onClock(HOUR + ms, midTicks, SCALE, () => {
      begun.push(ms);
      return CALM;
    });
  return { at, rows, rates, begun };
}
const counts = (rows: readonly BaseRow[], direction: number): string[] =>
  rows
    .filter((row) => row.direction === direction)
    .map(({ rule, hits, resolved }) => `${rule} ${hits}/${resolved}`)
    .toSorted();

const TWO_WAYS = [
  'bounce',
  'follow through',
  'hold',
  'next minute',
  'next move',
  'push',
  'retrace',
  'reversal',
];

test('an instant begins each full minute after the one before', () => {
  const { at, begun } = ratesOf();
  for (const ms of [0, 100, 59_900, 60_000, 119_900, 120_050, 180_000, 180_050]) at(ms);
  expect(begun).toEqual([0, 60_000, 120_050, 180_050]);
});

test('a rise meets every rule upwards and either way, and none downwards', () => {
  const { at, rows } = ratesOf();
  at(0);
  at(100, 1100);
  at(HOUR_MS, 1100);
  expect(counts(rows, 1)).toEqual(TWO_WAYS.map((rule) => `${rule} 1/1`));
  expect(counts(rows, -1)).toEqual(TWO_WAYS.map((rule) => `${rule} 0/1`));
  expect(counts(rows, 0)).toEqual(['expansion 1/1']);
});

test('a fall is its mirror', () => {
  const { at, rows } = ratesOf();
  at(0);
  at(100, 900);
  at(HOUR_MS, 900);
  expect(counts(rows, 1)).toEqual(TWO_WAYS.map((rule) => `${rule} 0/1`));
  expect(counts(rows, -1)).toEqual(TWO_WAYS.map((rule) => `${rule} 1/1`));
});

test('rows of an hour come with the first instant of the next, under its time, once', () => {
  const { at, rows } = ratesOf();
  at(0);
  at(100, 1100);
  at(HOUR_MS - 100, 1100);
  expect(rows).toEqual([]);
  at(HOUR_MS, 1100);
  expect(rows.length).toBe(17);
  expect(rows[0]).toMatchObject({
    kind: 'base',
    instrumentId: 7,
    condition: CALM,
    atNs: `${HOUR + HOUR_MS}000000`,
  });
  expect(new Set(rows.map(({ signalId }) => signalId)).size).toBe(17);
  at(HOUR_MS + 100, 1100);
  expect(rows.length).toBe(17);
});

test('where nothing moves, what is due after a minute is missed when that is over, and the others are not counted', () => {
  const until = (ms: number): BaseRow[] => {
    const { at, rows } = ratesOf();
    at(0);
    at(ms);
    at(HOUR_MS);
    return rows;
  };
  expect(until(MINUTE_MS - 100)).toEqual([]);
  expect(until(MINUTE_MS).map(({ rule, hits, resolved }) => [rule, hits, resolved])).toEqual([
    ['expansion', 0, 1],
    ['in a minute', 0, 1],
    ['in a minute', 0, 1],
  ]);
});

test('a mid that stays where it was decides nothing anew', () => {
  const { at, rows } = ratesOf();
  at(0);
  // Two ticks down fail the rules that bear two; the rest stays open, however often the clock passes.
  for (let ms = 100; ms < 10_000; ms += 100) at(ms, 998);
  at(HOUR_MS, 998);
  expect(counts(rows, 1)).toEqual(['hold 0/1', 'next move 0/1']);
  expect(counts(rows, -1)).toEqual(['next move 1/1']);
});

test('what is under way when the price path breaks is never counted', () => {
  const { at, rows, rates } = ratesOf();
  at(0);
  rates.interrupt();
  at(100, 1100);
  at(HOUR_MS, 1100);
  expect(rows).toEqual([]);
});
