/**
 * What a detector's facts are called in the sheet, in the order in which they are listed, and how their numbers read.
 */

/** Keys whose own words say too little; a key that is not here is split into words and follows by name. */
export const LABELS: Readonly<Record<string, string>> = {
  firstNs: 'First seen',
  formedNs: 'Formed',
  lastNs: 'Last change',
  outcomeMs: 'Outcome after',
  // Icebergs: one order id, a chain of orders, or a level that refilled
  displayExact: 'Shown size exact',
  medianContracts: 'Still hidden, median',
  lowContracts: 'Still hidden, 10% less',
  highContracts: 'Still hidden, 10% more',
  atLeast1: 'Chance of 1 more refill',
  atLeast3: 'Chance of 3 more refills',
  atLeast10: 'Chance of 10 more refills',
  sample: 'Icebergs in that sample',
  requotesWithoutFill: 'Orders replaced without a fill',
  likelihoodRatio: 'Log-likelihood ratio against ordinary orders',
  gained: 'Contracts replenished',
  trades: 'Trades into it',
  // Stops
  atLevel: 'At a known level',
  levelDriven: 'Driven by a level',
  pReversal: 'Chance of a reversal',
  levelsSwept: 'Prices swept',
  stopShare: 'Share of stops in the volume',
  speed: 'Speed, multiple of normal',
  thinning: 'Depth ahead, multiple of normal',
  baselineWarm: 'Baseline for this hour known',
  // Absorption
  hold: 'Chance that it holds',
  heldMeans: 'Definition of holding',
  absorbed: 'Contracts absorbed',
  opposite: 'Traded the other way',
  oneSided: 'Share traded into the price',
  aggressors: 'Aggressive orders',
  shownFirst: 'Shown initially',
  shownNow: 'Shown now',
  hidden: 'Traded from hidden size',
  refillRatio: 'Replenished per contract traded',
  volumeZ: 'Volume compared with this time of day',
  impactZ: 'Shortfall of the move for that volume',
  progressTicks: 'Price moved',
  // Support and resistance
  touchesInRole: 'Touches from this side',
  bouncesInRole: 'Of these reversed',
  posteriorMean: 'Reversal rate here, estimated',
  nullMean: 'Reversal rate at arbitrary prices',
  chanceAboveNull: 'Chance of a higher rate than there',
  pValue: 'Chance of this by luck alone',
  qValue: 'False discovery rate of such zones',
  volumeInZone: 'Traded in the zone',
  absorbedRank: 'Contracts absorbed, rank among prices',
  confluence: 'Other levels inside',
  // Spoofing-like patterns
  stage: 'Stage',
  withdrawals: 'Withdrawals',
  fillFraction: 'Filled before withdrawal',
  oppositeFilled: 'Filled on the other side',
  lagMs: 'Withdrawn after the fill',
  limits: 'Limitations',
  follow: 'Chance of follow-through',
};
export const ORDER = Object.values(LABELS);

/** Shown elsewhere in the sheet (as a figure, a rule, an id or the data's quality), or numbers for the model alone. */
export const ELSEWHERE: ReadonlySet<string> = new Set([
  'orderIds',
  'orders',
  'rules',
  'tier',
  'outcome',
  'executed',
  'displaySize',
  'tranches',
  'hiddenSeen',
  'stops',
  'prints',
  'contracts',
  'rangeTicks',
  'range',
  'durationMs',
  'slices',
  'meanSlice',
  'medianDelayMs',
  'hiddenAtLeast',
  'shownAtStart',
  'replenishments',
  'minor',
  'zone',
  'features',
]);

/** Ticks that are distances, not prices. */
export const DISTANCE = /^(range|overshoot|reversion|zoneHeight|progress)/;
/** Numbers from 0 to 1 that read as percent. */
export const SHARE =
  /^(atLeast\d+|oneSided|posteriorMean|nullMean|chanceAboveNull|pValue|qValue|absorbedRank)$|(Share|Fraction)$/;
/** Multiples of the usual. */
export const MULTIPLE = /^(speed|thinning)$/;
/** Standard deviations. */
export const DEVIATIONS = /Z$/;
