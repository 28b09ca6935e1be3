/** Wire shapes as what the chart draws: events, AI levels, session levels, profile, gaps. Pure; prices in ticks. */
import type { AiPattern, FeedGaps, FeedStatus, OrderFlowEventDto, SessionFacts } from '@undertow/contracts';
import { type Instrument, NANOS_PER_POINT, parsePriceTicks } from '@undertow/market';
import type {
  ChartAiLevel,
  ChartEvent,
  ChartGap,
  ChartProfile,
  ChartSessionLevels,
} from '#chart/data/chart-input.ts';
import { PATTERN_WORDS } from '#lib/words/words.ts';

/** Levels are drawn where they are nearest: settlements and calculated levels may be between ticks. */
function nearestTick(instrument: Instrument, price: string): number {
  return Math.round((Number(price) * NANOS_PER_POINT) / instrument.tickNanos);
}

export function chartEventOf(instrument: Instrument, event: OrderFlowEventDto): ChartEvent {
  const { metadata } = event;
  return {
    id: event.id,
    type: event.eventType,
    side: metadata.side,
    priceTicks: parsePriceTicks(instrument, event.price),
    size: event.size,
    zoneHeightTicks: metadata.zoneHeight === undefined ? null : nearestTick(instrument, metadata.zoneHeight),
    confidence: event.confidence,
    exact: metadata.exact,
    degraded: metadata.degraded,
    startedMs: Date.parse(metadata.startedAt),
    updatedMs: Date.parse(metadata.updatedAt),
  };
}

/** Levels of the patterns that have not expired: a line in the middle of each. */
export function chartAiLevels(
  instrument: Instrument,
  patterns: readonly AiPattern[],
): readonly ChartAiLevel[] {
  return patterns.flatMap(({ id, eventType, confidence, metadata }) =>
    (metadata.active ? metadata.levels : []).map(({ label, low, high }, index) => ({
      id: `${id}/${index}`,
      label: `${PATTERN_WORDS[eventType]}, ${label}`,
      priceTicks: Math.round((nearestTick(instrument, low) + nearestTick(instrument, high)) / 2),
      confidence: confidence / 100,
      ...wordsOf(metadata),
    })),
  );
}

/** An even score of a model without a calibrator is no rate of anything. */
function wordsOf({ exact, calibrator }: AiPattern['metadata']): Pick<ChartAiLevel, 'words'> {
  if (exact) return { words: 'exact' };
  return calibrator === 'score' ? { words: 'not calibrated' } : {};
}

function ticksOrNull(instrument: Instrument, price: string | null): number | null {
  return price === null ? null : nearestTick(instrument, price);
}

export function chartSessionLevels(instrument: Instrument, facts: SessionFacts): ChartSessionLevels {
  return {
    priorHighTicks: ticksOrNull(instrument, facts.priorHigh),
    priorLowTicks: ticksOrNull(instrument, facts.priorLow),
    priorSettlementTicks: ticksOrNull(instrument, facts.priorSettlement),
    overnightHighTicks: ticksOrNull(instrument, facts.overnightHigh),
    overnightLowTicks: ticksOrNull(instrument, facts.overnightLow),
    openingRangeHighTicks: ticksOrNull(instrument, facts.openingRangeHigh),
    openingRangeLowTicks: ticksOrNull(instrument, facts.openingRangeLow),
  };
}

export function chartProfile(instrument: Instrument, facts: SessionFacts): ChartProfile {
  return {
    pointOfControlTicks: ticksOrNull(instrument, facts.pointOfControl),
    valueAreaHighTicks: ticksOrNull(instrument, facts.valueAreaHigh),
    valueAreaLowTicks: ticksOrNull(instrument, facts.valueAreaLow),
    levels: facts.profile.map((level) => ({
      priceTicks: parsePriceTicks(instrument, level.price),
      volume: level.volume,
    })),
  };
}

/** Gaps of the list, and the latest one as the socket knows it: the list follows it. */
export function chartGaps(status: FeedStatus | null, known: FeedGaps): readonly ChartGap[] {
  const last = status?.lastGap ?? null;
  const gaps = new Map(known.map((gap) => [gap.from, gap]));
  if (last !== null) gaps.set(last.from, last);
  return [...gaps.values()].map(({ from, to }) => ({
    fromMs: Date.parse(from),
    toMs: to === null ? null : Date.parse(to),
  }));
}
