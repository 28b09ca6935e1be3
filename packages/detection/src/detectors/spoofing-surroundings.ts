/** What happens around a posture: fills of resting orders and withdrawals of others, by side. */
import { type MatchEvent, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { DecayedMean } from '#primitives/decayed-mean.ts';

const FILLS = 64;
const CANCELS = 128;
const HALF_LIFE_MS = 10 * 60_000;
const EVERY_MS = 1000;
/** Over which the pace of the moment is counted. */
const LATELY_MS = 1000;

class SideOfMarket {
  readonly fillTimes = new Float64Array(FILLS).fill(Number.NEGATIVE_INFINITY);
  readonly fillSizes = new Int32Array(FILLS);
  fills = 0;
  readonly cancelTimes = new Float64Array(CANCELS).fill(Number.NEGATIVE_INFINITY);
  cancels = 0;
  readonly cancelsASecond = new DecayedMean(HALF_LIFE_MS);
  cancelsSince = 0;
}

/** What was filled opposite to a posture. Reused. */
export interface OppositeFills {
  /** Milliseconds from the last fill to the withdrawal; Infinity when there was none. */
  lagMs: number;
  /** Contracts of that last fill. */
  contracts: number;
}

export class Surroundings {
  private readonly bids = new SideOfMarket();
  private readonly asks = new SideOfMarket();
  private readonly opposite: OppositeFills = { lagMs: 0, contracts: 0 };
  private dueMs = Number.NaN;

  /** A resting order was filled. */
  noteFill(event: MatchEvent, side: number, size: number): void {
    const market = this.of(side);
    const at = market.fills % FILLS;
    market.fills += 1;
    market.fillTimes[at] = event.timeMs;
    market.fillSizes[at] = size;
  }

  noteCancel(event: MatchEvent, side: number): void {
    const market = this.of(side);
    market.cancelTimes[market.cancels % CANCELS] = event.timeMs;
    market.cancels += 1;
    market.cancelsSince += 1;
  }

  onClock(timeMs: number): void {
    if (timeMs < this.dueMs) return;
    if (!Number.isNaN(this.dueMs)) {
      this.closeSecond(this.bids, timeMs);
      this.closeSecond(this.asks, timeMs);
    }
    this.dueMs = timeMs + EVERY_MS;
  }

  clear(): void {
    for (const market of [this.bids, this.asks]) {
      market.fillTimes.fill(Number.NEGATIVE_INFINITY);
      market.cancelTimes.fill(Number.NEGATIVE_INFINITY);
    }
  }

  /** Fills of the other side, of orders up to `most` contracts, while something stood from `fromMs` to `toMs`. */
  oppositeFills(side: number, most: number, fromMs: number, toMs: number): OppositeFills {
    const { opposite } = this;
    const market = this.of(SIDE_BID + SIDE_ASK - side);
    opposite.lagMs = Number.POSITIVE_INFINITY;
    opposite.contracts = 0;
    for (let at = 0; at < FILLS; at += 1) {
      const timeMs = market.fillTimes[at] as number;
      const size = market.fillSizes[at] as number;
      if (timeMs < fromMs || timeMs > toMs || size > most) continue;
      const lagMs = toMs - timeMs;
      if (lagMs < opposite.lagMs) {
        opposite.lagMs = lagMs;
        opposite.contracts = 0;
      }
      if (lagMs === opposite.lagMs) opposite.contracts += size;
    }
    return opposite;
  }

  /** Cancels of a side within a time, without so many of one's own. */
  cancelsWithin(side: number, fromMs: number, toMs: number, own: number): number {
    const market = this.of(side);
    let count = -own;
    for (let at = 0; at < CANCELS; at += 1) {
      const timeMs = market.cancelTimes[at] as number;
      if (timeMs >= fromMs && timeMs <= toMs) count += 1;
    }
    return Math.max(0, count);
  }

  /** Cancels of a side that are usual in a time so long: now or in the long run, whichever is more. */
  usualCancels(side: number, beforeMs: number, forMs: number): number {
    const usual = this.of(side).cancelsASecond.value;
    const lately = this.cancelsWithin(side, beforeMs - LATELY_MS, beforeMs, 0) / LATELY_MS;
    return forMs * Math.max(Number.isNaN(usual) ? 0 : usual / 1000, lately);
  }

  private closeSecond(market: SideOfMarket, timeMs: number): void {
    market.cancelsASecond.add(timeMs, market.cancelsSince);
    market.cancelsSince = 0;
  }

  private of(side: number): SideOfMarket {
    return side === SIDE_BID ? this.bids : this.asks;
  }
}
