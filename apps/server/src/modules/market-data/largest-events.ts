/** The largest events of a stretch of time as a viewer may see them, with the count of all of them. */
import { encodeFlowEvent, type LargestEvents, type OrderFlowEventDto } from '@undertow/contracts';
import { DAY_MS, FLOW_EVENT_TYPES, type FlowEventType, instrumentById, settledMsOf } from '@undertow/market';
import type { HistoryStore } from '#ports/history.ts';
import type { LiveView } from '#ports/live-views.ts';

/** An event is published a moment after its own time: one this close to the viewer's instant comes from the view or not yet. */
const PUBLISHED_WITHIN_MS = 1000;

export interface LargestQuery {
  readonly types: readonly FlowEventType[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
}

export type LargestStore = Pick<HistoryStore, 'page' | 'countTypes'>;

/** Larger first; of the same size the newer first, then by id, so that the cut is always the same one. */
function largerFirst(a: OrderFlowEventDto, b: OrderFlowEventDto): number {
  if (a.size !== b.size) return b.size - a.size;
  if (a.detectedAt !== b.detectedAt) return a.detectedAt < b.detectedAt ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}

/**
 * Events in memory have the state in which the view shows them; the others come from storage, where only
 * those count whose stored state the viewer may already see. Null where nothing of the view's market is stored.
 */
export async function largestEvents(
  store: LargestStore | null,
  view: LiveView,
  { types, from, to, limit }: LargestQuery,
): Promise<LargestEvents> {
  const { asOfMs, instrumentId, delaySeconds } = view;
  const instrument = instrumentById(instrumentId);
  const endMs = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
  const toMs = Math.min(asOfMs, endMs);
  const fromMs = from === undefined ? toMs - DAY_MS : Date.parse(from);
  // The view contains only what the viewer may see, and its newest event may be slightly ahead of its instant
  const shown = view.events(types, false).filter((event) => {
    const detectedMs = Date.parse(event.detectedAt);
    return detectedMs >= fromMs && detectedMs <= endMs;
  });
  const counts = new Map(FLOW_EVENT_TYPES.map((type) => [type, 0]));
  const count = (type: FlowEventType, by: number): unknown => counts.set(type, (counts.get(type) ?? 0) + by);
  for (const event of shown) count(event.eventType, 1);
  const known = new Set(shown.map((event) => event.id));
  const older: OrderFlowEventDto[] = [];
  if (store !== null && instrument !== undefined && types.length > 0 && fromMs <= toMs) {
    const { source } = view.status();
    const span = {
      instrumentId,
      fromMs,
      toMs,
      settledMs: settledMsOf(asOfMs, delaySeconds) - PUBLISHED_WITHIN_MS,
    };
    const [page, stored] = await Promise.all([
      store.page({
        ...{ source, spans: [span], types, sides: ['bid', 'ask'] },
        ...{ minConfidence: 0, perDay: null, words: null, sort: 'size', after: null },
        // Those in memory are taken from there: they must not use up the page
        limit: limit + known.size,
      }),
      store.countTypes({ source, span, types, except: [...known] }),
    ]);
    for (const { type, events } of stored) count(type, events);
    older.push(...page.filter(({ id }) => !known.has(id)).map((event) => encodeFlowEvent(instrument, event)));
  }
  return {
    events: [...shown, ...older].toSorted(largerFirst).slice(0, limit),
    counts: Object.fromEntries(counts) as LargestEvents['counts'],
  };
}
