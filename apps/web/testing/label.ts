/** A label of the simulator that came true, for tests to change. */
import type { Label } from '@undertow/simulator';

export const ICEBERG_LABEL: Label = {
  id: 'one',
  type: 'iceberg',
  sub: 'native',
  side: 'bid',
  instrumentId: 1,
  t0Ns: 1_000_000_000n,
  t1Ns: 3_000_000_000n,
  tEvidentNs: 2_000_000_000n,
  priceLowTicks: 100,
  priceHighTicks: 102,
  qty: 10,
  agentIds: [],
  orderIds: [],
  params: {},
  observability: 'exact',
  success: true,
};
