/** Places of recorded sessions in their calendar. */
import { expect, test } from 'vitest';
import { monthMarks, sessionCells } from './session-cells.ts';

const session = (tradingDay: string, contract: string | null = 'ESZ6') => ({
  ...{ tradingDay, contract, isReady: true, gaps: 0 },
});

test('a week is a column that begins on Monday', () => {
  const cells = sessionCells(['2026-11-19', '2026-11-20', '2026-11-23'].map((day) => session(day)));
  expect(cells.map(({ row, column }) => [row, column])).toEqual([
    [4, 1],
    [5, 1],
    [1, 2],
  ]);
});

test('a session of another contract than the one before is a roll', () => {
  const cells = sessionCells([
    session('2026-12-14'),
    session('2026-12-15', null),
    session('2026-12-16', 'ESH7'),
    session('2026-12-17', 'ESH7'),
  ]);
  expect(cells.map(({ isRoll }) => isRoll)).toEqual([false, false, false, false]);
  const next = sessionCells([session('2026-12-15'), session('2026-12-16', 'ESH7')]);
  expect(next.map(({ isRoll }) => isRoll)).toEqual([false, true]);
});

test('a month is named at the column of its first session', () => {
  const cells = sessionCells(['2026-10-30', '2026-11-02', '2026-11-03'].map((day) => session(day)));
  expect(monthMarks(cells)).toEqual([
    { month: '2026-10', column: 1 },
    { month: '2026-11', column: 2 },
  ]);
});
