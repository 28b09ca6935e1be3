/** What an event rests on: the detector's facts, its rules and the recorded window, cut at the instant the viewer may see. */
import {
  type EventEvidence,
  type EvidenceDelta,
  encodeEvidence,
  encodeFlowEvent,
  type InstrumentAccess,
  instantOfMs,
  type TierRules,
  unlicensedAccess,
} from '@undertow/contracts';
import {
  type EvidenceValue,
  type FlowEvent,
  type Instrument,
  instrumentById,
  isChangedBy,
  MINUTE_MS,
  settledMsOf,
} from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { requireLicence } from '#http/bind/entitlement.ts';
import { recordedUntilMs } from '#http/bind/view.ts';
import type { AccountMarket, Viewer, ViewResolver, ViewSource } from '#ports/account-feeds.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { LiveView, LiveViews } from '#ports/live-views.ts';
import type { EventWindow, EventWindowCodec, MarketStore, Origin } from '#ports/market-store.ts';

const WINDOW_BEFORE_MS = 30_000;
const WINDOW_AFTER_MS = MINUTE_MS;

export interface EvidenceParts {
  readonly viewResolver: ViewResolver;
  readonly marketStore: MarketStore;
  readonly windowCodec: EventWindowCodec;
  readonly clock: Clock;
}

/** Who reads an event, and what their plan shows them. */
export interface EventReader {
  readonly viewer: Viewer;
  readonly entitlement: Entitlement;
}

/** An event as its viewer may see it, with what is read around it. */
export interface Visible {
  readonly event: FlowEvent;
  readonly source: Origin['source'];
  /** The viewer's instant, and their delay behind the market. */
  readonly asOfMs: number;
  readonly delaySeconds: number;
  /** What the viewer may have of the event's instrument. */
  readonly access: InstrumentAccess;
  /** Null for an event of an own feed that is not in its view: what its session had is not known any more. */
  readonly gapsToday: number | null;
  /** The line that the event is of; null for an own feed that is not connected. */
  readonly views: LiveViews | null;
  /** Of an own feed what is stored for its owner, null where nothing is; `house` otherwise. */
  readonly market: AccountMarket | null | 'house';
}

function visibleIn(viewSource: ViewSource, view: LiveView, event: FlowEvent): Visible {
  const { source, gapsToday } = view.status();
  const { asOfMs, delaySeconds } = view;
  const market = viewSource.isAccountFeed ? viewSource.market : 'house';
  const access = viewSource.access(event.instrumentId);
  return { event, source, asOfMs, delaySeconds, access, gapsToday, views: viewSource.views, market };
}

type Rule = EventEvidence['rules'][number];

function isRule(value: EvidenceValue): value is Rule {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const rule = value as { readonly [key: string]: EvidenceValue };
  return (
    typeof rule['name'] === 'string' &&
    typeof rule['value'] === 'string' &&
    typeof rule['needed'] === 'string' &&
    typeof rule['met'] === 'boolean'
  );
}

function describe(instrument: Instrument, event: FlowEvent, { eventTypes, patternTypes }: TierRules) {
  const { rules, ...facts } = event.evidence;
  return {
    evidence: encodeEvidence(instrument, facts, [...eventTypes, ...patternTypes]),
    rules: Array.isArray(rules) ? rules.filter(isRule) : [],
  };
}

/** From memory until it is stored, then from the store of the event's market. */
export async function findWindow(
  { marketStore }: Pick<EvidenceParts, 'marketStore'>,
  { event, views, market }: Pick<Visible, 'event' | 'views' | 'market'>,
): Promise<EventWindow | undefined> {
  // Read first: a window waits until it is stored, and by then its rows may have left memory
  const waiting = views?.waitingWindow(event.id);
  if (waiting !== undefined) return waiting;
  const store = market === 'house' ? marketStore : market;
  return (await store?.findEventWindow(event.id)) ?? views?.recentWindow(event);
}

async function windowOf(parts: EvidenceParts, visible: Visible) {
  const { event, access } = visible;
  const settledMs = recordedUntilMs(visible, access);
  const withheld = access.withheld('recordings');
  const stored = withheld === null ? await findWindow(parts, visible) : undefined;
  const startMs = Number(event.startNs / 1_000_000n);
  const fromMs = stored?.fromMs ?? startMs - WINDOW_BEFORE_MS;
  const toMs = Math.min(stored?.toMs ?? startMs + WINDOW_AFTER_MS, settledMs);
  const deltas: readonly EvidenceDelta[] =
    stored === undefined ? [] : parts.windowCodec.decode(stored.deltas);
  const limit = instantOfMs(settledMs);
  return {
    from: instantOfMs(fromMs),
    to: instantOfMs(Math.max(fromMs, toMs)),
    truncated: stored?.truncated ?? false,
    withheld,
    deltas: deltas.filter((delta) => delta.at < limit),
  };
}

