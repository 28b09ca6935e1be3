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
  sample: 'Icebergs behind that',
  requotesWithoutFill: 'Orders replaced without a fill',
  likelihoodRatio: 'Likelihood against the crowd, log',
  gained: 'Contracts that came back',
  trades: 'Trades into it',
  // Stops
  atLevel: 'At a known level',
  levelDriven: 'Driven by a level',
  pReversal: 'Chance of a reversal',
  levelsSwept: 'Prices swept',
  stopShare: 'Share of stops in the volume',
  speed: 'Speed against the usual',
  thinning: 'Depth ahead against the usual',
  baselineWarm: 'Usual amounts of this hour known',
  // Absorption
  hold: 'Chance that it holds',
  heldMeans: 'To hold means',
  absorbed: 'Contracts absorbed',
  opposite: 'Traded the other way',
  oneSided: 'Share into the price',
  aggressors: 'Orders that hit it',
  shownFirst: 'Shown at first',
  shownNow: 'Shown now',
  hidden: 'Traded from hidden size',
  refillRatio: 'Put in again for each one taken',
  volumeZ: 'Volume against this time of day',
  impactZ: 'Missing move for that volume',
  progressTicks: 'Price moved',
  // Support and resistance
  touchesInRole: 'Touches from this side',
  bouncesInRole: 'Of these turned',
  posteriorMean: 'Share that turns here, estimated',
  nullMean: 'Share that turns at arbitrary prices',
  chanceAboveNull: 'Chance to turn more often than those',
  pValue: 'Chance of that by accident',
  qValue: 'False discoveries among such zones',
  volumeInZone: 'Traded in the zone',
  absorbedRank: 'Contracts absorbed, rank among prices',
  confluence: 'Other levels inside',
  // Spoofing-like patterns
  stage: 'Stage',
  withdrawals: 'Withdrawals',
  fillFraction: 'Filled before they left',
  oppositeFilled: 'Filled on the other side',
  lagMs: 'Withdrawn after the fill by',
  limits: 'What this cannot say',
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
