/** Labels and findings of tests: one synthetic iceberg at ten, from second 10 to 20, and what may find it. */
import { NS_PER_MS } from '@undertow/market';
import type { Finding } from '#evaluation/finding.ts';
import type { TruthLabel } from '#evaluation/truth-label.ts';

/** Nanoseconds of a second of the test's session. */
export const second = (seconds: number): bigint => BigInt(Math.round(seconds * 1000)) * NS_PER_MS;

export function truthLabel(parts: Partial<TruthLabel> = {}): TruthLabel {
  return {
    id: 'label',
    type: 'iceberg',
    sub: 'synthetic',
    side: 'bid',
    symbol: 'ES',
    t0Ns: second(10),
    t1Ns: second(20),
    tEvidentNs: second(12),
    priceLowTicks: 10,
    priceHighTicks: 10,
    qty: 100,
    observability: 'strong',
    params: {},
    ...parts,
  };
}

export function findingAt(seconds: number, parts: Partial<Finding> = {}): Finding {
  return {
    id: `finding at ${seconds}`,
    type: 'iceberg',
    sub: 'synthetic',
    side: 'bid',
    symbol: 'ES',
    detectedNs: second(seconds),
    priceLowTicks: 10,
    priceHighTicks: 10,
    size: 80,
    confidence: 0.7,
    exact: false,
    degraded: false,
    ...parts,
  };
}
