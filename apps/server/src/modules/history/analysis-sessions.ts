/** The trading days of a timeframe as one viewer may see them: events, mean confidence, and the instrument that did best. */
import type { AnalysisSession, HistoryTimeframe } from '@undertow/contracts';
import { HISTORY_TIMEFRAME_DAYS } from '@undertow/contracts';
import { CME_CALENDAR, instrumentById, parseDay, settledMsOf } from '@undertow/market';
import type { LiveView } from '#ports/live-views.ts';
import type { HistoryScope, StoredHistory } from './history-scope.ts';
import type { DayCounts, SessionCounts, TradingDay, TypeCount } from './session-counts.ts';

/** Minimum of resolved events for a hit rate. */
const ENOUGH_RESOLVED = 10;
/** An instrument with as many misses as hits did not perform. */
const MIN_HIT_RATE = 0.5;

/**
 * Trading days of CME up to the one of `asOfMs` within so many days of the calendar, oldest first. They hold for every source:
 * what the simulated exchange traded on a weekend counts to the Friday before it.
 */
export function tradingDays(timeframe: HistoryTimeframe, asOfMs: number): readonly TradingDay[] {
  const calendar = CME_CALENDAR;
  const days: TradingDay[] = [];
  let date = calendar.tradingDayOf(asOfMs);
  let endMs = calendar.nextOpenMs(asOfMs);
  const first = parseDay(date) - HISTORY_TIMEFRAME_DAYS[timeframe] + 1;
  while (parseDay(date) >= first) {
    const { openMs } = calendar.sessionBounds(date);
    days.unshift({ date, openMs, endMs });
    endMs = openMs;
    date = calendar.tradingDayOf(openMs - 1);
  }
  return days;
}

interface Sum extends TypeCount {
  readonly instrumentId: number;
}

type Best = Pick<
  AnalysisSession,
  'topPerformingInstrument' | 'topPerformingBy' | 'topPerformingHitRate' | 'topPerformingCount'
>;

const NOBODY: Best = {
  topPerformingInstrument: null,
  topPerformingBy: null,
  topPerformingHitRate: null,
  topPerformingCount: 0,
};

/** The highest hit rate above one half of those with enough resolved events; without one, the most events. */
export function bestOf(sums: readonly Sum[]): Best {
  const symbolOf = ({ instrumentId }: Sum): string | null => instrumentById(instrumentId)?.symbol ?? null;
  const measured = sums
    .filter(({ resolved, hits }) => resolved >= ENOUGH_RESOLVED && hits / resolved > MIN_HIT_RATE)
    .toSorted((a, b) => b.hits / b.resolved - a.hits / a.resolved || b.resolved - a.resolved);
  const [best] = measured;
  if (best !== undefined) {
    return {
      topPerformingInstrument: symbolOf(best),
      topPerformingBy: 'hit_rate',
      topPerformingHitRate: best.hits / best.resolved,
      topPerformingCount: best.resolved,
    };
  }
  const [most] = sums.filter(({ events }) => events > 0).toSorted((a, b) => b.events - a.events);
  if (most === undefined) return NOBODY;
  return {
    ...NOBODY,
    topPerformingInstrument: symbolOf(most),
    topPerformingBy: 'events',
    topPerformingCount: most.events,
  };
}

function sumOf(instrumentId: number, counts: DayCounts, types: readonly string[]): Sum {
  const sum = { instrumentId, events: 0, confidenceSum: 0, resolved: 0, hits: 0 };
  for (const type of types) {
    const count = counts.get(type);
    if (count === undefined) continue;
    sum.events += count.events;
    sum.confidenceSum += count.confidenceSum;
    sum.resolved += count.resolved;
    sum.hits += count.hits;
  }
  return sum;
}

/** Events with a stored state after the viewer's instant, as their view shows them: their day counts them too. */
function addHeld(
  sums: Sum[],
  { scope, day, ids }: { scope: HistoryScope; day: TradingDay; ids: ReadonlySet<string> },
): void {
  for (const view of scope.views) {
    const sum = sums.find(({ instrumentId }) => instrumentId === view.instrumentId);
    if (sum === undefined) continue;
    for (const { id, detectedAt, confidence, metadata } of view.events(scope.types, false)) {
      const detectedMs = Date.parse(detectedAt);
      if (!ids.has(id) || metadata.degraded || detectedMs < day.openMs || detectedMs >= day.endMs) continue;
      sum.events += 1;
      sum.confidenceSum += confidence;
    }
  }
}

interface SessionParts {
  readonly store: StoredHistory;
  readonly counts: SessionCounts;
}

/** Newest first. Days without an event of the viewer's are among them. */
export async function analysisSessions(
  { store, counts }: SessionParts,
  scope: HistoryScope,
  timeframe: HistoryTimeframe,
): Promise<AnalysisSession[]> {
  const instants = scope.views.map(({ asOfMs, delaySeconds }: LiveView) => settledMsOf(asOfMs, delaySeconds));
  if (instants.length === 0) return [];
  const asOfMs = Math.min(...instants);
  const { source, types } = scope;
  const days = tradingDays(timeframe, asOfMs);
  const instrumentIds = scope.views.map(({ instrumentId }) => instrumentId);
  const counted = await counts.count({ source, instrumentIds, days, asOfMs });
  const fromMs = days.at(-2)?.openMs ?? days[0]?.openMs ?? 0;
  const ids = new Set(await store.unsettled({ source, instrumentIds, fromMs, asOfMs }));
  return days
    .map((day, at): AnalysisSession => {
      const sums = instrumentIds.map((id, of) => sumOf(id, counted[at]?.[of] ?? new Map(), types));
      if (ids.size > 0) addHeld(sums, { scope, day, ids });
      const totalEvents = sums.reduce((all, { events }) => all + events, 0);
      const confidence = sums.reduce((all, { confidenceSum }) => all + confidenceSum, 0);
      return {
        date: day.date,
        totalEvents,
        avgConfidence: totalEvents === 0 ? null : Math.min(1, confidence / totalEvents),
        ...bestOf(sums),
      };
    })
    .toReversed();
}