function findRemembered(
  viewSource: ViewSource,
  { rules, activeInstrumentIds }: Entitlement,
  id: string,
): Visible | undefined {
  for (const instrumentId of activeInstrumentIds) {
    const view = viewSource.views.peek(instrumentId, viewSource.access(instrumentId).delaySeconds);
    const event = view?.event(id);
    if (view && event && rules.eventTypes.includes(event.type)) return visibleIn(viewSource, view, event);
  }
  return undefined;
}

function isIncluded({ rules, activeInstrumentIds }: Entitlement, event: FlowEvent): boolean {
  return activeInstrumentIds.includes(event.instrumentId) && rules.eventTypes.includes(event.type);
}

/** From the viewer's own store, whether or not their feed is connected: in real time, for the data is theirs. */
async function findOwned(
  { viewResolver, clock }: EvidenceParts,
  { viewer, entitlement }: EventReader,
  id: string,
): Promise<Visible | undefined> {
  const market = viewResolver.marketOf(viewer);
  const stored = await market?.findEvent(id);
  if (!stored || !isIncluded(entitlement, stored.event)) return undefined;
  const { event, source } = stored;
  const line = viewResolver.resolve(viewer, entitlement);
  const views = line.isAccountFeed ? line.views : null;
  const seen = { asOfMs: clock.nowMs(), delaySeconds: 0, access: unlicensedAccess(0) };
  return { event, source, ...seen, gapsToday: null, views, market };
}

async function findStored(
  { marketStore }: EvidenceParts,
  viewSource: ViewSource,
  { entitlement, id }: { entitlement: Entitlement; id: string },
): Promise<Visible | undefined> {
  const stored = await marketStore.findEvent(id);
  if (stored === undefined) return undefined;
  const { event, source } = stored;
  const { delaySeconds } = viewSource.access(event.instrumentId);
  const view = isIncluded(entitlement, event)
    ? viewSource.views.view(event.instrumentId, delaySeconds)
    : undefined;
  if (view === undefined || view.status().source !== source) return undefined;
  // Storage holds the newest state: the viewer may not see what changed after their instant yet
  if (!isChangedBy(event, settledMsOf(view.asOfMs, view.delaySeconds))) return undefined;
  return visibleIn(viewSource, view, event);
}

/**
 * An event as the viewer may see it: in their view, else in the platform feed, else in their own store; from memory
 * while it is new.
 */
export async function findVisible(parts: EvidenceParts, reader: EventReader, id: string): Promise<Visible> {
  const { viewer, entitlement } = reader;
  for (const viewSource of parts.viewResolver.resolveAll(viewer, entitlement)) {
    const remembered = findRemembered(viewSource, entitlement, id);
    const found =
      remembered ??
      (viewSource.isAccountFeed ? undefined : await findStored(parts, viewSource, { entitlement, id }));
    if (found !== undefined) {
      requireLicence(found.access, 'events');
      return found;
    }
  }
  const owned = await findOwned(parts, reader, id);
  if (owned === undefined) throw new AppError('NOT_FOUND');
  return owned;
}

/** Throws the same NOT_FOUND for an unknown event and for one that the viewer may not, or not yet, see. */
export async function findEvidence(
  parts: EvidenceParts,
  reader: EventReader,
  id: string,
): Promise<{ evidence: EventEvidence; visible: Visible }> {
  const visible = await findVisible(parts, reader, id);
  const { event, source, gapsToday, market } = visible;
  const instrument = instrumentById(event.instrumentId);
  if (instrument === undefined) throw new AppError('NOT_FOUND');
  const evidence: EventEvidence = {
    event: encodeFlowEvent(instrument, event),
    ...describe(instrument, event, reader.entitlement.rules),
    window: await windowOf(parts, visible),
    dataQuality: { tier: event.tier, source, degraded: event.degraded, gapsToday },
    market: market === 'house' ? 'platform' : 'own',
  };
  return { evidence, visible };
}
