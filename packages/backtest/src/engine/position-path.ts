/** What becomes of a position on the recorded path of trades: stop, target, trailing stop, or its end. The stop comes first. */
import type { ExitReason } from '#results/backtest-result.ts';
import { SECONDS_OF_MINUTE, type SessionPrices, type TradedPrices } from './session-prices.ts';

/** Distances in ticks; null where there is none. */
export interface ExitTicks {
  readonly stop: number | null;
  readonly target: number | null;
  readonly trailing: number | null;
}

export interface PathEnd {
  /** Null: the end was reached. */
  readonly reason: Extract<ExitReason, 'stop' | 'target' | 'trailing'> | null;
  readonly second: number;
  /** Price of the stop or target that was reached. */
  readonly ticks: number;
  /** Worst and best move from the entry, ticks, neither below 0. */
  readonly maeTicks: number;
  readonly mfeTicks: number;
}

/** Further than any price. */
const FAR = 0x3fff_ffff;

/**
 * Follows one position after the other, and is then where the last one ended. Prices are as seen from the position: what rises is good; a
 * short position sees them with the other sign.
 */
export class PositionPath implements PathEnd {
  reason: PathEnd['reason'] = null;
  second = 0;
  ticks = 0;
  readonly #prices: SessionPrices;
  #side: 1 | -1 = 1;
  #entry = 0;
  #entrySecond = 0;
  #stop = -FAR;
  #target = FAR;
  #trailing = FAR;
  #worst = 0;
  #best = 0;

  constructor(prices: SessionPrices) {
    this.#prices = prices;
  }

  get maeTicks(): number {
    return this.#entry - this.#worst;
  }

  get mfeTicks(): number {
    return this.#best - this.#entry;
  }

  /**
   * `second` is that of the fill: it can stop the position, but not reach its target. From `endSecond` on, which is within the record,
   * another reason ends it.
   */
  follow(side: 1 | -1, entryTicks: number, second: number, exits: ExitTicks, endSecond: number): void {
    this.#side = side;
    this.#entry = side * entryTicks;
    this.#entrySecond = second;
    this.#worst = this.#entry;
    this.#best = this.#entry;
    // Orders rest at whole ticks
    const base = Math.round(this.#entry);
    this.#stop = exits.stop === null ? -FAR : base - exits.stop;
    this.#target = exits.target === null ? FAR : base + exits.target;
    this.#trailing = exits.trailing ?? FAR;
    const last = Math.min(endSecond, this.#prices.endSecond);
    for (let at = second; at < last; ) {
      const minute = Math.floor(at / SECONDS_OF_MINUTE);
      const next = Math.min((minute + 1) * SECONDS_OF_MINUTE, last);
      const trades = this.#prices.trades(at);
      const isWhole = at > second && next - at === SECONDS_OF_MINUTE;
      if (!(isWhole && this.#isQuiet(trades, minute)) && this.#isEndedWithin(trades, at, next)) return;
      at = next;
    }
    this.#end(null, endSecond, 0);
  }

  /** True where no order of the position can be met in the minute, which is then taken as a whole. */
  #isQuiet({ minuteLow, minuteHigh }: TradedPrices, minute: number): boolean {
    const side = this.#side;
    const low = side > 0 ? minuteLow[minute]! : -minuteHigh[minute]!;
    const high = side > 0 ? minuteHigh[minute]! : -minuteLow[minute]!;
    const best = Math.max(Math.round(this.#best), high);
    if (low <= Math.max(this.#stop, best - this.#trailing) || high > this.#target) return false;
    if (low < this.#worst) this.#worst = low;
    if (high > this.#best) this.#best = high;
    return true;
  }

  /** Second after second. */
  #isEndedWithin({ secondLow, secondHigh }: TradedPrices, from: number, to: number): boolean {
    const side = this.#side;
    const against = side > 0 ? secondLow : secondHigh;
    const along = side > 0 ? secondHigh : secondLow;
    const target = this.#target;
    let level = this.#level;
    let [worst, best] = [this.#worst, this.#best];
    for (let at = from; at < to; at += 1) {
      const low = side * against[at]!;
      if (low < worst) {
        worst = low;
        this.#worst = low;
      }
      if (low <= level) return this.#end(level > this.#stop ? 'trailing' : 'stop', at, level);
      const high = side * along[at]!;
      if (high <= best || at === this.#entrySecond) continue;
      best = high;
      // Behind the whole queue: trades have to go through the price
      this.#best = Math.max(this.#best, Math.min(high, target));
      if (high > target) return this.#end('target', at, target);
      level = this.#level;
    }
    return false;
  }

  get #level(): number {
    return Math.max(this.#stop, Math.round(this.#best) - this.#trailing);
  }

  #end(reason: PathEnd['reason'], second: number, level: number): true {
    this.reason = reason;
    this.second = second;
    this.ticks = this.#side * level;
    return true;
  }
}
