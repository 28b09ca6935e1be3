/** Recorded sessions as cells of a calendar: a column for each week, a row for each weekday. Pure. */
import { DAY_MS } from '@undertow/market';
import type { BacktestSessions } from '#api/backtests/backtests.ts';

type RecordedSession = BacktestSessions['sessions'][number];

export interface SessionCell {
  readonly session: RecordedSession;
  /** From 1, Monday first. */
  readonly row: number;
  /** From 1, by week. */
  readonly column: number;
  /** Another contract than the session before. */
  readonly isRoll: boolean;
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
/** 1 January 1970 was a Thursday. */
const weekdayRow = (number: number): number => ((number + 3) % 7) + 1;

export function sessionCells(sessions: readonly RecordedSession[]): readonly SessionCell[] {
  const [first] = sessions;
  if (first === undefined) return [];
  const firstNumber = dayNumber(first.tradingDay);
  const monday = firstNumber - (weekdayRow(firstNumber) - 1);
  return sessions.map((session, at) => {
    const number = dayNumber(session.tradingDay);
    const before = sessions[at - 1]?.contract ?? null;
    return {
      session,
      row: weekdayRow(number),
      column: Math.floor((number - monday) / 7) + 1,
      isRoll: before !== null && session.contract !== null && before !== session.contract,
    };
  });
}

export interface MonthMark {
  readonly month: string;
  readonly column: number;
}

/** The first column of each month that has a session. */
export function monthMarks(cells: readonly SessionCell[]): readonly MonthMark[] {
  const marks = new Map<string, number>();
  for (const { session, column } of cells) {
    const month = session.tradingDay.slice(0, 7);
    if (!marks.has(month)) marks.set(month, column);
  }
  return [...marks].map(([month, column]) => ({ month, column }));
}
