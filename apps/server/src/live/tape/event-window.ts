/** The window around an event: what happened from 30 s before its start to 60 s after it was raised. */
import type { EvidenceValue, FlowEvent } from '@undertow/market';
import type { EventWindow } from '#ports/market-store.ts';
import { encodeEventWindow } from './event-window-codec.ts';
import type { SessionTape } from './session-tape.ts';

const BEFORE_MS = 30_000;

/**
 * Cuts the window out of the session's tape, up to `toMs`. `seen`: the event as a viewer sees it, where it is for one.
 */
export function cutEventWindow(
  tape: SessionTape,
  event: FlowEvent,
  toMs: number,
  seen: FlowEvent | null = null,
): EventWindow {
  const { instrumentId, startNs, priceLowTicks: lowTicks, priceHighTicks: highTicks } = event;
  const fromMs = Number(startNs / 1_000_000n) - BEFORE_MS;
  const { truncated, rows } = tape.evidence.cut({
    fromMs,
    toMs,
    lowTicks,
    highTicks,
    orderIds: orderIdsOf(event),
  });
  const deltas = encodeEventWindow({ instrumentId, startNs, rows });
  return { fromMs, toMs, truncated, deltas, tape: tape.cut(event, toMs, seen) };
}

/**
 * Ids of the orders that an event is based on, as its evidence names them: a list of ids, or of orders with an id each.
 */
function orderIdsOf({ evidence }: FlowEvent): readonly string[] {
  const { orderIds, orders } = evidence;
  const named: readonly EvidenceValue[] = Array.isArray(orderIds) ? orderIds : [];
  const listed: readonly EvidenceValue[] = Array.isArray(orders) ? orders : [];
  const ids = listed.map((order) =>
    typeof order === 'object' && order !== null && !Array.isArray(order)
      ? (order as { readonly [key: string]: EvidenceValue })['orderId']
      : null,
  );
  return [...named, ...ids].filter((id) => typeof id === 'string');
}
