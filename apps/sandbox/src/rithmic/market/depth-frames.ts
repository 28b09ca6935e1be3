/** Depth by order on the wire: an event's changes in one message of parallel arrays, then its end. */
import { frame, type Message } from '#rithmic/messages/gateway-messages.ts';
import { DEPTH_DELETE, type DepthChange } from './depth-book.ts';
import type { WireInstrument } from './wire-instrument.ts';
import { bothTimes, gatewayTime, wirePrice } from './wire-values.ts';

export interface EventTime {
  readonly sequence: number;
  readonly exchangeNs: bigint;
  readonly nowMs: number;
}

/** A message without a single size or priority where it only deletes: servers omit empty fields. */
function changeColumns(of: WireInstrument, changes: readonly DepthChange[]): Message<'DepthByOrder'> {
  const { instrument } = of;
  const deletesOnly = changes.every(({ type }) => type === DEPTH_DELETE);
  const anyMoved = changes.some(({ priceBeforeTicks }) => priceBeforeTicks !== null);
  return {
    updateType: changes.map(({ type }) => type),
    transactionType: changes.map(({ side }) => side),
    depthPrice: changes.map(({ priceTicks }) => wirePrice(instrument, priceTicks)),
    exchangeOrderId: changes.map(({ orderId }) => orderId),
    ...(deletesOnly
      ? {}
      : {
          depthSize: changes.map(({ size }) => size),
          depthOrderPriority: changes.map(({ priority }) => priority),
        }),
    ...(anyMoved
      ? {
          prevDepthPrice: changes.map(({ priceTicks, priceBeforeTicks }) =>
            wirePrice(instrument, priceBeforeTicks ?? priceTicks),
          ),
          prevDepthPriceFlag: changes.map(({ priceBeforeTicks }) => priceBeforeTicks !== null),
        }
      : {}),
  };
}

/** The changes of one event and the end event after them. */
export function depthFrames(
  of: WireInstrument,
  changes: readonly DepthChange[],
  { sequence, exchangeNs, nowMs }: EventTime,
): readonly Uint8Array[] {
  const { symbol, exchange } = of;
  return [
    frame('DepthByOrder', {
      symbol,
      exchange,
      sequenceNumber: sequence,
      ...changeColumns(of, changes),
      ...bothTimes(exchangeNs, nowMs),
    }),
    frame('DepthByOrderEndEvent', {
      symbol: [symbol],
      exchange: [exchange],
      sequenceNumber: sequence,
      ...gatewayTime(nowMs),
    }),
  ];
}
