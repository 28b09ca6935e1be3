/**
 * The worst prices of a session by second, and the extremes of its minutes: what fast fills read. A block of quotes is unpacked when one of
 * its seconds is needed, into arrays that all sessions of a run share.
 */
import { HOUR_MS, SECOND_MS } from '@undertow/market';
import { NO_ASK, NO_BID } from '#facts/quote-columns.ts';
import type { SessionFacts } from '#facts/session-facts.ts';
import { BLOCK_SECONDS, blockColumns, type SessionQuotes } from '#facts/session-quotes.ts';

export const SECONDS_OF_MINUTE = 60;
/** Of a trading day; longer ones take more room. */
const DAY_SECONDS = (24 * HOUR_MS) / SECOND_MS;
/** What does not fit at the touch is filled so many ticks beyond it. */
const DEEP_TICKS = 4;
/** Extremes of trades where there was none: beyond every price, on either side. */
const NEVER_LOW = 0x3fff_ffff;
const NEVER_HIGH = -NEVER_LOW;

/** The average price of a market order, and the middle of the spread at its worst. */
export interface MarketFill {
  readonly ticks: number;
  readonly middleTicks: number;
}

/** Lowest and highest trade of each second and each minute, beyond every price where nothing traded. */
export interface TradedPrices {
  readonly secondLow: Int32Array;
  readonly secondHigh: Int32Array;
  readonly minuteLow: Int32Array;
  readonly minuteHigh: Int32Array;
}

/** Room for so many seconds, whole blocks. */
function pricesOf(seconds: number) {
  const column = (count = seconds): Int32Array => new Int32Array(count);
  return {
    isUnpacked: new Uint8Array(seconds / BLOCK_SECONDS),
    closedTo: column(seconds + 2),
    secondLow: column(),
    secondHigh: column(),
    minuteLow: column(seconds / SECONDS_OF_MINUTE),
    minuteHigh: column(seconds / SECONDS_OF_MINUTE),
    bids: { worst: column(), size: column(), depth: column() },
    asks: { worst: column(), size: column(), depth: column() },
  };
}

interface RowsOfSide {
  readonly second: Int32Array;
  readonly rowTo: Int32Array;
  readonly worst: Int32Array;
  readonly close: Int32Array;
  readonly size: Int32Array;
  readonly depth: Int32Array;
  /** Where there is no row. */
  readonly none: number;
  readonly from: number;
  readonly to: number;
}

/** What one side showed in the seconds of a block: between rows the closing quotes of the last one hold. */
function setSide(shown: ReturnType<typeof pricesOf>['bids'], rows: RowsOfSide): void {
  const { second, rowTo, worst, close, size, depth, none, from, to } = rows;
  for (let at = from; at < to; at += 1) {
    const row = rowTo[at - from]!;
    const before = Math.max(0, row - 1);
    const isKnown = row >= 0;
    shown.worst[at] = !isKnown ? none : second[row] === at ? worst[row]! : close[row]!;
    shown.size[at] = isKnown ? Math.max(1, Math.min(size[row]!, size[before]!)) : 0;
    shown.depth[at] = isKnown ? Math.min(depth[row]!, depth[before]!) : 0;
  }
}

export class SessionPrices {
  /**
   * Lowest and highest trade of each second and minute, beyond every price where nothing traded; worst best prices of each second, what was
   * displayed there and within five ticks; seconds of gaps and halts before each second.
   */
  #prices = pricesOf(DAY_SECONDS);
  readonly #block = blockColumns();
  /** The last row up to each second of the block; -1 before the first. */
  readonly #rowTo = new Int32Array(BLOCK_SECONDS);
  readonly #fill = { ticks: 0, middleTicks: 0 };
  #quotes: SessionQuotes | null = null;
  #openMs = 0;
  #endSecond = 0;

