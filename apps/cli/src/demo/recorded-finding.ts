/** What a detector emitted, as recordings of the demo hold it. */
import type { FlowEvent, RecordedFinding } from '@undertow/market';
import { NS_PER_MS, stateOf } from '@undertow/market';

const CONFIDENCE_STEPS = 1000;

const msOf = (timeNs: bigint): number => Number(timeNs / NS_PER_MS);

/** When an event last changed, milliseconds since 1970 UTC. */
export function updatedMs({ updatedNs }: FlowEvent): number {
  return msOf(updatedNs);
}

export interface FindingPlace {
  /** Short: ids of events are long. */
  readonly id: string;
  readonly knownMs: number;
  readonly endedMs: number | null;
}

export function recordedFinding(event: FlowEvent, { id, knownMs, endedMs }: FindingPlace): RecordedFinding {
  const { confidence, exact, calibrator } = event;
  const hasConfidence = exact || (calibrator !== 'score' && stateOf(event) !== 'experimental');
  return {
    knownMs,
    id,
    type: event.type,
    sub: event.sub,
    side: event.side,
    priceTicks: event.priceTicks,
    zoneHeightTicks: event.zoneHeightTicks,
    size: event.size,
    exact,
    confidence: hasConfidence ? Math.round(confidence * CONFIDENCE_STEPS) / CONFIDENCE_STEPS : null,
    startedMs: msOf(event.startNs),
    detectedMs: msOf(event.detectedNs),
    endedMs,
    description: event.description,
  };
}
