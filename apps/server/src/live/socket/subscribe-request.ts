/** Parses the subscription of a client. */
import { type OrderFlowKind, type SubscribeMessage, subscribeMessage } from '@undertow/contracts';
import type { RawData } from 'ws';

/** The subscription in a text frame; null for anything else. */
export function parseSubscribe(data: RawData): SubscribeMessage | null {
  const text = Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString();
  try {
    return subscribeMessage.parse(JSON.parse(text));
  } catch {
    // Neither JSON nor a subscription: the caller closes the socket
    return null;
  }
}

/** Kinds by instrument, in one order: sockets of the same kinds share frames. */
export function orderFlowOf({
  orderFlow = [],
}: SubscribeMessage): ReadonlyMap<number, readonly OrderFlowKind[]> {
  return new Map(orderFlow.map(({ instrumentId, kinds }) => [instrumentId, [...new Set(kinds)].toSorted()]));
}
