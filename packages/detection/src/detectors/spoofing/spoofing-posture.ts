/** Large orders while they rest, and what is withdrawn of them together: postures. */
import type { MatchEvent } from '@undertow/market';
import { EpisodeTable } from '#statistics/episode-table.ts';

/** Orders placed within this time of the first of them belong to one posture. */
const PLACED_TOGETHER_MS = 500;
/** Withdrawn together within this time; so long is waited before it is judged. */
export const WITHDRAWN_TOGETHER_MS = 50;
/** An order of this size again within that time was moved, not withdrawn. */
const SAME_SIZE = 0.1;
const MAX_TOGETHER = 16;
/** Left of an order after its owner shrank it: below this share it is withdrawn. */
const WITHDRAWN_SHARE = 0.2;

/** Which orders are watched; updated every 100 ms. */
export interface Watch {
  /** Orders from this size on may be a layer. */
  leastSize: number;
  /** Postures are large from here on. */
  leastTotal: number;
  /** Ticks behind the best price. */
  mostTicks: number;
  /** Fills of smaller orders are no evidence. */
  leastGenuine: number;
}

/** One large order under observation. Reused. */
export class LargeOrder {
  side = 0;
  /** Order id; on feeds of levels side and price. */
  hi = 0;
  lo = 0;
  priceTicks = 0;
  /** Most it displayed, and what was filled of it. */
  size = 0;
  filled = 0;
  placedMs = 0;
  /** Since then it rests at its price. */
  movedMs = 0;
  placedHi = 0;
  placedLo = 0;
  /** Ticks behind the best price when it was placed. */
  distance = 0;
  /** Times it was moved, by a change or by a new order in its place. */
  moves = 0;
  withdrawnMs = 0;
  withdrawnHi = 0;
  withdrawnLo = 0;
}

/** Orders of one side that were placed together and withdrawn together. Reused: valid during the call. */
export class Posture {
  side = 0;
  readonly orders: LargeOrder[] = [];

  get size(): number {
    let sum = 0;
    for (const order of this.orders) sum += order.size;
    return sum;
  }

  get filled(): number {
    let sum = 0;
    for (const order of this.orders) sum += order.filled;
    return sum;
  }

  get lowTicks(): number {
    let low = this.first.priceTicks;
    for (const order of this.orders) if (order.priceTicks < low) low = order.priceTicks;
    return low;
  }

  get highTicks(): number {
    let high = this.first.priceTicks;
    for (const order of this.orders) if (order.priceTicks > high) high = order.priceTicks;
    return high;
  }

  get placedMs(): number {
    return this.first.placedMs;
  }

  get withdrawnMs(): number {
    let at = this.first.withdrawnMs;
    for (const order of this.orders) if (order.withdrawnMs < at) at = order.withdrawnMs;
    return at;
  }

  /** The last of its orders went. */
  get goneMs(): number {
    let at = this.first.withdrawnMs;
    for (const order of this.orders) if (order.withdrawnMs > at) at = order.withdrawnMs;
    return at;
  }

  /** The last of its orders came to where it was withdrawn from. */
  get movedMs(): number {
    let at = this.first.movedMs;
    for (const order of this.orders) if (order.movedMs > at) at = order.movedMs;
    return at;
  }

  get moves(): number {
    let most = 0;
    for (const order of this.orders) if (order.moves > most) most = order.moves;
    return most;
  }

  /** Three orders at two prices or more, of like size. */
  get isLayered(): boolean {
    const { orders } = this;
    if (orders.length < 3 || this.lowTicks === this.highTicks) return false;
    const mean = this.size / orders.length;
    let squares = 0;
    for (const order of orders) squares += (order.size - mean) ** 2;
    return Math.sqrt(squares / orders.length) <= 0.5 * mean;
  }

  /** Placed first. */
  get first(): LargeOrder {
    return this.orders[0]!;
  }
}

/** Orders of one side that were withdrawn within the last 50 ms. */
class Withdrawn {
  readonly orders: LargeOrder[] = [];
  sinceMs = 0;
}

export class PostureBook {
  readonly #resting = new EpisodeTable<LargeOrder>();
  readonly #unused: LargeOrder[] = [];
  readonly #withdrawn = [new Withdrawn(), new Withdrawn()] as const;
  readonly #posture = new Posture();
  readonly #watch: Watch;
  readonly #onWithdrawn: (posture: Posture, timeMs: number) => void;

  /** `onWithdrawn` receives large postures, with the time of the call. */
  constructor(watch: Watch, onWithdrawn: (posture: Posture, timeMs: number) => void) {
    this.#watch = watch;
    this.#onWithdrawn = onWithdrawn;
  }

  find(hi: number, lo: number): LargeOrder | undefined {
    return this.#resting.size === 0 ? undefined : this.#resting.find(hi, lo);
  }

