/** The version of the insight generator, stored with every generation so that outdated ones can be replaced. */

/**
 * Raise it whenever the same trades may give other figures or sentences. 2: intervals and confidence of the average trade,
 * of give-back and of consistency come from all days. 3: rephrased sentences. 4: revenge needs 15 trades that it is held
 * against, without those of days that have no order.
 */
export const INSIGHT_GENERATOR = 4;
