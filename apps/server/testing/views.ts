/** Facts for tests of views: updates, bars and events with only what a test is about. */
import { type ContractBar, epochMs, type FlowEvent } from '@undertow/market';
import type { InstrumentUpdate } from '#ports/bus.ts';

export function makeBar(startMs: number, closeTicks: number, volume = 10): ContractBar {
  return {
    startMs,
    contract: 'ESZ6',
    openTicks: closeTicks,
    highTicks: closeTicks + 1,
    lowTicks: closeTicks - 1,
    closeTicks,
    volume,
    buyVolume: volume,
    sellVolume: 0,
    trades: volume,
    vwapTicks: closeTicks,
  };
}

export function makeUpdate(asOfMs: number, changes: Partial<InstrumentUpdate> = {}): InstrumentUpdate {
  return {
    instrumentId: 1,
    source: 'simulated',
    run: 'tape',
    contract: 'ESZ6',
    sequence: asOfMs,
    asOfMs: epochMs(asOfMs),
    backfill: false,
    marketMs: epochMs(asOfMs),
    newsFromMs: epochMs(changes.backfill === true ? asOfMs + 1 : 0),
    closedBars: [],
    formingBar: null,
    traded: null,
    book: null,
    depth: null,
    prints: null,
    events: [],
    patterns: [],
    trackRows: [],
    facts: null,
    status: null,
    ...changes,
  };
}

export function makeEvent(id: string, detectedMs: number, changes: Partial<FlowEvent> = {}): FlowEvent {
  const detectedNs = BigInt(detectedMs) * 1_000_000n;
  return {
    id,
    type: 'iceberg',
    sub: 'native',
    instrumentId: 1,
    side: 'bid',
    priceTicks: 20_000,
    priceLowTicks: 20_000,
    priceHighTicks: 20_000,
    size: 45,
    tier: 'L3',
    exact: true,
    confidence: 1,
    confidenceLow: 1,
    confidenceHigh: 1,
    score: null,
    calibrator: 'exact',
    status: 'open',
    startNs: detectedNs,
    detectedNs,
    updatedNs: detectedNs,
    expiresNs: detectedNs + 120_000_000_000n,
    degraded: false,
    description: 'Bid refilled 9 times at 5000.00, 45 traded',
    severity: 'high',
    zoneHeightTicks: 1,
    evidence: { refills: 9, startNs: '1' },
    ...changes,
  };
}
