/**
 * What happens around a posture: fills of resting orders, rests of orders that were given up, withdrawals of others, by
 * side.
 */
import { type MatchEvent, MINUTE_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { DecayedMean } from '#statistics/decayed-mean.ts';

const FILLS = 256;
const CANCELS = 128;
const REMAINDERS = 16;
const HALF_LIFE_MS = 10 * MINUTE_MS;
const EVERY_MS = 1000;
/** Over which the pace of the moment is counted. */
const LATELY_MS = 1000;
/** Small orders that were filled within this time before a withdrawal may be the one it answers. */
const ANSWERED_MS = 100;
/** Sizes of small orders are distinguished up to here. */
const SIZES = 31;

class SideOfMarket {
  readonly fillTimes = new Float64Array(FILLS).fill(Number.NEGATIVE_INFINITY);
  readonly fillSizes = new Int32Array(FILLS);
  /** Contracts the filled order was placed with, and whether nothing of it was left. */
  readonly fillPlaced = new Int32Array(FILLS);
  readonly fillDone = new Uint8Array(FILLS);
  fills = 0;
  readonly cancelTimes = new Float64Array(CANCELS).fill(Number.NEGATIVE_INFINITY);
  cancels = 0;
  readonly remainderTimes = new Float64Array(REMAINDERS).fill(Number.NEGATIVE_INFINITY);
  /** Contracts the order was placed with, and milliseconds from its last fill to its end. */
  readonly remainderPlaced = new Int32Array(REMAINDERS);
  readonly remainderLags = new Float64Array(REMAINDERS);
  remainders = 0;
  readonly cancelsASecond = new DecayedMean(HALF_LIFE_MS);
  cancelsSince = 0;
}

/** What was filled of resting orders, in one match event. */
export interface RestingFill {
  readonly side: number;
  readonly size: number;
  /** Contracts the order was placed with. */
  readonly placed: number;
  /** Nothing of the order is left. */
  readonly isDone: boolean;
}

/** Which fills may be the ones that a withdrawal answers. */
export interface FillSearch {
  /** Side of the posture: fills of the other side are looked for. */
  readonly side: number;
  /** Orders of more contracts are no small genuine orders. */
  readonly most: number;
  /** Orders of fewer contracts are filled all the time: a partial fill carries no information. */
  readonly least: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** What was filled opposite to a posture. Reused. */
export interface OppositeFills {
  /**
   * Milliseconds from the last fill of a small order, of any part of it, to the withdrawal; Infinity when there was
   * none.
   */
  lagMs: number;
  /** The same for the last small order that was filled to its end. */
  doneLagMs: number;
  /**
   * Sizes of the small orders that were filled to their end just before: bit n for n contracts, the last bit for more.
   */
  doneSizes: number;
  /** Contracts of the last fill. */
  contracts: number;
}

export class Surroundings {
  readonly #bids = new SideOfMarket();
  readonly #asks = new SideOfMarket();
  readonly #opposite: OppositeFills = { lagMs: 0, doneLagMs: 0, doneSizes: 0, contracts: 0 };
  #dueMs = Number.NaN;

  /** A resting order was filled. */
  noteFill(event: MatchEvent, { side, size, placed, isDone }: RestingFill): void {
    const market = this.#of(side);
    const at = market.fills % FILLS;
    market.fills += 1;
    market.fillTimes[at] = event.timeMs;
    market.fillSizes[at] = size;
    market.fillPlaced[at] = placed;
    market.fillDone[at] = isDone ? 1 : 0;
  }

  noteCancel(event: MatchEvent, side: number): void {
    const market = this.#of(side);
    market.cancelTimes[market.cancels % CANCELS] = event.timeMs;
    market.cancels += 1;
    market.cancelsSince += 1;
  }

  /** The rest of an order that had traded in part was given up by its owner. */
  noteRemainder(event: MatchEvent, side: number, placed: number, sinceMs: number): void {
    const market = this.#of(side);
    const at = market.remainders % REMAINDERS;
    market.remainderTimes[at] = event.timeMs;
    market.remainderPlaced[at] = placed;
    market.remainderLags[at] = sinceMs;
    market.remainders += 1;
  }

  onClock(timeMs: number): void {
    if (timeMs < this.#dueMs) return;
    if (!Number.isNaN(this.#dueMs)) {
      this.#closeSecond(this.#bids, timeMs);
      this.#closeSecond(this.#asks, timeMs);
    }
    this.#dueMs = timeMs + EVERY_MS;
  }

  clear(): void {
    for (const market of [this.#bids, this.#asks]) {
      market.fillTimes.fill(Number.NEGATIVE_INFINITY);
      market.cancelTimes.fill(Number.NEGATIVE_INFINITY);
      market.remainderTimes.fill(Number.NEGATIVE_INFINITY);
    }
  }

  /** Fills of small orders of the other side while something rested. */
  oppositeFills(search: FillSearch): OppositeFills {
    const opposite = this.#opposite;
    const market = this.#of(SIDE_BID + SIDE_ASK - search.side);
    opposite.lagMs = Number.POSITIVE_INFINITY;
    opposite.doneLagMs = Number.POSITIVE_INFINITY;
    for (let at = 0; at < FILLS; at += 1) {
      const lagMs = lagOf(market, at, search);
      if (lagMs === Number.POSITIVE_INFINITY) continue;
      if (market.fillDone[at] === 1) opposite.doneLagMs = Math.min(opposite.doneLagMs, lagMs);
      if (market.fillPlaced[at]! >= search.least) opposite.lagMs = Math.min(opposite.lagMs, lagMs);
    }
    this.#sumUp(market, search);
    return opposite;
  }

  /** Milliseconds from an instant to the first fill of a side within a time after it; Infinity without one. */
  fillAfter(side: number, fromMs: number, withinMs: number): number {
    const market = this.#of(side);
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < FILLS; at += 1) {
      const passed = market.fillTimes[at]! - fromMs;
      if (passed >= 0 && passed <= withinMs && passed < least) least = passed;
    }
    return least;
  }

  /**
   * Whether the rest of a partly filled small order of the other side was given up between two instants. Its last fill
   * is then the one that was answered, and its size counts among those that were filled to their end.
   */
  gaveUpRest({ side, most }: FillSearch, fromMs: number, toMs: number): boolean {
    const market = this.#of(SIDE_BID + SIDE_ASK - side);
    const opposite = this.#opposite;
    let gaveUp = false;
    for (let at = 0; at < REMAINDERS; at += 1) {
      const timeMs = market.remainderTimes[at]!;
      const placed = market.remainderPlaced[at]!;
      if (timeMs < fromMs || timeMs > toMs || placed > most) continue;
      const lagMs = market.remainderLags[at]!;
      if (!gaveUp || lagMs < opposite.doneLagMs) opposite.doneLagMs = lagMs;
      gaveUp = true;
      opposite.doneSizes |= 1 << Math.min(SIZES - 1, placed);
    }
    return gaveUp;
  }

  /** Cancels of a side within a time, without so many of one's own. */
  cancelsWithin(side: number, fromMs: number, toMs: number, own: number): number {
    const market = this.#of(side);
    let count = -own;
    for (let at = 0; at < CANCELS; at += 1) {
      const timeMs = market.cancelTimes[at]!;
      if (timeMs >= fromMs && timeMs <= toMs) count += 1;
    }
    return Math.max(0, count);
  }

  /** Cancels of a side that come in a time so long in the long run. */
  usualCancels(side: number, forMs: number): number {
    const usual = this.#of(side).cancelsASecond.value;
    return Number.isNaN(usual) ? 0 : (forMs * usual) / 1000;
  }

  /** The same at the pace of the last second. */
  recentCancels(side: number, beforeMs: number, forMs: number): number {
    return (forMs * this.cancelsWithin(side, beforeMs - LATELY_MS, beforeMs, 0)) / LATELY_MS;
  }

  /** Sizes and contracts of the fills that were found. */
  #sumUp(market: SideOfMarket, search: FillSearch): void {
    const opposite = this.#opposite;
    const lastMs = Math.min(opposite.lagMs, opposite.doneLagMs);
    const answeredMs = Math.max(ANSWERED_MS, opposite.doneLagMs);
    opposite.contracts = 0;
    opposite.doneSizes = 0;
    if (lastMs === Number.POSITIVE_INFINITY) return;
    for (let at = 0; at < FILLS; at += 1) {
      const lagMs = lagOf(market, at, search);
      if (lagMs === lastMs) opposite.contracts += market.fillSizes[at]!;
      if (market.fillDone[at] === 1 && lagMs <= answeredMs && lagMs !== Number.POSITIVE_INFINITY)
        opposite.doneSizes |= 1 << Math.min(SIZES - 1, market.fillPlaced[at]!);
    }
  }

  #closeSecond(market: SideOfMarket, timeMs: number): void {
    market.cancelsASecond.add(timeMs, market.cancelsSince);
    market.cancelsSince = 0;
  }

  #of(side: number): SideOfMarket {
    return side === SIDE_BID ? this.#bids : this.#asks;
  }
}

/** Milliseconds from a fill to the end of a search; Infinity where it does not belong to it. */
function lagOf(market: SideOfMarket, at: number, { most, fromMs, toMs }: FillSearch): number {
  const timeMs = market.fillTimes[at]!;
  if (timeMs < fromMs || timeMs > toMs || market.fillPlaced[at]! > most) return Number.POSITIVE_INFINITY;
  return toMs - timeMs;
}
