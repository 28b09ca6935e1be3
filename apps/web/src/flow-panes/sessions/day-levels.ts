/** Levels of the present trading day: the day before, overnight, the opening range. */
import { type ExchangeCalendar, type Instrument, SessionLevels, tradingDayBefore } from '@undertow/market';
import type { ProfileBar } from './merge-bars.ts';

export interface DayLevel {
  /** `PDH`: the mark in the picture. */
  readonly mark: string;
  /** `prior day high`. */
  readonly words: string;
  readonly ticks: number;
}

const named = (mark: string, words: string, ticks: number | null): readonly DayLevel[] =>
  ticks === null ? [] : [{ mark, words, ticks }];

/** Bars oldest first; the settlement as it was announced, else the last price of the day before stands for it. */
export function dayLevels(
  bars: readonly ProfileBar[],
  instrument: Instrument,
  calendar: ExchangeCalendar,
  nowMs: number,
  settlementTicks: number | null,
): readonly DayLevel[] {
  const today = calendar.tradingDayOf(nowMs);
  const before = tradingDayBefore(calendar, today);
  const fromMs = calendar.sessionBounds(before).openMs;
  const levels = new SessionLevels();
  let day: string | null = null;
  for (const bar of bars) {
    if (bar.startMs < fromMs || bar.startMs > nowMs) continue;
    const barDay = calendar.tradingDayOf(bar.startMs);
    if (barDay !== day) levels.startDay(calendar.regularHours(instrument, barDay));
    day = barDay;
    levels.addBar(bar);
  }
  // Before today's first trade the newest day is the one before
  if (day !== today) levels.startDay(calendar.regularHours(instrument, today));
  const facts = levels.facts();
  return [
    ...named('PDH', 'prior day high', facts.priorHighTicks),
    ...named('PDL', 'prior day low', facts.priorLowTicks),
    ...(settlementTicks === null
      ? named('PDC', 'prior day last price', facts.priorSettlementTicks)
      : named('Settle', 'settlement of the prior day', settlementTicks)),
    ...named('ONH', 'overnight high', facts.overnightHighTicks),
    ...named('ONL', 'overnight low', facts.overnightLowTicks),
    ...named('ORH', 'high of the first 30 minutes', facts.openingRangeHighTicks),
    ...named('ORL', 'low of the first 30 minutes', facts.openingRangeLowTicks),
  ];
}
