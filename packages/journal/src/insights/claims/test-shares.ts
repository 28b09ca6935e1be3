/**
 * How the error allowance of a generation is divided among its tests: weights of the correction, fixed before any data
 * are seen. A test of weight 3 gets three times the bound of a test of weight 1, and the others less.
 */
export const TEST_SHARES = {
  /** A band of the day, a weekday, a symbol, a strategy, a side: each group that is tested. */
  group: 1.25,
  /** A third of the day's trades by number: the same number of trades on every day, so the same habit shows more. */
  numberInDay: 0.8,
  /** The known habits that also have one single test each: after a loss, revenge, size. */
  habit: 2.5,
  /** Daily stop, wide and tight stops, early exits, each type of order-flow event. */
  usual: 1,
  /** An edge needs the whole record rather than a slice of it. */
  edge: 0.5,
  /** Parts and by-products of other questions: loss streaks, holding time, change over time. */
  minor: 0.25,
  /** Kept back in every generation: a new run each week tests more often than once. */
  reserve: 4,
} as const;