  /** Another session: what was read of the one before is gone. */
  start({ quotes, session, recorded, spans }: SessionFacts): this {
    const endMs = Math.min(session.closeMs, recorded.closeMs);
    const seconds = Math.ceil((endMs - session.openMs) / SECOND_MS);
    if (seconds > DAY_SECONDS) this.#prices = pricesOf(Math.ceil(seconds / BLOCK_SECONDS) * BLOCK_SECONDS);
    this.#quotes = quotes;
    this.#openMs = session.openMs;
    this.#endSecond = Math.max(0, seconds);
    this.#prices.isUnpacked.fill(0);
    const { closedTo } = this.#prices;
    const isClosed = new Uint8Array(this.#endSecond + 1);
    for (const { kind, fromMs, toMs } of spans) {
      if (kind === 'news') continue;
      isClosed.fill(1, Math.max(0, this.secondOf(fromMs)), Math.max(0, this.secondOf(toMs - 1) + 1));
    }
    for (let second = 0; second <= this.#endSecond; second += 1)
      closedTo[second + 1] = closedTo[second]! + isClosed[second]!;
    return this;
  }

  /** The second after the last one of the record. */
  get endSecond(): number {
    return this.#endSecond;
  }

  secondOf(timeMs: number): number {
    return Math.floor((timeMs - this.#openMs) / SECOND_MS);
  }

  msOf(second: number): number {
    return this.#openMs + second * SECOND_MS;
  }

  /** The session's trades, known in the block of `second`, which is whole minutes. The arrays are those of the next session too. */
  trades(second: number): TradedPrices {
    this.#unpack(second);
    return this.#prices;
  }

  #unpack(second: number): void {
    const block = Math.floor(second / BLOCK_SECONDS);
    if (this.#prices.isUnpacked[block] === 1) return;
    this.#prices.isUnpacked[block] = 1;
    const rows = this.#quotes?.readBlock(block, this.#block) ?? 0;
    const from = block * BLOCK_SECONDS;
    const to = Math.min(from + BLOCK_SECONDS, this.#endSecond);
    this.#setTrades(rows, from, to);
    this.#setQuotes(rows, from, to);
  }

  #setTrades(rows: number, from: number, to: number): void {
    const { second, tradeLow, tradeHigh } = this.#block;
    const { secondLow, secondHigh, minuteLow, minuteHigh } = this.#prices;
    secondLow.fill(NEVER_LOW, from, to);
    secondHigh.fill(NEVER_HIGH, from, to);
    const minutes = [from / SECONDS_OF_MINUTE, Math.ceil(to / SECONDS_OF_MINUTE)] as const;
    minuteLow.fill(NEVER_LOW, ...minutes);
    minuteHigh.fill(NEVER_HIGH, ...minutes);
    for (let row = 0; row < rows; row += 1) {
      const at = second[row]!;
      const [low, high] = [tradeLow[row]!, tradeHigh[row]!];
      if (at < from || at >= to || low > high) continue;
      secondLow[at] = low;
      secondHigh[at] = high;
      const minute = Math.floor(at / SECONDS_OF_MINUTE);
      if (low < minuteLow[minute]!) minuteLow[minute] = low;
      if (high > minuteHigh[minute]!) minuteHigh[minute] = high;
    }
  }

  #setQuotes(rows: number, from: number, to: number): void {
    const { second, bidLow, askHigh, bidClose, askClose } = this.#block;
    const { bidSize, askSize, bidDepth, askDepth } = this.#block;
    const { bids, asks } = this.#prices;
    const rowTo = this.#rowTo;
    for (let at = from, row = -1; at < to; at += 1) {
      while (row + 1 < rows && second[row + 1]! <= at) row += 1;
      rowTo[at - from] = row;
    }
    const of = { second, rowTo, from, to };
    setSide(bids, { ...of, worst: bidLow, close: bidClose, size: bidSize, depth: bidDepth, none: NO_BID });
    setSide(asks, { ...of, worst: askHigh, close: askClose, size: askSize, depth: askDepth, none: NO_ASK });
  }

  /** Whether a gap or a halt touches the seconds, both inclusive. */
  isClosedWithin(from: number, to: number): boolean {
    const last = Math.min(to, this.#endSecond);
    return this.#prices.closedTo[last + 1]! > this.#prices.closedTo[Math.min(Math.max(from, 0), last + 1)]!;
  }

  /** Worst best bid (`side` -1) or best ask (1) at any instant of the second; null where it is not known. */
  worstQuote(side: 1 | -1, second: number): number | null {
    if (second < 0 || second >= this.#endSecond) return null;
    this.#unpack(second);
    const { bids, asks } = this.#prices;
    const ticks = side > 0 ? asks.worst[second]! : bids.worst[second]!;
    return ticks === NO_ASK || ticks === NO_BID ? null : ticks;
  }

  /**
   * A market order that arrives at an unknown instant of the seconds (both inclusive): it pays the worst quote of all of them. What is not
   * displayed at the best price is filled at the fifth, and what is not displayed there either is not decided: null. The fill is reused, and holds until the next one.
   */
  marketFill(side: 1 | -1, size: number, from: number, to: number): MarketFill | null {
    if (from < 0 || this.isClosedWithin(from, to)) return null;
    let [worst, other] = [0, 0];
    for (let second = from; second <= to; second += 1) {
      const quote = this.worstQuote(side, second);
      const opposite = this.worstQuote(side > 0 ? -1 : 1, second);
      if (quote === null || opposite === null) return null;
      if (second > from && side * (quote - worst) <= 0) continue;
      worst = quote;
      other = opposite;
    }
    const average = this.averageTicks(side, size, worst, to);
    if (average === null) return null;
    this.#fill.ticks = average;
    this.#fill.middleTicks = (worst + other) / 2;
    return this.#fill;
  }

  /** The average price of a size that takes the book from a best price on; null where it is not displayed. */
  averageTicks(side: 1 | -1, size: number, bestTicks: number, second: number): number | null {
    const shown = side > 0 ? this.#prices.asks : this.#prices.bids;
    const at = Math.min(second, this.#endSecond - 1);
    if (at < 0) return null;
    this.#unpack(at);
    const atTouch = shown.size[at]!;
    if (size <= atTouch) return bestTicks;
    if (size > shown.depth[at]!) return null;
    return bestTicks + (side * DEEP_TICKS * (size - atTouch)) / size;
  }

  /** Whether trades of the second went beyond the price of a resting order. */
  isTradedThrough(side: 1 | -1, limitTicks: number, second: number): boolean {
    if (second < 0 || second >= this.#endSecond) return false;
    const { secondLow, secondHigh } = this.trades(second);
    return side > 0 ? secondLow[second]! < limitTicks : secondHigh[second]! > limitTicks;
  }
}
