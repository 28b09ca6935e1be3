/** The version of the insight generator, stored with every generation so that outdated ones can be replaced. */

/**
 * Raise it whenever the same trades may give other figures or sentences. 2: intervals and confidence of the average trade,
 * of give-back and of consistency come from all days. 3: rephrased sentences.
 */
export const INSIGHT_GENERATOR = 3;
