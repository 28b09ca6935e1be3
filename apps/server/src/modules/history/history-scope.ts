/** The history that a viewer may see: their instruments and event types, one source, nothing newer than their delay. */
import { HISTORY_TIMEFRAME_DAYS, type HistoryTimeframe, type MarketLine } from '@undertow/contracts';
import {
  CME_CALENDAR,
  DAY_MS,
  type FeedSource,
  type FlowEventType,
  parseDay,
  settledMsOf,
} from '@undertow/market';
import { requireInstrument } from '#http/bind/entitlement.ts';
import type { ViewSource } from '#ports/account-feeds.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { HistorySpan, HistoryStore } from '#ports/history.ts';
import type { LiveView } from '#ports/live-views.ts';

/** A trading day opens in the afternoon of the day before: this long before its midnight UTC it has not, and the one before it has. */
const BEFORE_OPEN_MS = DAY_MS / 2;

export interface HistoryScope {
  readonly views: readonly LiveView[];
  readonly types: readonly FlowEventType[];
  readonly source: FeedSource;
  readonly delaySeconds: number;
  readonly market: MarketLine;
  /** What is stored of the market; null where nothing is. */
  readonly store: StoredHistory | null;
}

export type StoredHistory = Omit<HistoryStore, 'totals'>;

interface ScopeQuery {
  readonly instrumentId?: number | undefined;
  readonly eventType?: FlowEventType | undefined;
}

/** Of the market that the viewer looks at. Throws INSTRUMENT_NOT_ENTITLED for an instrument that is not one of the viewer's active ones. */
export function scopeOf(
  house: StoredHistory,
  viewSource: ViewSource,
  entitlement: Entitlement,
  query: ScopeQuery,
): HistoryScope {
  const { rules, activeInstrumentIds } = entitlement;
  const { instrumentId, eventType } = query;
  if (instrumentId !== undefined) requireInstrument(entitlement, instrumentId);
  const ids = instrumentId === undefined ? activeInstrumentIds : [instrumentId];
  const { views, delaySeconds, isAccountFeed, market } = viewSource;
  const opened = ids.flatMap((id) => views.view(id, delaySeconds) ?? []);
  const source = opened[0]?.status().source ?? views.present(delaySeconds).source;
  return {
    views: opened.filter((view) => view.status().source === source),
    types: rules.eventTypes.filter((type) => eventType === undefined || type === eventType),
    source,
    delaySeconds,
    market: isAccountFeed ? 'own' : 'platform',
    store: isAccountFeed ? (market?.history ?? null) : house,
  };
}

interface Days {
  readonly timeframe: HistoryTimeframe;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The requested time, cut at the instant of each view. Days are trading days of CME, as in the list of sessions. */
export function spansOf({ views }: HistoryScope, { timeframe, from, to }: Days): readonly HistorySpan[] {
  const openMs = (day: number): number => CME_CALENDAR.nextOpenMs(day * DAY_MS - BEFORE_OPEN_MS);
  return views.map(({ instrumentId, asOfMs, delaySeconds }) => {
    const seenMs = Math.floor(asOfMs);
    const endMs = to === undefined ? seenMs : Math.min(seenMs, openMs(parseDay(to) + 1) - 1);
    const isFree = from !== undefined || to !== undefined;
    const backMs = isFree ? 0 : asOfMs - HISTORY_TIMEFRAME_DAYS[timeframe] * DAY_MS;
    return {
      instrumentId,
      fromMs: from === undefined ? backMs : openMs(parseDay(from)),
      toMs: endMs,
      // Stored times are whole milliseconds, rounded down: the last one that is over
      settledMs: Math.floor(settledMsOf(asOfMs, delaySeconds)) - 1,
    };
  });
}
