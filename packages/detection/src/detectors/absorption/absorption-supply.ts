/**
 * Who gives what trades against one side: orders that refill themselves, and the same size posted again after a fill.
 */
import { CHANGE_ADD, type MatchEvent, ROUND_AUCTION } from '@undertow/market';
import type { ZoneVisits } from './zone-visits.ts';

/** Orders remembered, by the last bits of their ids: an older one gives way. */
const ORDERS = 2048;
const ORDER_MASK = ORDERS - 1;
/** Orders used up lately, of which the next post may be the continuation. */
const SPENT = 16;
/** A post this long after an order was used up may be by the same trader. */
const REPOST_MS = 150;
/** And is like it in size: slices differ by design. */
const SIZE_TOLERANCE = 0.35;
/** The size of a single contract carries no information. */
const MIN_REPOST = 2;
/** The second post in a row counts: one alone is often chance. */
const MIN_LINKS = 2;
/** Orders entered together at one price are one post in parts. */
const TOGETHER_MS = 0.5;

/** Native refills are exact; reposts are likely at best, so they are counted separately. Nothing is allocated per event. */
export class AbsorptionSupply {
  readonly #side: number;
  readonly #visits: ZoneVisits;
  readonly #hi = new Int32Array(ORDERS);
  readonly #lo = new Int32Array(ORDERS);
  /**
   * Contracts given by the order, by all of its line of posts, how many posts that line has, and whether it refilled.
   */
  readonly #own = new Int32Array(ORDERS);
  readonly #line = new Int32Array(ORDERS);
  readonly #links = new Int32Array(ORDERS);
  readonly #refills = new Int32Array(ORDERS);
  readonly #spentMs = new Float64Array(SPENT).fill(Number.NEGATIVE_INFINITY);
  readonly #spentPrice = new Int32Array(SPENT);
  readonly #spentSize = new Int32Array(SPENT);
  readonly #spentLine = new Int32Array(SPENT);
  readonly #spentLinks = new Int32Array(SPENT);
  #spentCount = 0;
  #lastSpentMs = Number.NEGATIVE_INFINITY;

  #lastPostMs = Number.NEGATIVE_INFINITY;
  #lastPostPrice = 0;
  #lastPostHi = 0;
  #lastPostLo = 0;

  /** What is given at a price is added to the visits. */
  constructor(side: number, visits: ZoneVisits) {
    this.#side = side;
    this.#visits = visits;
  }

