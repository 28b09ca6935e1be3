/** Trades in the order of their exits, and the days they belong to. */
import { expect, test } from 'vitest';
import { journalTrade } from '#testing/closed-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { indexesByDay, outcomeOf, tradeDaysOf } from './trade-days.ts';

const NOON = Date.UTC(2026, 0, 5, 17);

/** A trade that closes so many minutes after noon. */
const closed = (minute: number, more: Partial<JournalTrade> = {}) =>
  journalTrade({ exitMs: NOON + minute * 60_000, netMicros: minute * 1e6, ...more });

const netsOf = (...trades: readonly JournalTrade[]) =>
  [...tradeDaysOf(trades).netMicros].map((micros) => micros / 1e6);

test('trades come in the order of their exits', () => {
  expect(netsOf(closed(3), closed(1), closed(2))).toEqual([1, 2, 3]);
});

test('ties are broken by entry, unknown entries last, then by import', () => {
  const at = (net: number, entryMs: number | null, ordinal: number) =>
    closed(9, { netMicros: net * 1e6, entryMs, ordinal });
  expect(netsOf(at(1, null, 1), at(2, NOON + 5, 3), at(3, NOON + 5, 2), at(4, NOON, 4))).toEqual([
    4, 3, 2, 1,
  ]);
});

test('trades in order are not copied, and none are changed', () => {
  const ordered = [closed(1), closed(2)];
  expect(tradeDaysOf(ordered).trades).toBe(ordered);
  const reversed = [closed(2), closed(1)];
  const before = structuredClone(reversed);
  tradeDaysOf(reversed);
  expect(reversed).toEqual(before);
});

test('days ascend, whichever comes first, and each trade has the index of its own', () => {
  const { days, dayNumbers, dayOf } = tradeDaysOf([
    closed(0, { tradeDay: '2026-01-06' }),
    closed(1, { tradeDay: '2026-01-05' }),
    closed(2, { tradeDay: '2026-01-06' }),
    closed(3, { tradeDay: '2025-12-31' }),
  ]);
  expect(days).toEqual(['2025-12-31', '2026-01-05', '2026-01-06']);
  expect(dayNumbers).toEqual([20_453, 20_458, 20_459]);
  expect([...dayOf]).toEqual([2, 1, 2, 0]);
});

test('a day that is none is refused', () => {
  expect(() => tradeDaysOf([closed(0, { tradeDay: '2026-02-29' })])).toThrow(RangeError);
  expect(() => tradeDaysOf([closed(0, { tradeDay: '' })])).toThrow(RangeError);
});

test('no trades have no days', () => {
  expect(tradeDaysOf([])).toMatchObject({ trades: [], days: [], dayNumbers: [] });
});

test('a result within half a cent is neither a win nor a loss', () => {
  expect([4_999, 5_000, -4_999, -5_000, 0].map(outcomeOf)).toEqual([0, 1, 0, -1, 0]);
  const { outcomes } = tradeDaysOf([closed(0), closed(1), closed(2, { netMicros: -5_000 })]);
  expect([...outcomes]).toEqual([0, 1, -1]);
});

test('indexes by day keep the order of exits within a day', () => {
  const days = tradeDaysOf([
    closed(0, { tradeDay: '2026-01-06' }),
    closed(1, { tradeDay: '2026-01-05' }),
    closed(2, { tradeDay: '2026-01-06' }),
    closed(3, { tradeDay: '2026-01-05' }),
  ]);
  expect([...indexesByDay(days)]).toEqual([1, 3, 0, 2]);
  expect([...indexesByDay(tradeDaysOf([]))]).toEqual([]);
});
