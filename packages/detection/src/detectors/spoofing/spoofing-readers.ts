/** Where large orders, fills and withdrawals come from: orders, or what levels gained and lost. */
import {
  CHANGE_ADD,
  CHANGE_CANCEL,
  type MatchEvent,
  NO_PRICE,
  SIDE_BID,
  type TouchedColumns,
} from '@undertow/market';
import { LevelSteps } from '#orders/level-steps.ts';
import { RecentOrders } from '#orders/recent-orders.ts';
import type { MarketView } from '#view/market-view.ts';
import type { PostureBook, Watch } from './spoofing-posture.ts';
import { PartlyFilled } from './spoofing-remainders.ts';
import type { Surroundings } from './spoofing-surroundings.ts';

export interface PostureReader {
  read(event: MatchEvent, view: MarketView): void;
  clear(): void;
}

/** Ticks behind the best price of the side after the event. */
function distanceOf(view: MarketView, side: number, priceTicks: number): number {
  const { bestBidTicks, bestAskTicks } = view.market.book;
  const best = side === SIDE_BID ? bestBidTicks : bestAskTicks;
  if (best === NO_PRICE) return Number.POSITIVE_INFINITY;
  return Math.max(0, side === SIDE_BID ? best - priceTicks : priceTicks - best);
}

export class OrderPostureReader implements PostureReader {
  readonly #postures: PostureBook;
  readonly #surroundings: Surroundings;
  readonly #watch: Watch;
  readonly #recent = new RecentOrders();
  readonly #partly = new PartlyFilled();
  readonly #resting = { side: 0, size: 0, placed: 0, isDone: false };

  constructor(postures: PostureBook, surroundings: Surroundings, watch: Watch) {
    this.#postures = postures;
    this.#surroundings = surroundings;
    this.#watch = watch;
  }

  read(event: MatchEvent, view: MarketView): void {
    if (event.rounds.count > 0) this.#readFills(event);
    if (event.changes.count > 0) this.#readChanges(event, view);
  }

  clear(): void {
    this.#recent.clear();
    this.#partly.clear();
  }

  #readFills(event: MatchEvent): void {
    const { fills } = event;
    const resting = this.#resting;
    for (let fill = 0; fill < fills.count; fill += 1) {
      const hi = fills.orderHi[fill]!;
      const lo = fills.orderLo[fill]!;
      const size = fills.size[fill]!;
      resting.side = fills.side[fill]!;
      resting.size = size;
      resting.placed = this.#recent.sizeOf(hi, lo) || fills.displayedBefore[fill]!;
      resting.isDone = fills.removed[fill] === 1;
      this.#surroundings.noteFill(event, resting);
      if (!resting.isDone) this.#partly.note(hi, lo, event.timeMs);
      const order = this.#postures.find(hi, lo);
      if (order === undefined) continue;
      order.filled += size;
      if (resting.isDone) this.#postures.forget(order);
    }
  }

  #readChanges(event: MatchEvent, view: MarketView): void {
    const { changes } = event;
    for (let change = 0; change < changes.count; change += 1) {
      const kind = changes.kind[change]!;
      if (kind === CHANGE_ADD) {
        this.#recent.note(event, change);
        if (changes.sizeAfter[change]! >= this.#watch.leastSize) this.#readOrder(event, change, view);
        continue;
      }
      this.#readChange(event, change);
    }
  }

  #readChange(event: MatchEvent, change: number): void {
    const { changes, rounds } = event;
    const isGone = changes.kind[change] === CHANGE_CANCEL && changes.sizeAfter[change] === 0;
    // What a trade takes from an order is no act of its owner.
    const isOwners = rounds.count === 0;
    const hi = changes.orderHi[change]!;
    const lo = changes.orderLo[change]!;
    if (isGone && isOwners) {
      const side = changes.side[change]!;
      this.#surroundings.noteCancel(event, side);
      const sinceMs = this.#partly.since(hi, lo, event.timeMs);
      if (sinceMs !== Number.POSITIVE_INFINITY)
        this.#surroundings.noteRemainder(event, side, this.#recent.sizeOf(hi, lo), sinceMs);
    }
    const order = this.#postures.find(hi, lo);
    if (order === undefined) return;
    if (isGone) {
      this.#postures.withdraw(order, event);
    } else if (isOwners) {
      const priceTicks = changes.priceAfterTicks[change]!;
      this.#postures.change(order, event, priceTicks, changes.sizeAfter[change]!);
    }
  }

  #readOrder(event: MatchEvent, change: number, view: MarketView): void {
    const { changes } = event;
    const side = changes.side[change]!;
    const priceTicks = changes.priceAfterTicks[change]!;
    const distance = distanceOf(view, side, priceTicks);
    if (distance > this.#watch.mostTicks) return;
    const hi = changes.orderHi[change]!;
    const lo = changes.orderLo[change]!;
    if (this.#postures.find(hi, lo) !== undefined) return;
    const order = this.#postures.place(event, side, priceTicks, changes.sizeAfter[change]!, hi, lo);
    if (order.moves === 0) order.distance = distance;
  }
}

