/** The history that a viewer may see: their instruments and event types, one source, nothing newer than their delay. */
import {
  HISTORY_TIMEFRAME_DAYS,
  type HistoryTimeframe,
  type LicenceChannel,
  type MarketLine,
} from '@undertow/contracts';
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
  /** Delay of the plan; 0 for an own feed. */
  readonly planDelaySeconds: number;
  readonly market: MarketLine;
  /** What is stored of the market; null where nothing is. */
  readonly store: StoredHistory | null;
  /** Why the licences withhold events of instruments, one sentence a venue. */
  readonly withheld: readonly string[];
}

export type StoredHistory = Omit<HistoryStore, 'totals'>;

interface ScopeQuery {
  readonly instrumentId?: number | undefined;
  readonly eventType?: FlowEventType | undefined;
}

/**
 * Of the market that the viewer looks at, what its licences allow over the channel. Throws INSTRUMENT_NOT_ENTITLED for an
 * instrument that is not one of the viewer's active ones.
 */
export function scopeOf(
  house: StoredHistory,
  viewSource: ViewSource,
  entitlement: Entitlement,
  query: ScopeQuery,
  channel: LicenceChannel,
): HistoryScope {
  const { rules, activeInstrumentIds } = entitlement;
  const { instrumentId, eventType } = query;
  if (instrumentId !== undefined) requireInstrument(entitlement, instrumentId);
  const ids = instrumentId === undefined ? activeInstrumentIds : [instrumentId];
  const { views, access, isAccountFeed, market } = viewSource;
  const withheld = new Map(ids.map((id) => [id, access(id).withheld('events', channel)]));
  const licensed = ids.filter((id) => withheld.get(id) === null);
  const opened = licensed.flatMap((id) => views.view(id, access(id).delaySeconds) ?? []);
  const { source } = views.present(0);
  return {
    views: opened.filter((view) => view.status().source === source),
    types: rules.eventTypes.filter((type) => eventType === undefined || type === eventType),
    source,
    planDelaySeconds: isAccountFeed ? 0 : rules.delaySeconds,
    market: isAccountFeed ? 'own' : 'platform',
    store: isAccountFeed ? (market?.history ?? null) : house,
    withheld: [...new Set([...withheld.values()].filter((because) => because !== null))],
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
