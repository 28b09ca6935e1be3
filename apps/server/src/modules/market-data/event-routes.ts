/** Order-flow events of an instrument, and of a span of days over the user's instruments. */
import {
  encodeFlowEvent,
  getEventEvidence,
  getLargestEvents,
  listOrderFlowEvents,
  type OrderFlowEventDto,
} from '@undertow/contracts';
import { DAY_MS, type FlowEventType, instrumentById, isChangedBy, settledMsOf } from '@undertow/market';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { requireInstrument, requireLicence } from '#http/bind/entitlement.ts';
import { openView, stamp, stampAll } from '#http/bind/view.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { LiveView } from '#ports/live-views.ts';
import type { MarketStore } from '#ports/market-store.ts';
import { type EvidenceParts, findEvidence } from './event-evidence.ts';
import { type LargestStore, largestEvents } from './largest-events.ts';

const TIMEFRAME_DAYS = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 } as const;

export interface EventParts extends EvidenceParts {
  readonly marketStore: MarketStore;
  readonly history: LargestStore;
  readonly entitlements: Entitlements;
  readonly clock: Clock;
}

interface HistoryQuery {
  readonly days: number;
  readonly types: readonly FlowEventType[];
  readonly limit: number;
}

/**
 * Stored events of one instrument up to the view's instant. An event that changed after that instant is in the
 * state in which the view shows it. Of an account feed its owner's store is read, where there is one: what the platform
 * feed stored is not its past.
 */
async function historyOf(
  store: Pick<MarketStore, 'listEvents'> | null,
  view: LiveView,
  { days, types, limit }: HistoryQuery,
): Promise<readonly OrderFlowEventDto[]> {
  const { asOfMs, instrumentId, delaySeconds } = view;
  const instrument = instrumentById(instrumentId);
  if (instrument === undefined) return [];
  const fromMs = asOfMs - days * DAY_MS;
  const toMs = Math.floor(asOfMs) + 1;
  const { source } = view.status();
  const stored = (await store?.listEvents([instrumentId], source, types, fromMs, toMs, limit)) ?? [];
  const shown = view.events(types, false).filter((event) => Date.parse(event.detectedAt) >= fromMs);
  const settled = stored.filter((event) => isChangedBy(event, settledMsOf(asOfMs, delaySeconds)));
  const ids = new Set(shown.map((event) => event.id));
  const older = settled.filter((event) => !ids.has(event.id));
  return [...shown, ...older.map((event) => encodeFlowEvent(instrument, event))];
}

function newestFirst(events: readonly OrderFlowEventDto[], limit: number): OrderFlowEventDto[] {
  return events.toSorted((a, b) => (a.detectedAt < b.detectedAt ? 1 : -1)).slice(0, limit);
}

/** Types the viewer may see, narrowed to the requested one. */
function typesFor({ rules }: Entitlement, wanted: FlowEventType | undefined): readonly FlowEventType[] {
  return wanted === undefined ? rules.eventTypes : rules.eventTypes.filter((type) => type === wanted);
}

export function bindEventRoutes(binder: RouteBinder, parts: EventParts): void {
  const { viewResolver, marketStore, entitlements, clock } = parts;

  binder.bindUser(listOrderFlowEvents, async ({ user, query, reply }) => {
    const { instrumentId, active, timeframe, eventType, limit } = query;
    const entitlement = await entitlements.of(user.userId, user.channel);
    const viewSource = viewResolver.resolve(user, entitlement);
    const { views, access, isAccountFeed, market } = viewSource;
    const store = isAccountFeed ? market : marketStore;
    const types = typesFor(entitlement, eventType);
    if (instrumentId !== undefined) {
      requireInstrument(entitlement, instrumentId);
      requireLicence(access(instrumentId), 'events');
    }
    if (instrumentId !== undefined && timeframe === undefined) {
      const view = openView({ instrumentId, viewSource, reply });
      return view.events(types, active === true).slice(0, limit);
    }
    const ids = instrumentId === undefined ? entitlement.activeInstrumentIds : [instrumentId];
    const licensed = ids.filter((id) => access(id).withheld('events') === null);
    const opened = licensed.flatMap((id) => views.view(id, access(id).delaySeconds) ?? []);
    const wanted = { days: TIMEFRAME_DAYS[timeframe ?? '1d'], types, limit };
    const lists = await Promise.all(opened.map((view) => historyOf(store, view, wanted)));
    stampAll(reply, opened, {
      nowMs: clock.nowMs(),
      planDelaySeconds: isAccountFeed ? 0 : entitlement.rules.delaySeconds,
    });
    return newestFirst(lists.flat(), limit);
  });

  binder.bindInstrument(getLargestEvents, 'events', async (call) => {
    const { instrumentId: _id, ...wanted } = call.query;
    const { eventTypes: types } = call.entitlement.rules;
    const { isAccountFeed, market } = call.viewSource;
    const store = isAccountFeed ? (market?.history ?? null) : parts.history;
    return largestEvents(store, openView(call), { ...wanted, types });
  });

  binder.bindUser(getEventEvidence, async ({ user, params, reply }) => {
    const entitlement = await entitlements.of(user.userId, user.channel);
    const { evidence, visible } = await findEvidence(parts, { viewer: user, entitlement }, params.id);
    stamp(reply, visible.asOfMs, visible.delaySeconds);
    return evidence;
  });
}
