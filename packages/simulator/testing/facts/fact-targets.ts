/** The stylised facts of simulator reference section 4: names, ranges for ES and what recordings showed. */

/** The facts of simulator reference section 4, by name; shares in 0 to 1, times in the unit of the name. */
export type FactName =
  | 'spread1'
  | 'l2OverL1'
  | 'l10OverL1'
  | 'l1Depth'
  | 'sign1'
  | 'sign10'
  | 'signSlope'
  | 'tradeP50'
  | 'tradeP90'
  | 'tradeP99'
  | 'tradeMean'
  | 'swept'
  | 'messageCv'
  | 'tradeCv'
  | 'medianOverMean'
  | 'modifyShare'
  | 'cancelsPerMatch'
  | 'changesPerMatch'
  | 'rowsPerMatch'
  | 'lifeUnder10Ms'
  | 'lifeMedianS'
  | 'upAtAsk'
  | 'upAtBid'
  | 'imbalanceAuc'
  | 'ofiR2'
  | 'acf10s'
  | 'kurtosis10s'
  | 'rowsPerSecond'
  | 'matchesPerSecond'
  | 'stopAggressors'
  | 'modifiedAggressors';
/** Those that show over minutes. */
export type SlowFactName =
  | 'acf1m'
  | 'sigma1'
  | 'kurtosis1m'
  | 'hill'
  | 'clustering'
  | 'signature'
  | 'volumeVolatility'
  | 'depthVolatility'
  | 'refillVolume';
export type Facts = Readonly<Record<FactName | SlowFactName, number>>;

/** A range that the median over seeds, and at least 80 % of seeds, must lie in. */
export interface FactTarget {
  readonly fact: FactName | SlowFactName;
  /** Number in the reference. */
  readonly row: number;
  readonly from: number;
  readonly to: number;
  /** The same figure in recorded ES data, as text. */
  readonly anchor: string;
}

export const ES_TARGETS: readonly FactTarget[] = [
  { fact: 'spread1', row: 1, from: 0.9, to: 0.98, anchor: '.926; .962' },
  { fact: 'l2OverL1', row: 2, from: 1.3, to: 1.9, anchor: '1.56; 1.60' },
  { fact: 'l10OverL1', row: 2, from: 1.5, to: 3, anchor: '1.59; 2.67' },
  { fact: 'sign1', row: 3, from: 0.25, to: 0.55, anchor: '.43' },
  { fact: 'sign10', row: 3, from: 0.05, to: 0.2, anchor: '.09' },
  { fact: 'signSlope', row: 3, from: -0.8, to: -0.4, anchor: '-.6' },
  { fact: 'tradeP50', row: 4, from: 1, to: 1, anchor: '1' },
  { fact: 'tradeP90', row: 4, from: 4, to: 10, anchor: '7' },
  { fact: 'tradeP99', row: 4, from: 25, to: 60, anchor: '37' },
  { fact: 'swept', row: 5, from: 0.005, to: 0.03, anchor: '.010' },
  { fact: 'messageCv', row: 6, from: 3, to: 6, anchor: '3.7' },
  { fact: 'tradeCv', row: 6, from: 2, to: 4, anchor: '2.3' },
  { fact: 'medianOverMean', row: 6, from: 0, to: 0.2, anchor: '.001' },
  { fact: 'modifyShare', row: 7, from: 0.15, to: 0.35, anchor: '.25' },
  { fact: 'cancelsPerMatch', row: 7, from: 3, to: 20, anchor: '4.4' },
  { fact: 'changesPerMatch', row: 7, from: 6, to: 30, anchor: '8.3' },
  { fact: 'rowsPerMatch', row: 7, from: 10, to: 40, anchor: '15.2' },
  { fact: 'lifeUnder10Ms', row: 8, from: 0.1, to: 0.25, anchor: '.14' },
  { fact: 'lifeMedianS', row: 8, from: 1, to: 10, anchor: '3.8' },
  { fact: 'upAtAsk', row: 9, from: 0.2, to: 0.35, anchor: '.27 at -.9' },
  { fact: 'upAtBid', row: 9, from: 0.75, to: 0.92, anchor: '.91 at .9' },
  { fact: 'imbalanceAuc', row: 9, from: 0.66, to: 0.78, anchor: '.71' },
  { fact: 'ofiR2', row: 10, from: 0.4, to: 0.7, anchor: '.46' },
  { fact: 'acf10s', row: 11, from: -0.08, to: 0.08, anchor: '-.06' },
];

/** Facts 11 to 19 that show over minutes. Facts 15 (impact of programmes), 17 (a whole day) and 20 (a pair) have tests of their own. */
export const SLOW_TARGETS: readonly FactTarget[] = [
  { fact: 'acf1m', row: 11, from: -0.08, to: 0.08, anchor: '-' },
  { fact: 'kurtosis10s', row: 12, from: 2, to: 15, anchor: '2.4' },
  { fact: 'kurtosis1m', row: 12, from: 1.5, to: 8, anchor: '-' },
  { fact: 'hill', row: 12, from: 2.5, to: 5, anchor: '-' },
  { fact: 'clustering', row: 13, from: 0.1, to: 0.35, anchor: '.14 at 10 s' },
  { fact: 'signature', row: 14, from: 0.8, to: 1.6, anchor: '-' },
  { fact: 'volumeVolatility', row: 16, from: 0.5, to: 1, anchor: '-' },
  { fact: 'depthVolatility', row: 16, from: -1, to: -0.3, anchor: '-' },
  { fact: 'refillVolume', row: 18, from: 0.02, to: 0.08, anchor: '.036' },
  { fact: 'modifiedAggressors', row: 19, from: 0.02, to: 0.06, anchor: '.037' },
];

/**
 * Facts that the long run misses by little, over 24 seeds of 16 hours: the tails of returns are too heavy in a fifth of
 * seeds (Hill's index in half of them, median 2.52), and the imbalance law is at its lower edge for bids in 21 %. Printed,
 * and not asserted.
 */
export const OUT_OF_RANGE: ReadonlySet<FactName | SlowFactName> = new Set<FactName | SlowFactName>([
  'upAtBid',
  'kurtosis10s',
  'kurtosis1m',
  'hill',
]);

/**
 * The share of stops is that of a thin hour: 100 of 2,834 aggressors in the recorded one. At the rate of a busy session it
 * would be hundreds of stops an hour, and simulator reference 3.2 has 20 to 60 events with stops in any hour. Both hold
 * where the figures meet, so this fact is measured in a market as thin as the recorded one.
 */
export const THIN_TARGETS: readonly FactTarget[] = [
  { fact: 'stopAggressors', row: 18, from: 0.02, to: 0.06, anchor: '.034 to .037' },
];
