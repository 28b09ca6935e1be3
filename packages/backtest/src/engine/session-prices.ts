/** The worst prices of a session by second, and the extremes of its minutes: what fast fills read. */
import { SECOND_MS } from '@undertow/market';
import { NO_ASK, NO_BID, type QuoteColumns, type SessionFacts } from '#facts/session-facts.ts';
import { ExtremeTree } from './extreme-tree.ts';

export const SECONDS_OF_MINUTE = 60;
/** What does not fit at the touch is filled so many ticks beyond it. */
const DEEP_TICKS = 4;

/** The average price of a market order, and the middle of the spread at its worst; null where the data cannot decide it. */
export interface MarketFill {
  readonly ticks: number;
  readonly middleTicks: number;
}

export class SessionPrices {
  readonly quotes: QuoteColumns;
  readonly openMs: number;
  /** The second after the last one of the record. */
  readonly endSecond: number;
  /** The last row up to each second; -1 before the first. */
  readonly #rowTo: Int32Array;
  /** Lowest and highest trade of each minute. */
  readonly minuteLow: Int32Array;
  readonly minuteHigh: Int32Array;
  /** Lowest trade of each second and highest. */
  readonly lows: ExtremeTree;
  readonly highs: ExtremeTree;
  /** 1 in seconds of a gap or a halt. */
  readonly #isClosed: Uint8Array;
  /** Seconds of gaps and halts before each second. */
  readonly #closedTo: Int32Array;

  constructor({ quotes, session, recorded, spans }: SessionFacts) {
    this.quotes = quotes;
    this.openMs = session.openMs;
    const endMs = Math.min(session.closeMs, recorded.closeMs);
    this.endSecond = Math.max(0, Math.ceil((endMs - session.openMs) / SECOND_MS));
    this.#rowTo = rowsTo(quotes, this.endSecond);
    const minutes = Math.ceil(this.endSecond / SECONDS_OF_MINUTE);
    this.minuteLow = new Int32Array(minutes).fill(NO_ASK);
    this.minuteHigh = new Int32Array(minutes).fill(NO_BID);
    for (let row = 0; row < quotes.count; row += 1) {
      const minute = Math.floor(quotes.second[row]! / SECONDS_OF_MINUTE);
      if (minute >= minutes) break;
      this.minuteLow[minute] = Math.min(this.minuteLow[minute]!, quotes.tradeLow[row]!);
      this.minuteHigh[minute] = Math.max(this.minuteHigh[minute]!, quotes.tradeHigh[row]!);
    }
    this.lows = new ExtremeTree(bySecond(quotes, quotes.tradeLow, this.endSecond, NO_ASK), -1);
    this.highs = new ExtremeTree(bySecond(quotes, quotes.tradeHigh, this.endSecond, NO_BID), 1);
    this.#isClosed = new Uint8Array(this.endSecond + 1);
    for (const { kind, fromMs, toMs } of spans) {
      if (kind === 'news') continue;
      this.#isClosed.fill(1, Math.max(0, this.secondOf(fromMs)), Math.max(0, this.secondOf(toMs - 1) + 1));
    }
    this.#closedTo = new Int32Array(this.endSecond + 2);
    for (let second = 0; second <= this.endSecond; second += 1)
      this.#closedTo[second + 1] = this.#closedTo[second]! + this.#isClosed[second]!;
  }

  secondOf(timeMs: number): number {
    return Math.floor((timeMs - this.openMs) / SECOND_MS);
  }

  msOf(second: number): number {
    return this.openMs + second * SECOND_MS;
  }

  /** The last row up to the second, -1 where there is none. */
  rowTo(second: number): number {
    if (second < 0) return -1;
    return this.#rowTo[Math.min(second, this.endSecond - 1)] ?? -1;
  }

  /** The row of the second itself, -1 where nothing changed in it. */
  rowOf(second: number): number {
    const row = this.rowTo(second);
    return row >= 0 && this.quotes.second[row] === second ? row : -1;
  }

