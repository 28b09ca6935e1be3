/** The news windows on hand-made trades around one announcement. */
import { describe, expect, test } from 'vitest';
import { journalTrade, tradingDay } from '#testing/closed-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { accountPathOf } from './account-path.ts';
import { newsWindowsState } from './news-rule.ts';

/** An instant of 6 January 2026 in Chicago, `minute` after midnight (UTC is six hours ahead). */
const chicago = (minute: number): number => tradingDay(1) * 86_400_000 + (minute + 360) * 60_000;

interface News {
  readonly newsMinutes: number;
  readonly newsTimesMs: readonly number[];
}

const stateOf = (trades: readonly JournalTrade[], { newsMinutes, newsTimesMs }: News) =>
  newsWindowsState(accountPathOf(trades), newsMinutes, newsTimesMs);

describe('news windows', () => {
  const news = { newsMinutes: 2, newsTimesMs: [chicago(7 * 60 + 30)] };
  const during = (fromMinute: number, toMinute: number, entryKnown = true) => [
    journalTrade({
      entryMs: entryKnown ? chicago(fromMinute) : null,
      exitMs: chicago(toMinute),
      tradeDay: '2026-01-06',
    }),
  ];

  test('are kept by trades that end before them and begin after them', () => {
    const trades = [...during(440, 447.5), ...during(452.5, 460)];
    expect(stateOf(trades, news)).toMatchObject({ state: 'ok', value: 0, breachedBy: null });
  });

  test.each([
    ['entered within', 451, 470],
    ['left within', 430, 449],
    ['held through', 430, 470],
    ['left at its first instant', 430, 448],
  ])('are breached by a trade that was %s', (_how, from, to) => {
    const trades = during(from, to);
    const state = stateOf(trades, news);
    expect(state).toMatchObject({ state: 'breached', value: 1, breachedBy: trades[0]?.id, bound: 'exact' });
    expect(state.text).toContain('1 trade was open within 2 minutes of 1 announcement');
    expect(state.text).toContain('2026-01-06 07:30 Chicago');
  });

  test('are a lower bound where an entry is not known', () => {
    expect(stateOf(during(430, 470, false), news)).toMatchObject({
      state: 'ok',
      bound: 'at-least',
    });
  });
});
