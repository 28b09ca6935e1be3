/** What becomes of a position on the recorded path of trades: stop, target, trailing stop, or its end. The stop comes first. */
import { NO_ASK, NO_BID } from '#facts/session-facts.ts';
import type { ExitReason } from '#results/backtest-result.ts';
import { SECONDS_OF_MINUTE, type SessionPrices } from './session-prices.ts';

/** Distances in ticks; null where there is none. */
export interface ExitTicks {
  readonly stop: number | null;
  readonly target: number | null;
  readonly trailing: number | null;
}

export interface PathStart {
  readonly side: 1 | -1;
  readonly entryTicks: number;
  /** The second of the fill: it can stop the position, but not reach its target. */
  readonly second: number;
  readonly exits: ExitTicks;
  /** The second from which another reason ends the position. */
  readonly endSecond: number;
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

/** Prices as seen from the position: what rises is good. A short position sees them with the other sign. */
class Path {
  readonly #prices: SessionPrices;
  readonly #start: PathStart;
  readonly #stop: number;
  readonly #target: number;
  #worst: number;
  #best: number;

  constructor(prices: SessionPrices, start: PathStart) {
    const { side, entryTicks, exits } = start;
    // Orders rest at whole ticks
    const base = Math.round(side * entryTicks);
    this.#prices = prices;
    this.#start = start;
    this.#stop = exits.stop === null ? Number.NEGATIVE_INFINITY : base - exits.stop;
    this.#target = exits.target === null ? Number.POSITIVE_INFINITY : base + exits.target;
    this.#worst = side * entryTicks;
    this.#best = side * entryTicks;
  }

  get #level(): number {
    const { trailing } = this.#start.exits;
    return trailing === null ? this.#stop : Math.max(this.#stop, Math.round(this.#best) - trailing);
  }

  run(): PathEnd {
    const { second, endSecond } = this.#start;
    let at = second;
    while (at < endSecond) {
      const minute = Math.floor(at / SECONDS_OF_MINUTE);
      const next = (minute + 1) * SECONDS_OF_MINUTE;
      if (at > second && at % SECONDS_OF_MINUTE === 0 && next <= endSecond && this.#isQuiet(minute)) {
        at = next;
        continue;
      }
      const end = this.#step(at);
      if (end !== null) return end;
      at += 1;
    }
    return this.#end(null, endSecond, 0);
  }

  /** True where no order of the position can be met in the minute, which is then taken as a whole. */
  #isQuiet(minute: number): boolean {
    const { side, exits } = this.#start;
    const { minuteLow, minuteHigh } = this.#prices;
    if (minuteLow[minute]! > minuteHigh[minute]!) return true;
    const low = side > 0 ? minuteLow[minute]! : -minuteHigh[minute]!;
    const high = side > 0 ? minuteHigh[minute]! : -minuteLow[minute]!;
    const trailed = exits.trailing === null ? Number.NEGATIVE_INFINITY : high - exits.trailing;
    if (low <= Math.max(this.#level, trailed) || high > this.#target) return false;
    this.#note(low, high);
    return true;
  }

  #step(second: number): PathEnd | null {
    const row = this.#prices.rowOf(second);
    if (row < 0) return null;
    const { tradeLow, tradeHigh } = this.#prices.quotes;
    if (tradeLow[row] === NO_ASK || tradeHigh[row] === NO_BID) return null;
    const { side } = this.#start;
    const low = side > 0 ? tradeLow[row]! : -tradeHigh[row]!;
    const high = side > 0 ? tradeHigh[row]! : -tradeLow[row]!;
    const level = this.#level;
    if (low <= level) {
      this.#note(low, this.#best);
      return this.#end(level > this.#stop ? 'trailing' : 'stop', second, level);
    }
    // Behind the whole queue: trades have to go through the price
    if (second > this.#start.second && high > this.#target) {
      this.#note(low, this.#target);
      return this.#end('target', second, this.#target);
    }
    this.#note(low, second > this.#start.second ? high : this.#best);
    return null;
  }

  #note(low: number, high: number): void {
    if (low < this.#worst) this.#worst = low;
    if (high > this.#best) this.#best = high;
  }

  #end(reason: PathEnd['reason'], second: number, level: number): PathEnd {
    const { side, entryTicks } = this.#start;
    const entry = side * entryTicks;
    const maeTicks = entry - this.#worst;
    return { reason, second, ticks: side * level, maeTicks, mfeTicks: this.#best - entry };
  }
}

/** Without a trailing stop both prices are fixed: their seconds are looked up. */
function lookUp(prices: SessionPrices, { side, entryTicks, second, exits, endSecond }: PathStart): PathEnd {
  const entry = Math.round(entryTicks);
  const [against, along] = side > 0 ? [prices.lows, prices.highs] : [prices.highs, prices.lows];
  const stop = entry - side * (exits.stop ?? 0);
  const target = entry + side * (exits.target ?? 0);
  const stopAt = exits.stop === null ? Number.POSITIVE_INFINITY : against.first(second, stop);
  const targetAt = exits.target === null ? Number.POSITIVE_INFINITY : along.first(second + 1, target + side);
  const at = Math.min(stopAt, targetAt);
  const isEnded = at < endSecond;
  const last = isEnded ? at : endSecond - 1;
  const isStop = stopAt <= targetAt;
  const worst = against.extreme(second, last + 1);
  const best = along.extreme(second + 1, isEnded ? last : last + 1);
  const mfeTicks = Math.max(0, side * (best - entryTicks));
  return {
    reason: isEnded ? (isStop ? 'stop' : 'target') : null,
    second: isEnded ? at : endSecond,
    ticks: isStop ? stop : target,
    maeTicks: Math.max(0, side * (entryTicks - worst)),
    mfeTicks: isEnded && !isStop ? Math.max(mfeTicks, side * (target - entryTicks)) : mfeTicks,
  };
}

export function followPath(prices: SessionPrices, start: PathStart): PathEnd {
  return start.exits.trailing === null ? lookUp(prices, start) : new Path(prices, start).run();
}
