/** Books that a test rebuilds from messages alone, to compare with the gateway's own. */

import type { BookLevel } from '#rithmic/market/depth-book.ts';
import type { GatewayBook } from '#rithmic/market/market-floor.ts';
import type { Message } from '#rithmic/messages/gateway-messages.ts';

const BUY = 1;
const NEW = 1;
const CHANGE = 2;

interface Order {
  readonly side: number;
  readonly ticks: number;
  readonly size: number;
  readonly priority: number;
}

/** Every order, joined from a snapshot and the updates after it. */
export class ClientOrders {
  sequence = 0;
  readonly orders = new Map<string, Order>();
  readonly #tick: number;

  constructor(tick: number) {
    this.#tick = tick;
  }

  /** The whole snapshot: rows and the end, which has none. */
  take(rows: readonly Message<'ResponseDepthByOrderSnapshot'>[]): void {
    for (const row of rows) {
      this.sequence = row.sequenceNumber ?? this.sequence;
      row.exchangeOrderId?.forEach((id, n) => {
        this.orders.set(id, {
          side: row.depthSide ?? 0,
          ticks: this.#ticks(row.depthPrice),
          size: row.depthSize?.[n] ?? 0,
          priority: row.depthOrderPriority?.[n] ?? 0,
        });
      });
    }
  }

  /** Applies an event that is later than what was seen; earlier ones were applied already. */
  apply(event: Message<'DepthByOrder'>): void {
    const sequence = event.sequenceNumber ?? 0;
    if (sequence <= this.sequence) return;
    this.sequence = sequence;
    event.exchangeOrderId?.forEach((id, n) => {
      const type = event.updateType?.[n];
      if (type === NEW || type === CHANGE) this.#set(event, id, n);
      else if (!this.orders.delete(id)) throw new Error(`order ${id} is deleted, but was never there`);
    });
  }

  #set(event: Message<'DepthByOrder'>, id: string, n: number): void {
    const known = this.orders.get(id);
    if ((known === undefined) !== (event.updateType?.[n] === NEW))
      throw new Error(`order ${id}: its update type does not fit what is known of it`);
    const ticks = this.#ticks(event.depthPrice?.[n]);
    const moved = event.prevDepthPriceFlag?.[n] === true;
    const before = moved ? this.#ticks(event.prevDepthPrice?.[n]) : ticks;
    if (known !== undefined && known.ticks !== before)
      throw new Error(`order ${id} was not at its reported previous price`);
    this.orders.set(id, {
      side: event.transactionType?.[n] ?? 0,
      ticks,
      size: event.depthSize?.[n] ?? 0,
      priority: event.depthOrderPriority?.[n] ?? 0,
    });
  }

  /** Levels with their queues by priority, in the form of the gateway's own. */
  book(): GatewayBook {
    const levels = new Map<string, BookLevel & { readonly side: number }>();
    for (const [orderId, { side, ticks, size, priority }] of this.orders) {
      const level = levels.get(`${side} ${ticks}`) ?? { side, priceTicks: ticks, size: 0, orders: [] };
      const orders = [...level.orders, { orderId, size, priority }];
      levels.set(`${side} ${ticks}`, { ...level, size: level.size + size, orders });
    }
    const sideOf = (wanted: number) =>
      [...levels.values()]
        .filter(({ side }) => side === wanted)
        .sort((a, b) => (wanted === BUY ? b.priceTicks - a.priceTicks : a.priceTicks - b.priceTicks))
        .map(({ priceTicks, size, orders }) => ({
          priceTicks,
          size,
          orders: orders.toSorted((a, b) => a.priority - b.priority),
        }));
    return { sequence: this.sequence, bids: sideOf(BUY), asks: sideOf(2) };
  }

  #ticks(price = Number.NaN): number {
    return Math.round(price / this.#tick);
  }
}

/** Sizes by price of both sides, from order book messages. */
export class ClientLevels {
  readonly bids = new Map<number, number>();
  readonly asks = new Map<number, number>();
  /** True after an image, an end or a single-message update. */
  isWhole = false;
  readonly #tick: number;

  constructor(tick: number) {
    this.#tick = tick;
  }

  apply(update: Message<'OrderBook'>): void {
    const type = update.updateType ?? 0;
    if (type <= 3) {
      this.bids.clear();
      this.asks.clear();
    }
    if (type === 5 && this.isWhole) throw new Error('a middle came without a begin');
    this.#set(this.bids, update.bidPrice, update.bidSize);
    this.#set(this.asks, update.askPrice, update.askSize);
    this.isWhole = type === 3 || type === 6 || type === 7;
  }

  #set(levels: Map<number, number>, prices: readonly number[] = [], sizes: readonly number[] = []): void {
    prices.forEach((price, n) => {
      const ticks = Math.round(price / this.#tick);
      const size = sizes[n] ?? 0;
      if (size === 0) levels.delete(ticks);
      else levels.set(ticks, size);
    });
  }
}

/** Sizes by price of one side of the gateway's book. */
export const sizesOf = (levels: readonly BookLevel[]): ReadonlyMap<number, number> =>
  new Map(levels.map(({ priceTicks, size }) => [priceTicks, size]));