  /** Feeds without orders: contracts that are at a level although they should be gone came from hidden parts. */
  followLevels({ touched }: MatchEvent): void {
    for (let row = 0; row < touched.count; row += 1) {
      if (touched.side[row] !== this.#side) continue;
      const traded = touched.traded[row]!;
      const back = touched.after[row]! - touched.before[row]! + traded;
      if (back > 0 && traded > 0) this.#visits.addRefilled(touched.priceTicks[row]!, Math.min(back, traded));
    }
  }

  followOrders(event: MatchEvent): void {
    if (event.changes.count > 0) this.#followPosts(event);
    if (event.rounds.count > 0 && event.rounds.kind[0] !== ROUND_AUCTION) this.#followFills(event);
  }

  /** Contracts by the line of posts that an order belongs to. */
  lineOf(orderHi: number, orderLo: number): number {
    const slot = orderLo & ORDER_MASK;
    return this.#lo[slot] === orderLo && this.#hi[slot] === orderHi ? this.#line[slot]! : 0;
  }

  clear(): void {
    this.#spentMs.fill(Number.NEGATIVE_INFINITY);
    this.#lastSpentMs = Number.NEGATIVE_INFINITY;
  }

  #followFills({ fills, timeMs }: MatchEvent): void {
    for (let row = 0; row < fills.count; row += 1) {
      if (fills.side[row] !== this.#side) continue;
      const slot = this.#slotOf(fills.orderHi[row]!, fills.orderLo[row]!);
      const size = fills.size[row]!;
      const priceTicks = fills.priceTicks[row]!;
      const after = fills.displayedAfter[row]!;
      const before = fills.displayedBefore[row]!;
      this.#own[slot]! += size;
      this.#line[slot]! += size;
      if (this.#refills[slot] === 1) this.#visits.addRefilled(priceTicks, size);
      else if (before >= 0 && after > Math.max(0, before - size)) {
        // What it gave before its first refill came from the same trader.
        this.#refills[slot] = 1;
        this.#visits.addRefilled(priceTicks, this.#own[slot]!);
      } else if (this.#links[slot]! >= MIN_LINKS) this.#visits.addReposted(priceTicks, size);
      if (after === 0) this.#spend(slot, priceTicks, timeMs);
    }
  }

  /** The slot of an order, made its own when another had it. */
  #slotOf(orderHi: number, orderLo: number): number {
    const slot = orderLo & ORDER_MASK;
    if (this.#lo[slot] !== orderLo || this.#hi[slot] !== orderHi) this.#claim(slot, orderHi, orderLo);
    return slot;
  }

  #claim(slot: number, orderHi: number, orderLo: number): void {
    this.#hi[slot] = orderHi;
    this.#lo[slot] = orderLo;
    this.#own[slot] = 0;
    this.#line[slot] = 0;
    this.#links[slot] = 0;
    this.#refills[slot] = 0;
  }

  #spend(slot: number, priceTicks: number, timeMs: number): void {
    const own = this.#own[slot]!;
    if (own < MIN_REPOST) return;
    const at = this.#spentCount % SPENT;
    this.#spentMs[at] = timeMs;
    this.#spentPrice[at] = priceTicks;
    this.#spentSize[at] = own;
    this.#spentLine[at] = this.#line[slot]!;
    this.#spentLinks[at] = this.#links[slot]!;
    this.#spentCount += 1;
    this.#lastSpentMs = timeMs;
  }

  #followPosts({ changes, timeMs }: MatchEvent): void {
    for (let row = 0; row < changes.count; row += 1) {
      if (changes.kind[row] !== CHANGE_ADD || changes.side[row] !== this.#side) continue;
      const size = changes.sizeAfter[row]!;
      if (size < MIN_REPOST) continue;
      this.#post(changes.orderHi[row]!, changes.orderLo[row]!, changes.priceAfterTicks[row]!, size, timeMs);
    }
  }

  #post(orderHi: number, orderLo: number, priceTicks: number, size: number, timeMs: number): void {
    const isTogether = priceTicks === this.#lastPostPrice && timeMs - this.#lastPostMs <= TOGETHER_MS;
    const at = timeMs - this.#lastSpentMs <= REPOST_MS ? this.#continued(priceTicks, size, timeMs) : -1;
    if (at >= 0) {
      const slot = orderLo & ORDER_MASK;
      this.#claim(slot, orderHi, orderLo);
      this.#line[slot] = this.#spentLine[at]!;
      this.#links[slot] = this.#spentLinks[at]! + 1;
      // It has its continuation.
      this.#spentMs[at] = Number.NEGATIVE_INFINITY;
    } else if (isTogether) {
      this.#links[this.#slotOf(orderHi, orderLo)] = MIN_LINKS;
      this.#links[this.#slotOf(this.#lastPostHi, this.#lastPostLo)] = MIN_LINKS;
    }
    this.#lastPostMs = timeMs;
    this.#lastPostPrice = priceTicks;
    this.#lastPostHi = orderHi;
    this.#lastPostLo = orderLo;
  }

  /** The used-up order that a post continues: of the longest line where several fit; -1 when none does. */
  #continued(priceTicks: number, size: number, timeMs: number): number {
    let best = -1;
    for (let at = 0; at < SPENT; at += 1) {
      if (this.#spentPrice[at] !== priceTicks || timeMs - this.#spentMs[at]! > REPOST_MS) continue;
      const spent = this.#spentSize[at]!;
      if (Math.abs(size - spent) > SIZE_TOLERANCE * Math.max(size, spent)) continue;
      if (best < 0 || this.#spentLine[at]! > this.#spentLine[best]!) best = at;
    }
    return best;
  }
}
