/**
 * A match event: everything that one incoming order (and the stops it elected) did, as columns that are reused.
 *
 * The assembler fills one instance and emits it at each end-of-event flag; a reader must copy what it keeps.
 * Semantics: CME MDP 3.0 trade summaries: one summary per aggressor, elected stops in later summaries.
 */

/** How a round's aggressor came to be. */
export const ROUND_MARKETABLE = 1;
/** A resting order re-priced through the spread. */
export const ROUND_MODIFIED_LIMIT = 2;
/** A stop elected by an earlier round of the same match event: exact on feeds with sequence numbers. */
export const ROUND_STOP = 3;
/** Opening or closing auction: no aggressor. */
export const ROUND_AUCTION = 4;
export const ROUND_UNKNOWN = 0;

/** What an order change was. */
export const CHANGE_ADD = 1;
export const CHANGE_MODIFY = 2;
export const CHANGE_CANCEL = 3;

/** One aggressor's executions inside the event. Column arrays are valid in `[0, count)`. */
export interface RoundColumns {
  readonly count: number;
  readonly kind: Int32Array;
  /** `SIDE_BID` for a buy aggressor. */
  readonly side: Int32Array;
  readonly size: Int32Array;
  /** Price of the round's last trade. */
  readonly priceTicks: Int32Array;
  readonly sequence: Int32Array;
  readonly orderHi: Int32Array;
  readonly orderLo: Int32Array;
  /** Number of price levels the round traded at. */
  readonly levels: Int32Array;
  /** 1 where a stop is inferred with low certainty (first round, id older than the newest seen). */
  readonly uncertain: Int32Array;
}

/** Executions of resting orders; the aggressor's own ids are already left out. */
export interface FillColumns {
  readonly count: number;
  readonly orderHi: Int32Array;
  readonly orderLo: Int32Array;
  /** Side of the resting order. */
  readonly side: Int32Array;
  readonly priceTicks: Int32Array;
  /** Contracts filled in this event, summed over rounds. One row per order and price. */
  readonly size: Int32Array;
  /** Displayed size before the event, or -1 when the order is not in the book. */
  readonly displayedBefore: Int32Array;
  /** Displayed size after the event; 0 when it left the book. */
  readonly displayedAfter: Int32Array;
  /** Price after the event; differs from `priceTicks` when the order was re-priced inside the event. */
  readonly priceAfterTicks: Int32Array;
  /** 1 when the order was cancelled (removed) inside the event. */
  readonly removed: Int32Array;
  /** Number of fill rows that were summed. */
  readonly parts: Int32Array;
}

/** Order changes of the event in arrival order (L3 feeds). */
export interface ChangeColumns {
  readonly count: number;
  readonly kind: Int32Array;
  readonly orderHi: Int32Array;
  readonly orderLo: Int32Array;
  readonly side: Int32Array;
  readonly priceBeforeTicks: Int32Array;
  readonly priceAfterTicks: Int32Array;
  readonly sizeBefore: Int32Array;
  readonly sizeAfter: Int32Array;
}

/** Levels that the event traded at. `before + added - removed - traded = after` holds for what the feed shows. */
export interface TouchedColumns {
  readonly count: number;
  readonly side: Int32Array;
  readonly priceTicks: Int32Array;
  readonly before: Int32Array;
  readonly after: Int32Array;
  readonly traded: Int32Array;
}

/** One assembled match event, or (with `rounds.count` 0) a group of book changes without a trade. */
export interface MatchEvent {
  readonly instrumentId: number;
  readonly timeHi: number;
  readonly timeLo: number;
  /** Exchange time in milliseconds since 1970 UTC, exact to a quarter of a microsecond. */
  readonly timeMs: number;
  /** Counts match events and change groups of the instrument since the assembler was made. */
  readonly ordinal: number;
  /** The feed warned of a gap, or ids restarted, less than 60 s ago. */
  readonly degraded: boolean;
  readonly rounds: RoundColumns;
  readonly fills: FillColumns;
  readonly changes: ChangeColumns;
  readonly touched: TouchedColumns;
}