  /** Whether a gap or a halt touches the seconds, both inclusive. */
  isClosedWithin(from: number, to: number): boolean {
    const last = Math.min(to, this.endSecond);
    return this.#closedTo[last + 1]! > this.#closedTo[Math.min(Math.max(from, 0), last + 1)]!;
  }

  /** Worst best bid (`side` -1) or best ask (1) at any instant of the second; null where it is not known. */
  worstQuote(side: 1 | -1, second: number): number | null {
    const row = this.rowTo(second);
    if (row < 0 || second >= this.endSecond) return null;
    const { quotes } = this;
    const isActive = quotes.second[row] === second;
    if (side > 0) {
      const ask = isActive ? quotes.askHigh[row]! : quotes.askClose[row]!;
      return ask === NO_ASK ? null : ask;
    }
    const bid = isActive ? quotes.bidLow[row]! : quotes.bidClose[row]!;
    return bid === NO_BID ? null : bid;
  }

  /**
   * A market order that arrives at an unknown instant of the seconds (both inclusive): it pays the worst quote of all of them. What is not
   * displayed at the best price is filled at the fifth, and what is not displayed there either is not decided.
   */
  marketFill(side: 1 | -1, size: number, from: number, to: number): MarketFill | null {
    if (from < 0 || this.isClosedWithin(from, to)) return null;
    let worst: number | null = null;
    let other: number | null = null;
    for (let second = from; second <= to; second += 1) {
      const quote = this.worstQuote(side, second);
      const opposite = this.worstQuote(side > 0 ? -1 : 1, second);
      if (quote === null || opposite === null) return null;
      if (worst === null || side * (quote - worst) > 0) [worst, other] = [quote, opposite];
    }
    if (worst === null || other === null) return null;
    const average = this.averageTicks(side, size, worst, to);
    return average === null ? null : { ticks: average, middleTicks: (worst + other) / 2 };
  }

  /** The average price of a size that takes the book from a best price on; null where it is not displayed. */
  averageTicks(side: 1 | -1, size: number, bestTicks: number, second: number): number | null {
    const row = this.rowTo(second);
    if (row < 0) return null;
    const { quotes } = this;
    const sizes = side > 0 ? quotes.askSize : quotes.bidSize;
    const depths = side > 0 ? quotes.askDepth : quotes.bidDepth;
    const before = Math.max(0, row - 1);
    const atTouch = Math.max(1, Math.min(sizes[row]!, sizes[before]!));
    if (size <= atTouch) return bestTicks;
    if (size > Math.min(depths[row]!, depths[before]!)) return null;
    return bestTicks + (side * DEEP_TICKS * (size - atTouch)) / size;
  }

  /** Whether trades of the second went beyond the price of a resting order. */
  isTradedThrough(side: 1 | -1, limitTicks: number, second: number): boolean {
    const row = this.rowOf(second);
    const { tradeLow, tradeHigh } = this.quotes;
    if (row < 0 || tradeLow[row]! > tradeHigh[row]!) return false;
    return side > 0 ? tradeLow[row]! < limitTicks : tradeHigh[row]! > limitTicks;
  }
}

function bySecond(quotes: QuoteColumns, values: Int32Array, seconds: number, none: number): Int32Array {
  const found = new Int32Array(seconds).fill(none);
  for (let row = 0; row < quotes.count; row += 1) {
    const second = quotes.second[row]!;
    if (second >= 0 && second < seconds) found[second] = values[row]!;
  }
  return found;
}

function rowsTo(quotes: QuoteColumns, seconds: number): Int32Array {
  const rows = new Int32Array(seconds);
  let row = -1;
  for (let second = 0; second < seconds; second += 1) {
    while (row + 1 < quotes.count && quotes.second[row + 1]! <= second) row += 1;
    rows[second] = row;
  }
  return rows;
}