/** A jump of a level represents an order; what it is made of, and whether it moves, cannot be seen. */
export class LevelPostureReader implements PostureReader {
  readonly #postures: PostureBook;
  readonly #surroundings: Surroundings;
  readonly #watch: Watch;
  readonly #steps = new LevelSteps();
  readonly #resting = { side: 0, size: 0, placed: 0, isDone: true };

  constructor(postures: PostureBook, surroundings: Surroundings, watch: Watch) {
    this.#postures = postures;
    this.#surroundings = surroundings;
    this.#watch = watch;
  }

  read(event: MatchEvent, view: MarketView): void {
    this.#steps.read(view.market.book);
    if (event.rounds.count > 0) this.#readTrades(event);
    const steps = this.#steps;
    for (let step = 0; step < steps.count; step += 1) {
      const side = steps.side[step]!;
      const priceTicks = steps.priceTicks[step]!;
      const change = steps.after[step]! - steps.before[step]!;
      if (isTraded(event.touched, side, priceTicks)) continue;
      if (change >= this.#watch.leastSize) this.#readJump(event, view, side, priceTicks, change);
      else if (change < 0) this.#readFall(event, side, priceTicks, -change);
    }
  }

  clear(): void {
    this.#steps.clear();
  }

  #readTrades(event: MatchEvent): void {
    const { touched } = event;
    for (let level = 0; level < touched.count; level += 1) {
      const side = touched.side[level]!;
      const priceTicks = touched.priceTicks[level]!;
      const traded = touched.traded[level]!;
      // Levels do not show whether an order was filled to its end.
      if (traded > 0) this.#noteTraded(event, side, traded);
      const order = this.#postures.find(side, priceTicks);
      if (order === undefined) continue;
      // What queued before it is filled first.
      order.filled = Math.max(order.filled, order.size - touched.after[level]!);
      if (touched.after[level] === 0) this.#postures.forget(order);
    }
  }

  #noteTraded(event: MatchEvent, side: number, traded: number): void {
    const resting = this.#resting;
    resting.side = side;
    resting.size = traded;
    resting.placed = traded;
    this.#surroundings.noteFill(event, resting);
  }

  #readJump(event: MatchEvent, view: MarketView, side: number, priceTicks: number, size: number): void {
    const distance = distanceOf(view, side, priceTicks);
    if (distance > this.#watch.mostTicks) return;
    const known = this.#postures.find(side, priceTicks);
    if (known !== undefined) {
      if (size <= known.size) return;
      this.#postures.forget(known);
    }
    const order = this.#postures.place(event, side, priceTicks, size, side, priceTicks);
    if (order.moves === 0) order.distance = distance;
  }

  #readFall(event: MatchEvent, side: number, priceTicks: number, size: number): void {
    this.#surroundings.noteCancel(event, side);
    const order = this.#postures.find(side, priceTicks);
    if (order !== undefined && size >= 0.8 * (order.size - order.filled))
      this.#postures.withdraw(order, event);
  }
}

function isTraded(touched: TouchedColumns, side: number, priceTicks: number): boolean {
  for (let level = 0; level < touched.count; level += 1) {
    if (touched.side[level] === side && touched.priceTicks[level] === priceTicks) return true;
  }
  return false;
}
