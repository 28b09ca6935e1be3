/**
 * Support and resistance as a pattern: the zone that price comes to, its chance to turn price, and the nearest zones on
 * both sides that differ from arbitrary prices. Rests on the events of the same detector; no probability of its own.
 */
import {
  existenceOf,
  type FlowEvent,
  formatPrice,
  MINUTE_MS,
  NO_PRICE,
  type Pattern,
  type PatternLevel,
} from '@undertow/market';
import { eventId } from '#evidence/event-id.ts';
import { ZONES } from '#level-map/level-map.ts';
import type { Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { FALSE_DISCOVERIES } from './level-event.ts';

const EVERY_MS = 1000;
const LOOK_BACK_MS = 10 * MINUTE_MS;

class SupportResistanceDetector implements Detector {
  readonly #context: DetectorContext;
  /** Pattern last emitted for each event, by the event's id. */
  readonly #emitted = new Map<string, string>();
  #dueMs = Number.NaN;

  constructor(context: DetectorContext) {
    this.#context = context;
  }

  onMatch(): void {
    // It follows the events of the levels, on the clock.
  }

  onClock(timeMs: number, view: MarketView): void {
    if (timeMs < this.#dueMs || view.lastTicks === NO_PRICE) return;
    this.#dueMs = timeMs + EVERY_MS;
    const { board } = this.#context;
    const sinceMs = timeMs - LOOK_BACK_MS;
    const events = [...board.events('support', sinceMs), ...board.events('resistance', sinceMs)];
    for (const event of events) this.#emit(event, view);
    if (this.#emitted.size > events.length) {
      const live = new Set(events.map(({ id }) => id));
      for (const id of this.#emitted.keys()) if (!live.has(id)) this.#emitted.delete(id);
    }
  }

  onDiscontinuity(): void {
    this.#emitted.clear();
  }

  #emit(event: FlowEvent, view: MarketView): void {
    const state = `${event.status}|${event.updatedNs}|${existenceOf(event)}|${event.confidence}`;
    const before = this.#emitted.get(event.id);
    if (before === state) return;
    if (before === undefined && event.status !== 'open') return;
    this.#emitted.set(event.id, state);
    this.#context.emitPattern(patternOf(event, view), before === undefined ? 'new' : 'update');
  }
}

function patternOf(event: FlowEvent, view: MarketView): Pattern {
  const isSupport = event.type === 'support';
  const others = nearestZones(event, view);
  const price = (ticks: number): string => formatPrice(view.instrument, ticks);
  const zone = `${price(event.priceLowTicks)} to ${price(event.priceHighTicks)}`;
  const beside = others.length === 0 ? '' : `; next zone ${price(others[0]?.lowTicks ?? 0)}`;
  return {
    id: eventId({
      detector: 'support_resistance',
      instrumentId: view.instrument.id,
      side: event.side,
      priceTicks: event.priceTicks,
      startNs: event.startNs,
      key: event.id,
    }),
    type: 'support_resistance',
    sub: event.type,
    instrumentId: view.instrument.id,
    side: event.side,
    direction: isSupport ? 'up' : 'down',
    priceTicks: view.lastTicks,
    levels: [
      { label: event.type, lowTicks: event.priceLowTicks, highTicks: event.priceHighTicks },
      ...others,
    ],
    size: event.size,
    timeframe: 'session',
    tier: view.tier,
    exact: false,
    confidence: event.confidence,
    confidenceLow: event.confidenceLow,
    confidenceHigh: event.confidenceHigh,
    score: event.score,
    calibrator: event.calibrator,
    ...(event.existence === undefined ? {} : { existence: event.existence }),
    status: event.status,
    startNs: event.startNs,
    detectedNs: event.detectedNs,
    updatedNs: event.updatedNs,
    expiresNs: event.expiresNs,
    degraded: event.degraded,
    description: `Price is at ${isSupport ? 'support' : 'resistance'} ${zone}${beside}`,
    severity: event.severity,
    evidence: { ...event.evidence, related: [event.id] },
  };
}

/** The nearest significant zone below and above price, other than the event's own. */
function nearestZones(event: FlowEvent, view: MarketView): PatternLevel[] {
  const map = view.levelMap;
  const { isLive, lowTicks, highTicks } = map.touches;
  let below: PatternLevel | null = null;
  let above: PatternLevel | null = null;
  for (let slot = 0; slot < ZONES; slot += 1) {
    if (isLive[slot] !== 1 || map.falseDiscoveryRate(slot) > FALSE_DISCOVERIES) continue;
    const low = lowTicks[slot]!;
    const high = highTicks[slot]!;
    if (low <= event.priceHighTicks && high >= event.priceLowTicks) continue;
    if (high <= view.lastTicks && (below === null || high > below.highTicks)) {
      below = { label: 'support', lowTicks: low, highTicks: high };
    } else if (low >= view.lastTicks && (above === null || low < above.lowTicks)) {
      above = { label: 'resistance', lowTicks: low, highTicks: high };
    }
  }
  return [below, above].filter((level): level is PatternLevel => level !== null);
}

export const SUPPORT_RESISTANCE: DetectorEntry = {
  type: 'support_resistance',
  sub: null,
  models: [],
  receives: [],
  availability: () => ({ available: true }),
  create: (context) => new SupportResistanceDetector(context),
};
