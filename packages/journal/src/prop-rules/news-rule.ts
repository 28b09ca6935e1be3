/** News windows: no position may be open within some minutes of the announcements that the user named. */
import { MINUTE_MS } from '@undertow/market';
import type { JournalTrade } from '#trades/journal-trade.ts';
import type { AccountPath } from './account-path.ts';
import { RULE_LABELS, type RuleState } from './rule-state.ts';
import { breachText, countText, instantText } from './rule-text.ts';

/** The first announcement whose window the trade touched; without an entry time only its exit can be placed. */
function newsTouchedBy(
  { entryMs, exitMs }: JournalTrade,
  windowMs: number,
  newsTimesMs: readonly number[],
): number | undefined {
  const fromMs = Math.min(entryMs ?? exitMs, exitMs);
  return newsTimesMs.find((newsMs) => fromMs <= newsMs + windowMs && exitMs >= newsMs - windowMs);
}

/** Trades that were open within so many minutes before or after an announcement, the ends of the window included. */
export function newsWindowsState(
  { steps }: AccountPath,
  minutes: number,
  newsTimesMs: readonly number[],
): RuleState {
  const sorted = newsTimesMs.toSorted((a, b) => a - b);
  const touched = steps.flatMap(({ trade }) => {
    const newsMs = newsTouchedBy(trade, minutes * MINUTE_MS, sorted);
    return newsMs === undefined ? [] : [{ trade, newsMs }];
  });
  const first = touched[0];
  const breach =
    first === undefined ? null : { atMs: first.trade.exitMs, tradeId: first.trade.id, whileOpen: false };
  const exact = steps.every(({ trade }) => trade.entryMs !== null);
  const around = `within ${countText(minutes, 'minute')} of ${countText(sorted.length, 'announcement')}`;
  const text =
    first === undefined || breach === null
      ? `Nothing was open ${around}.`
      : `${countText(touched.length, 'trade')} ${touched.length === 1 ? 'was' : 'were'} open ${around}, the first at that of ${instantText(first.newsMs)}. ${breachText(breach)}`;
  return {
    rule: 'news-windows',
    label: RULE_LABELS['news-windows'],
    state: breach === null ? 'ok' : 'breached',
    unit: 'trades',
    value: touched.length,
    limit: 0,
    left: null,
    bound: exact ? 'exact' : 'at-least',
    breachedAtMs: breach?.atMs ?? null,
    breachedBy: breach?.tradeId ?? null,
    text,
  };
}
