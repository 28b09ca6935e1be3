/** What rests and refills: hidden tranches of each side, as far as the feed shows them. */
import { type MatchEvent, SIDE_BID } from '@undertow/market';
import { OrderClock } from '#orders/order-clock.ts';
import { HiddenFamilies, type HiddenFamily } from './institutional-families.ts';

/** Receives each hidden order that joined those like it. */
export type OnRelated = (side: number, family: HiddenFamily) => void;

export class PassiveFlow {
  readonly #clock = new OrderClock();
  readonly families = [new HiddenFamilies(), new HiddenFamilies()] as const;
  /** Contracts traded since the beginning. */
  traded = 0;
  /** High word of the id of the current order; 0 on feeds without orders. */
  #orderHi = 0;
  readonly #onRelated: OnRelated;

  constructor(onRelated: OnRelated) {
    this.#onRelated = onRelated;
  }

  familiesOf(side: number): HiddenFamilies {
    return this.families[side === SIDE_BID ? 0 : 1];
  }

  clear(): void {
    for (const families of this.families) families.clear();
    this.#clock.clear();
  }

  /** Orders that an event placed (L3). */
  readOrders(event: MatchEvent): void {
    this.#clock.read(event);
  }

  readTrades({ touched }: MatchEvent): void {
    for (let row = 0; row < touched.count; row += 1) {
      this.traded += touched.traded[row]!;
    }
  }

  /** Fills of single orders (L3). */
  readFills({ fills, timeMs }: MatchEvent): void {
    for (let fill = 0; fill < fills.count; fill += 1) {
      const before = fills.displayedBefore[fill]!;
      if (before < 0) continue;
      const side = fills.side[fill]!;
      const lo = fills.orderLo[fill]!;
      const after = fills.displayedAfter[fill]!;
      const back = after + fills.size[fill]! - before;
      const priceTicks = fills.priceTicks[fill]!;
      if (back > 0 && fills.priceAfterTicks[fill] === priceTicks) {
        const hi = fills.orderHi[fill]!;
        this.#orderHi = hi;
        this.#refill(side, lo, back, priceTicks, timeMs, this.#clock.placedMs(hi, lo));
      }
      if (after === 0) this.familiesOf(side).end(lo, timeMs);
    }
  }

  /**
   * What levels show beyond what they can (L2S): an order is known by its price alone, what it shows by its refills.
   */
  readLevels({ touched, timeMs }: MatchEvent): void {
    for (let row = 0; row < touched.count; row += 1) {
      const before = touched.before[row]!;
      const back = touched.after[row]! - before + touched.traded[row]!;
      const priceTicks = touched.priceTicks[row]!;
      if (before > 0 && back > 0)
        this.#refill(touched.side[row]!, priceTicks, back, priceTicks, timeMs, timeMs);
    }
  }

  #refill(
    side: number,
    key: number,
    back: number,
    priceTicks: number,
    timeMs: number,
    placedMs: number,
  ): void {
    const family = this.familiesOf(side).refill(key, back, priceTicks, timeMs, placedMs, this.traded);
    if (family === null) return;
    family.newestHi = this.#orderHi;
    this.#onRelated(side, family);
  }
}
