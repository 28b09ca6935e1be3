/** Reads the parallel arrays of a book-by-order message as changes of single orders. */
import { type Instrument, NO_PRICE, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import type { RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { ORDER_CHANGE, ORDER_DELETE, ORDER_NEW, WIRE_BUY, WIRE_SELL } from '#rithmic/wire/update-bits.ts';
import { NO_ID, type SplitId, splitId, ticksOf } from '#rithmic/wire/wire-price.ts';

/** `SIDE_NONE`, `NO_PRICE` and 0 where the message leaves the field out. */
export interface OrderChange {
  readonly kind: 'new' | 'change' | 'delete';
  readonly id: SplitId;
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
}

/** Null where the message is invalid: the book can no longer be followed. */
export function changesOf(
  instrument: Instrument,
  message: RithmicMessage<'DepthByOrder'>,
): readonly OrderChange[] | null {
  const kinds: readonly number[] = message.updateType ?? [];
  const reads = {
    id: reader(message.exchangeOrderId, kinds),
    side: reader(message.transactionType, kinds),
    price: reader(message.depthPrice, kinds),
    size: reader(message.depthSize, kinds),
  };
  const changes: OrderChange[] = [];
  for (let index = 0; index < kinds.length; index += 1) {
    const kind = kindOf(kinds[index]);
    if (kind === null) return null;
    const price = reads.price(index);
    const change: OrderChange = {
      kind,
      id: splitId(reads.id(index)),
      side: sideOf(reads.side(index)),
      priceTicks: ticksOf(instrument, price),
      size: reads.size(index) ?? 0,
    };
    const isOffTick = price !== undefined && change.priceTicks === NO_PRICE && kind !== 'delete';
    if (change.id === NO_ID || isOffTick || change.size < 0) return null;
    // A new order without side, price or size cannot be placed
    if (kind === 'new' && !isComplete(change)) return null;
    changes.push(change);
  }
  return changes;
}

/** Whether it has every field of a new order. */
export function isComplete({ side, priceTicks, size }: OrderChange): boolean {
  return side !== SIDE_NONE && priceTicks !== NO_PRICE && size > 0;
}

/**
 * Reads an array by the index of the event. One that is shorter left its entries out for orders that are deleted;
 * where its length does not match, what is there belongs to the first events.
 */
function reader<T>(
  values: readonly T[] | undefined,
  kinds: readonly number[],
): (index: number) => T | undefined {
  if (values === undefined) return () => undefined;
  const kept = kinds.filter((kind) => kind !== ORDER_DELETE).length;
  if (values.length === kinds.length || values.length !== kept) return (index) => values[index];
  const places: (number | undefined)[] = [];
  let place = 0;
  for (const kind of kinds) {
    places.push(kind === ORDER_DELETE ? undefined : place);
    if (kind !== ORDER_DELETE) place += 1;
  }
  return (index) => {
    const at = places[index];
    return at === undefined ? undefined : values[at];
  };
}

function kindOf(updateType: number | undefined): OrderChange['kind'] | null {
  if (updateType === ORDER_NEW) return 'new';
  if (updateType === ORDER_CHANGE) return 'change';
  return updateType === ORDER_DELETE ? 'delete' : null;
}

export function sideOf(wireSide: number | undefined): number {
  if (wireSide === WIRE_BUY) return SIDE_BID;
  return wireSide === WIRE_SELL ? SIDE_ASK : SIDE_NONE;
}