  /** A large order came to rest; it may be one that was just taken away elsewhere. */
  place(
    event: MatchEvent,
    side: number,
    priceTicks: number,
    size: number,
    hi: number,
    lo: number,
  ): LargeOrder {
    const moved = this.#takeBack(side, priceTicks, size);
    const order = moved ?? this.#unused.pop() ?? new LargeOrder();
    if (moved === undefined) {
      order.side = side;
      order.size = size;
      order.filled = 0;
      order.moves = 0;
      order.placedMs = event.timeMs;
      order.placedHi = event.timeHi;
      order.placedLo = event.timeLo;
    }
    order.hi = hi;
    order.lo = lo;
    order.priceTicks = priceTicks;
    order.movedMs = event.timeMs;
    const evicted = this.#resting.add(hi, lo, order);
    if (evicted !== undefined) this.#unused.push(evicted);
    return order;
  }

  /** Changed by its owner: another price, another size. */
  change(order: LargeOrder, event: MatchEvent, priceTicks: number, size: number): void {
    if (priceTicks !== order.priceTicks) {
      order.moves += 1;
      order.movedMs = event.timeMs;
    }
    order.priceTicks = priceTicks;
    if (size > order.size) order.size = size;
    if (size < WITHDRAWN_SHARE * (order.size - order.filled)) this.withdraw(order, event);
  }

  /** Nothing is left of it, or that is unknown: it was filled. */
  forget(order: LargeOrder): void {
    this.#resting.delete(order.hi, order.lo);
    this.#unused.push(order);
  }

  withdraw(order: LargeOrder, event: MatchEvent): void {
    this.#resting.delete(order.hi, order.lo);
    order.withdrawnMs = event.timeMs;
    order.withdrawnHi = event.timeHi;
    order.withdrawnLo = event.timeLo;
    const together = this.#withdrawnOf(order.side);
    if (together.orders.length === MAX_TOGETHER) {
      this.#unused.push(order);
      return;
    }
    if (together.orders.length === 0) together.sinceMs = event.timeMs;
    together.orders.push(order);
  }

  /** Reports what was withdrawn more than 50 ms ago. */
  settle(timeMs: number): void {
    for (let side = 0; side < 2; side += 1) {
      const together = this.#withdrawn[side]!;
      if (together.orders.length === 0 || timeMs <= together.sinceMs + WITHDRAWN_TOGETHER_MS) continue;
      this.#report(together, timeMs);
    }
  }

  clear(): void {
    for (const order of this.#resting.all()) this.#unused.push(order);
    this.#resting.clear();
    for (const together of this.#withdrawn) this.#release(together.orders);
  }

  /** An order of the same size that was taken from another price just before: its owner moved it. */
  #takeBack(side: number, priceTicks: number, size: number): LargeOrder | undefined {
    const { orders } = this.#withdrawnOf(side);
    for (let at = 0; at < orders.length; at += 1) {
      const order = orders[at]!;
      if (order.priceTicks === priceTicks || Math.abs(order.size - size) > SAME_SIZE * order.size) continue;
      order.moves += 1;
      for (let next = at; next + 1 < orders.length; next += 1) orders[next] = orders[next + 1]!;
      orders.pop();
      return order;
    }
    return undefined;
  }

  #report(together: Withdrawn, timeMs: number): void {
    const posture = this.#posture;
    const { orders } = together;
    sortByPlacing(orders);
    for (let from = 0; from < orders.length; ) {
      from = this.#gather(orders, from);
      if (this.#isLarge(posture)) this.#onWithdrawn(posture, timeMs);
    }
    posture.orders.length = 0;
    this.#release(orders);
  }

  /** Takes the orders that were placed with the current one; returns where the next ones begin. */
  #gather(orders: readonly LargeOrder[], from: number): number {
    const posture = this.#posture;
    const first = orders[from]!;
    posture.orders.length = 0;
    posture.side = first.side;
    let at = from;
    for (; at < orders.length; at += 1) {
      const order = orders[at]!;
      if (order.placedMs > first.placedMs + PLACED_TOGETHER_MS) break;
      posture.orders.push(order);
    }
    return at;
  }

  /** Layers count by their sum; of other orders only those that are large by themselves. */
  #isLarge(posture: Posture): boolean {
    const { leastTotal } = this.#watch;
    if (posture.isLayered) return posture.size >= leastTotal;
    let kept = 0;
    for (const order of posture.orders) {
      if (order.size < leastTotal) continue;
      posture.orders[kept] = order;
      kept += 1;
    }
    posture.orders.length = kept;
    return kept > 0;
  }

  #release(orders: LargeOrder[]): void {
    for (const order of orders) this.#unused.push(order);
    orders.length = 0;
  }

  #withdrawnOf(side: number): Withdrawn {
    return this.#withdrawn[side & 1]!;
  }
}

/** By insertion: few orders, no allocation. */
function sortByPlacing(orders: LargeOrder[]): void {
  for (let at = 1; at < orders.length; at += 1) {
    const order = orders[at]!;
    let to = at;
    for (; to > 0 && orders[to - 1]!.placedMs > order.placedMs; to -= 1) orders[to] = orders[to - 1]!;
    orders[to] = order;
  }
}
