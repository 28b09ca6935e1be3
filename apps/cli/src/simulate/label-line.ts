/** One line of labels.jsonl: a label with decimal prices and times as decimal strings. */
import { formatTicks, type Instrument } from '@undertow/market';
import type { FeedGap, Label } from '@undertow/simulator';

export function labelLine(instrument: Instrument, symbol: string, label: Label): object {
  return {
    id: label.id,
    type: label.type,
    sub: label.sub,
    side: label.side,
    symbol,
    t0: label.t0Ns.toString(),
    t1: label.t1Ns.toString(),
    tEvident: label.tEvidentNs?.toString() ?? null,
    priceLow: formatTicks(instrument, label.priceLowTicks),
    priceHigh: formatTicks(instrument, label.priceHighTicks),
    qty: label.qty,
    agentIds: label.agentIds,
    orderIds: label.orderIds,
    params: label.params,
    observability: label.observability,
    success: label.success,
  };
}

/** A hole of the feed: a scorer leaves out what touches it. */
export function gapLine(symbol: string, gap: FeedGap, index: number): object {
  return {
    id: `gap-${index + 1}`,
    type: 'gap',
    symbol,
    t0: gap.fromNs.toString(),
    t1: gap.toNs.toString(),
  };
}
