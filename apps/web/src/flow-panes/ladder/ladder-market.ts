/** What a ladder knows of each price: resting size and orders, what was pulled and stacked, what was sold and bought. */
import {
  DEPTH_STRIDE,
  type DepthChange,
  DepthLevels,
  joinDepth,
  LevelFlow,
  NO_DEPTH_CHANGE,
  PRINT_PRICE_TICKS,
  PRINT_SIDE,
  PRINT_SIZE,
  PRINT_STRIDE,
  type PriceVolume,
  PriceVolumes,
  type PrintRows,
  SIDE_BID,
} from '@undertow/market';
import { printsBefore } from '#flow-panes/tape/tape-feed.ts';

/** Pulled and stacked size is of the last five seconds. */
export const FLOW_WINDOW_MS = 5000;

export interface LadderLevel {
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  /** 0 where the feed does not count them. */
  readonly orders: number;
}

export class LadderMarket {
  readonly #levels = new DepthLevels();
  readonly #flow = new LevelFlow(FLOW_WINDOW_MS);
  #volumes = new PriceVolumes();
  /** Of the first message, for joining the past before it; null once joined, or before it. */
  #first: PrintRows | null = null;
  #fromMs = Number.POSITIVE_INFINITY;
  /** Changes since the sample before: depth and executions of one instant come in two messages. */
  #waiting: DepthChange | null = null;
  #asOfMs = 0;
  #lastTicks: number | null = null;

  /** False before the first depth. */
  get isKnown(): boolean {
    return this.#levels.isKnown;
  }

  /** Price of the newest execution; null before one. */
  get lastTicks(): number | null {
    return this.#lastTicks;
  }

  applyDepth(change: DepthChange, asOfMs: number): void {
    this.#levels.apply(change);
    this.#waiting = joinDepth(this.#waiting, change);
    this.#asOfMs = asOfMs;
  }

  /** `isWhole`: the latest that is known, not news. */
  applyPrints(prints: PrintRows, isWhole: boolean): void {
    if (isWhole) {
      this.#first = prints;
      this.#volumes = new PriceVolumes();
      this.#lastTicks = null;
    }
    this.#count(prints);
    const { rows } = prints;
    for (let at = 0; at < rows.length; at += PRINT_STRIDE) {
      this.#lastTicks = rows[at + PRINT_PRICE_TICKS]!;
      if (!isWhole) this.#flow.addTrade(this.#lastTicks, rows[at + PRINT_SIZE]!, rows[at + PRINT_SIDE]!);
    }
  }

  /** Volumes count from an instant on: a new bar, or the session. `known` are the latest executions. */
  countFrom(fromMs: number, known: PrintRows | null): void {
    this.#fromMs = fromMs;
    this.#volumes = new PriceVolumes();
    this.#first = known;
    if (known !== null) this.#count(known);
  }

  /** Executions before the first known one, once. */
  addPast(past: PrintRows): void {
    if (this.#first === null) return;
    this.#count(printsBefore(past, this.#first));
    this.#first = null;
  }

  /** Takes what came since the call before as one sample: before a frame. */
  settle(): void {
    if (this.#waiting === null) return;
    this.#flow.sample(this.#asOfMs, this.#waiting);
    this.#waiting = null;
  }

  /** The depth is not known until a whole one comes. */
  gap(): void {
    this.#levels.clear();
    this.#waiting = null;
    this.#flow.sample(this.#asOfMs, null);
  }

  /** Bids from the best, then asks from the best. */
  levels(): LadderLevel[] {
    const { levels } = this.#levels.whole() ?? NO_DEPTH_CHANGE;
    const found: LadderLevel[] = [];
    for (let at = 0; at < levels.length; at += DEPTH_STRIDE)
      found.push({
        side: levels[at]!,
        priceTicks: levels[at + 1]!,
        size: levels[at + 2]!,
        orders: levels[at + 3]!,
      });
    return found;
  }

  /** Contracts added less those taken away without a trade, by price. */
  flow(isBid: boolean): ReadonlyMap<number, number> {
    const rows = this.#flow.rows().filter(({ side }) => (side === SIDE_BID) === isBid);
    return new Map(rows.map(({ priceTicks, stacked, pulled }) => [priceTicks, stacked - pulled]));
  }

  volumes(): ReadonlyMap<number, PriceVolume> {
    return new Map(this.#volumes.sorted().map((volume) => [volume.priceTicks, volume]));
  }

  #count({ times, rows }: PrintRows): void {
    for (let n = 0; n < times.length; n += 1) {
      if (times[n]! < this.#fromMs) continue;
      const at = n * PRINT_STRIDE;
      this.#volumes.add(rows[at + PRINT_PRICE_TICKS]!, rows[at + PRINT_SIZE]!, rows[at + PRINT_SIDE]!);
    }
  }
}
