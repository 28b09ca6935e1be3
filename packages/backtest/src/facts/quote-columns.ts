/** The quotes of a session by second: the worst best prices of each, and what it traded. */

/** A best price that is not known: the side was empty, or the book was crossed. */
export const NO_BID = -0x8000_0000;
export const NO_ASK = 0x7fff_ffff;

/**
 * One row for each second in which best prices changed or something traded; in between the closing quotes hold.
 * `bidLow` and `askHigh` are the worst best prices at any instant of the second, its beginning included.
 */
export interface QuoteColumns {
  readonly count: number;
  /** Seconds since the open of the trading day. */
  readonly second: Int32Array;
  readonly bidLow: Int32Array;
  readonly askHigh: Int32Array;
  readonly bidClose: Int32Array;
  readonly askClose: Int32Array;
  /** Extremes of the trades; `low` above `high` where there was none. */
  readonly tradeLow: Int32Array;
  readonly tradeHigh: Int32Array;
  /** Of the second, or of the one before that had a trade. */
  readonly tradeLast: Int32Array;
  /** Contracts at the best price at the end of the second. */
  readonly bidSize: Int32Array;
  readonly askSize: Int32Array;
  /** Contracts within five ticks of the best price, it included. */
  readonly bidDepth: Int32Array;
  readonly askDepth: Int32Array;
}
