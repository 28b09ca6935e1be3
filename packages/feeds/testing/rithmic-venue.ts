/** A venue for tests: bids as an exchange keeps them, sent in messages of the gateway, with the book after each event. */
import { type Instrument, instrumentBySymbol, type OrderBook, SIDE_BID } from '@undertow/market';
import type { RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { priceOf } from '#rithmic/wire/wire-price.ts';

export const ES = instrumentBySymbol('ES') as Instrument;
export const BASE_TICKS = 18_268;
export const SECONDS = 1_780_000_000;

export interface Resting {
  readonly id: number;
  readonly price: number;
  size: number;
  readonly priority: number;
}
interface Sent {
  readonly prices: readonly number[];
  readonly print: RithmicMessage<'LastTrade'> | null;
  readonly frame: RithmicMessage<'DepthByOrder'>;
}

const timeOf = (event: number) => ({ sourceSsboe: SECONDS, sourceNsecs: event });
export const wirePrice = (price: number) => priceOf(ES, BASE_TICKS + price);

/** Bids as an exchange keeps them: price-time priority, a place lost by more size, another price or a refill. */
export class Venue {
  /** The resting orders after each event, in the order of their priorities. */
  readonly states: (readonly Resting[])[] = [[]];
  readonly sent: Sent[] = [];
  #orders: Resting[] = [];
  #made = 0;

  do(kind: number, pick: number, price: number, size: number): void {
    const order = this.#orders[pick % Math.max(1, this.#orders.length)];
    if (order === undefined || kind === 0) this.#send(1, null, { id: this.#made, price, size }, null);
    else if (kind === 1) this.#send(2, order, { ...order, size }, null);
    else if (kind === 2) this.#send(2, order, { ...order, price }, null);
    else if (kind === 3) this.#send(3, order, null, null);
    else {
      const filled = Math.min(size, order.size);
      const left = kind === 4 ? order.size - filled : order.size;
      this.#send(left === 0 ? 3 : 2, order, left === 0 ? null : { ...order, size: left }, filled);
    }
  }

  #send(
    type: number,
    before: Resting | null,
    after: Omit<Resting, 'priority'> | null,
    filled: number | null,
  ): void {
    const event = this.states.length;
    this.#made += 1;
    const shown = (before?.size ?? 0) - (filled ?? 0);
    const isPlaced = before !== null && after?.price === before.price && after.size <= shown;
    const rest = this.#orders.filter(({ id }) => id !== before?.id);
    if (after !== null) rest.push({ ...after, priority: isPlaced ? before.priority : event });
    this.#orders = rest.sort((a, b) => a.priority - b.priority);
    this.states.push(this.#orders);
    const { id, price, size } = { ...(before as Resting), ...after };
    this.sent.push({
      prices: [before?.price ?? price, price],
      print: filled === null || before === null ? null : printOf(event, before, filled),
      frame: {
        ...timeOf(event),
        updateType: [type],
        transactionType: [1],
        depthPrice: [wirePrice(price)],
        exchangeOrderId: [String(id + 1)],
        ...(type === 3 ? {} : { depthSize: [size] }),
      },
    });
  }
}

function printOf(event: number, { id, price }: Resting, size: number): RithmicMessage<'LastTrade'> {
  return {
    ...timeOf(event),
    presenceBits: 1,
    tradePrice: wirePrice(price),
    tradeSize: size,
    aggressor: 2,
    exchangeOrderId: String(id + 1),
    volume: event,
  };
}

/** Number and size of each order of a price, in queue order. */
export function queueAt(book: OrderBook, price: number): readonly string[] {
  const queue: string[] = [];
  for (let slot = book.firstOrder(SIDE_BID, BASE_TICKS + price); slot >= 0; slot = book.nextOrder(slot))
    queue.push(`${book.orderLo(slot) - 1}:${book.orderSize(slot)}`);
  return queue;
}
