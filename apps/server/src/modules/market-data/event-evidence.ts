/** What an event rests on: the detector's facts, its rules and the recorded window, cut at the instant the viewer may see. */
import {
  type EventEvidence,
  type EvidenceDelta,
  encodeEvidence,
  encodeFlowEvent,
  instantOfMs,
  type TierRules,
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
import type { Viewer, ViewResolver, ViewSource } from '#ports/account-feeds.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { LiveView } from '#ports/live-views.ts';
import type { EventWindow, EventWindowCodec, MarketStore } from '#ports/market-store.ts';

const WINDOW_BEFORE_MS = 30_000;
const WINDOW_AFTER_MS = MINUTE_MS;

export interface EvidenceParts {
  readonly viewResolver: ViewResolver;
  readonly marketStore: MarketStore;
  readonly windowCodec: EventWindowCodec;
}

/** Who reads an event, and what their plan shows them. */
export interface EventReader {
  readonly viewer: Viewer;
  readonly entitlement: Entitlement;
}

/** An event, and the view that shows it. */
export interface Visible {
  readonly event: FlowEvent;
  readonly view: LiveView;
  readonly viewSource: ViewSource;
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

/** From memory until it is stored, then from storage; of an account feed nothing is stored. */
export async function findWindow(
  { marketStore }: EvidenceParts,
  { event, viewSource }: Visible,
): Promise<EventWindow | undefined> {
  // Read first: a window waits until it is stored, and by then its rows may have left memory
  const waiting = viewSource.views.waitingWindow(event.id);
  if (waiting !== undefined) return waiting;
  const stored = viewSource.isAccountFeed ? undefined : await marketStore.findEventWindow(event.id);
  return stored ?? viewSource.views.recentWindow(event);
}

async function windowOf(parts: EvidenceParts, visible: Visible) {
  const { event, view } = visible;
  const settledMs = settledMsOf(view.asOfMs, view.delaySeconds);
  const stored = await findWindow(parts, visible);
  const startMs = Number(event.startNs / 1_000_000n);
  const fromMs = stored?.fromMs ?? startMs - WINDOW_BEFORE_MS;
  const toMs = Math.min(stored?.toMs ?? startMs + WINDOW_AFTER_MS, settledMs);
  const deltas: readonly EvidenceDelta[] =
    stored === undefined ? [] : parts.windowCodec.decode(stored.deltas);
  const limit = instantOfMs(settledMs);
  return {
    from: instantOfMs(fromMs),
    to: instantOfMs(toMs),
    truncated: stored?.truncated ?? false,
    deltas: deltas.filter((delta) => delta.at < limit),
  };
}

function findRemembered(
  viewSource: ViewSource,
  { rules, activeInstrumentIds }: Entitlement,
  id: string,
): Visible | undefined {
  for (const instrumentId of activeInstrumentIds) {
    const view = viewSource.views.peek(instrumentId, viewSource.delaySeconds);
    const event = view?.event(id);
    if (view && event && rules.eventTypes.includes(event.type)) return { event, view, viewSource };
  }
  return undefined;
}

async function findStored(
  { marketStore }: EvidenceParts,
  viewSource: ViewSource,
  { entitlement, id }: { entitlement: Entitlement; id: string },
): Promise<Visible | undefined> {
  const stored = await marketStore.findEvent(id);
  if (stored === undefined) return undefined;
  const { event, source } = stored;
  const { rules, activeInstrumentIds } = entitlement;
  const mine = activeInstrumentIds.includes(event.instrumentId) && rules.eventTypes.includes(event.type);
  const view = mine ? viewSource.views.view(event.instrumentId, viewSource.delaySeconds) : undefined;
  if (view === undefined || view.status().source !== source) return undefined;
  // Storage holds the newest state: the viewer may not see what changed after their instant yet
  if (!isChangedBy(event, settledMsOf(view.asOfMs, view.delaySeconds))) return undefined;
  return { event, view, viewSource };
}

/**
 * An event as the viewer may see it: in their view, else in the platform feed of alerts; from memory while it is new,
 * else from storage.
 */
export async function findVisible(
  parts: EvidenceParts,
  { viewer, entitlement }: EventReader,
  id: string,
): Promise<Visible> {
  for (const viewSource of parts.viewResolver.resolveAll(viewer, entitlement)) {
    const remembered = findRemembered(viewSource, entitlement, id);
    const found =
      remembered ??
      (viewSource.isAccountFeed ? undefined : await findStored(parts, viewSource, { entitlement, id }));
    if (found !== undefined) return found;
  }
  throw new AppError('NOT_FOUND');
}

/** Throws the same NOT_FOUND for an unknown event and for one that the viewer may not, or not yet, see. */
export async function findEvidence(
  parts: EvidenceParts,
  reader: EventReader,
  id: string,
): Promise<{ evidence: EventEvidence; visible: Visible }> {
  const visible = await findVisible(parts, reader, id);
  const { event, view } = visible;
  const instrument = instrumentById(event.instrumentId);
  if (instrument === undefined) throw new AppError('NOT_FOUND');
  const { source, gapsToday } = view.status();
  const evidence: EventEvidence = {
    event: encodeFlowEvent(instrument, event),
    ...describe(instrument, event, reader.entitlement.rules),
    window: await windowOf(parts, visible),
    dataQuality: { tier: event.tier, source, degraded: event.degraded, gapsToday },
  };
  return { evidence, visible };
}
