/** An event for tests: an ordinary absorption of ES with whatever a test changes of it. */
import { type FlowEvent, NS_PER_MS } from '@undertow/market';

/** Raised at `detectedMs` (since 1970 UTC); it began, changed and ended at that instant, unless `changes` override it. */
export function testEvent(id: string, detectedMs: number, changes: Partial<FlowEvent> = {}): FlowEvent {
  const detectedNs = BigInt(detectedMs) * NS_PER_MS;
  return {
    id,
    type: 'absorption',
    sub: null,
    instrumentId: 1,
    side: 'bid',
    priceTicks: 18_269,
    priceLowTicks: 18_269,
    priceHighTicks: 18_269,
    size: 10,
    tier: 'L3',
    exact: false,
    confidence: 0.5,
    confidenceLow: 0.5,
    confidenceHigh: 0.5,
    score: null,
    calibrator: 'score',
    status: 'open',
    startNs: detectedNs,
    detectedNs,
    updatedNs: detectedNs,
    expiresNs: detectedNs,
    degraded: false,
    description: 'd',
    severity: 'low',
    zoneHeightTicks: null,
    evidence: {},
    ...changes,
  };
}
