/** What an event rests on: the detector's facts, its rules and the recorded window, cut at the instant the viewer may see. */
import {
  type EventEvidence,
  type EvidenceDelta,
  encodeEvidence,
  encodeFlowEvent,
  instantOfMs,
  type TierRules,
} from '@undertow/contracts';
import { type EvidenceValue, type FlowEvent, type Instrument, instrumentById } from '@undertow/market';
import type {
  Entitlement,
  EventWindow,
  EventWindowCodec,
  LiveView,
  LiveViews,
  MarketStore,
} from '#dependencies.ts';
import { AppError } from '#http/app-error.ts';

const WINDOW_BEFORE_MS = 30_000;
const WINDOW_AFTER_MS = 60_000;

export interface EvidenceParts {
  readonly views: LiveViews;
  readonly marketStore: MarketStore;
  readonly windowCodec: EventWindowCodec;
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

/** From storage, or while it is too young to be there from memory. */
export async function findWindow(parts: EvidenceParts, event: FlowEvent): Promise<EventWindow | undefined> {
  return (await parts.marketStore.findEventWindow(event.id)) ?? parts.views.recentWindow(event);
}

async function windowOf(parts: EvidenceParts, event: FlowEvent, asOfMs: number) {
  const stored = await findWindow(parts, event);
  const startMs = Number(event.startNs / 1_000_000n);
  const fromMs = stored?.fromMs ?? startMs - WINDOW_BEFORE_MS;
  const toMs = Math.min(stored?.toMs ?? startMs + WINDOW_AFTER_MS, asOfMs);
  const deltas: readonly EvidenceDelta[] =
    stored === undefined ? [] : parts.windowCodec.decode(stored.deltas);
  const limit = instantOfMs(asOfMs);
  return {
    from: instantOfMs(fromMs),
    to: instantOfMs(toMs),
    truncated: stored?.truncated ?? false,
    deltas: deltas.filter((delta) => delta.at <= limit),
  };
}

/** An event as the viewer's own view shows it: from memory while it is young, else from storage. */
export async function findVisible(
  { views, marketStore }: EvidenceParts,
  { rules, activeInstrumentIds }: Entitlement,
  id: string,
): Promise<{ event: FlowEvent; view: LiveView }> {
  for (const instrumentId of activeInstrumentIds) {
    const view = views.peek(instrumentId, rules.delaySeconds);
    const event = view?.event(id);
    if (view && event && rules.eventTypes.includes(event.type)) return { event, view };
  }
  const stored = await marketStore.findEvent(id);
  if (stored === undefined) throw new AppError('NOT_FOUND');
  const { event, source } = stored;
  const mine = activeInstrumentIds.includes(event.instrumentId) && rules.eventTypes.includes(event.type);
  const view = mine ? views.view(event.instrumentId, rules.delaySeconds) : undefined;
  if (view === undefined || view.status().source !== source) throw new AppError('NOT_FOUND');
  // Storage holds the newest state: what changed after the viewer's instant is not his yet
  if (Number(event.updatedNs / 1_000_000n) > view.asOfMs) throw new AppError('NOT_FOUND');
  return { event, view };
}

/** Throws the same NOT_FOUND for an unknown event and for one that the viewer may not, or not yet, see. */
export async function findEvidence(
  parts: EvidenceParts,
  entitlement: Entitlement,
  id: string,
): Promise<{ evidence: EventEvidence; asOfMs: number }> {
  const { event, view } = await findVisible(parts, entitlement, id);
  const instrument = instrumentById(event.instrumentId);
  if (instrument === undefined) throw new AppError('NOT_FOUND');
  const { asOfMs } = view;
  const { source, gapsToday } = view.status();
  const evidence: EventEvidence = {
    event: encodeFlowEvent(instrument, event),
    ...describe(instrument, event, entitlement.rules),
    window: await windowOf(parts, event, asOfMs),
    dataQuality: { tier: event.tier, source, degraded: event.degraded, gapsToday },
  };
  return { evidence, asOfMs };
}
