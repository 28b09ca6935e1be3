/** Evidence made by hand for the tests. */
import type { EventEvidence, EvidenceDelta } from '@undertow/contracts';
import type { FlowEventType } from '@undertow/market';

export const START = '2026-11-20T16:51:41.208Z';
export const START_NS = `${Date.parse(START)}000000`;

/** A row of the window, so many milliseconds after the start. */
export function delta(offsetMs: number, change: Partial<EvidenceDelta>): EvidenceDelta {
  return {
    at: new Date(Date.parse(START) + offsetMs).toISOString(),
    offsetMs,
    action: 'trade',
    side: 'bid',
    price: '4566.50',
    size: 5,
    orderId: null,
    ...change,
  };
}

/** The evidence of an event on ES with these facts and this window. */
export function evidenceOf(
  type: FlowEventType,
  facts: EventEvidence['evidence'],
  deltas: EvidenceDelta[],
): EventEvidence {
  return {
    event: {
      id: 'e',
      instrumentId: 1,
      instrumentSymbol: 'ES',
      eventType: type,
      price: '4566.50',
      size: 1166,
      confidence: 0.81,
      metadata: {
        description: 'Bid refilled 9 times at 4566.50, 1,166 traded',
        severity: 'high',
        sub: null,
        side: 'bid',
        priceLow: '4566.50',
        priceHigh: '4566.50',
        exact: type !== 'support',
        calibrator: 'exact',
        isWithdrawn: false,
        isNew: false,
        state: 'exact',
        existence: null,
        confidenceLow: 0.7,
        confidenceHigh: 0.9,
        status: 'open',
        degraded: false,
        perDay: 1,
        startedAt: START,
        updatedAt: new Date(Date.parse(START) + 13_809).toISOString(),
      },
      detectedAt: START,
      expiresAt: START,
    },
    evidence: facts,
    rules: [],
    window: { from: START, to: START, truncated: false, withheld: null, deltas },
    dataQuality: { tier: 'L3', source: 'simulated', degraded: false, gapsToday: 0 },
    market: 'platform',
  };
}
