/** The published figures: what the detectors reached on labelled markets, as a versioned file and its strict reader. */
import { FEED_TIERS, type FeedTier } from '@undertow/market';
import { PlainDataError, PlainObject } from '#calibration/plain-data.ts';
import type { ConsistentBin } from '#learning/reliability.ts';
import { FORECAST_HORIZONS, type ForecastFigures, type HorizonFigures } from './forecast-score.ts';
import type { LeadFigures } from './lead-score.ts';
import type { Estimate } from './row-figures.ts';

export const FIGURES_VERSION = 3;

/** What one row of the score reached in one kind of market on one tier. */
export interface RowReached {
  /** Name of the row: a type, or type and sub, for example `iceberg/native`. */
  readonly row: string;
  readonly tier: FeedTier;
  /** Product, or `all`. */
  readonly instrument: string;
  readonly generator: string;
  readonly sessions: number;
  readonly hours: number;
  readonly labels: number;
  readonly found: number;
  readonly weakLabels: number;
  readonly weakFound: number;
  readonly wrong: number;
  readonly duplicates: number;
  /** At confidence 0.6; null where there was nothing to compare it with. */
  readonly precision: Estimate | null;
  readonly recall: Estimate | null;
  readonly f1: Estimate | null;
  readonly strictF1: number | null;
  /** At confidence 0.8. */
  readonly highPrecision: number | null;
  readonly highRecall: number | null;
  /** Average precision over all thresholds of the model's candidates. */
  readonly averagePrecision: number | null;
  readonly baselineF1: number | null;
  /** F1 against labels moved in time. */
  readonly permutedF1: number | null;
  readonly prevalencePerHour: number | null;
  readonly falseAlarmsPerHour: Estimate | null;
  readonly delayMedianMs: number | null;
  readonly delayP90Ms: number | null;
  readonly directionAccuracy: number | null;
  readonly sizeErrorMedian: number | null;
  readonly brier: number | null;
  readonly calibrationError: number | null;
  readonly bySub: readonly { readonly sub: string; readonly labels: number; readonly found: number }[];
  readonly wrongBy: readonly { readonly cause: string; readonly share: number }[];
}

/** How the probabilities of one model fared over all its candidates, raised or not. */
export interface ModelReached {
  readonly model: string;
  readonly tier: FeedTier;
  readonly instrument: string;
  readonly generator: string;
  readonly candidates: number;
  readonly baseRate: number;
  readonly auc: number | null;
  readonly brier: number;
  /** Against the constant base rate. */
  readonly brierSkill: Estimate | null;
  readonly calibrationError: Estimate;
  readonly topDecileLift: number | null;
  /** Ten bins of equal numbers for a reliability diagram; none where candidates are too few. */
  readonly reliability: readonly ConsistentBin[];
}

/** How the forecasts of the hidden rest of native icebergs fared in one kind of market on one tier. */
export interface ForecastReached extends ForecastFigures {
  readonly tier: FeedTier;
  readonly generator: string;
  readonly sessions: number;
}

/** Claims of who leads whom, on the full feed. */
export interface LeadReached extends LeadFigures {
  readonly generator: string;
}

export interface EvaluationFigures {
  readonly version: typeof FIGURES_VERSION;
  /** Day of the run, ISO 8601, and the commit that was measured. */
  readonly date: string;
  readonly commit: string;
  readonly command: string;
  /** Which seeds, for example `300-379`; of test seeds the SHA-256 of their salt. */
  readonly seeds: string;
  readonly rows: readonly RowReached[];
  readonly models: readonly ModelReached[];
  readonly forecasts: readonly ForecastReached[];
  /** None where several products were not played at once. */
  readonly leads: readonly LeadReached[];
}

/** Throws `PlainDataError` where the data is of another version or not whole. */
export function readFigures(value: unknown): EvaluationFigures {
  const data = new PlainObject(value, 'figures');
  if (data.count('version') !== FIGURES_VERSION)
    throw new PlainDataError(`expected version ${FIGURES_VERSION} at figures.version`);
  return {
    version: FIGURES_VERSION,
    date: data.text('date'),
    commit: data.text('commit'),
    command: data.text('command'),
    seeds: data.text('seeds'),
    rows: data.objects('rows').map(rowReached),
    models: data.objects('models').map(modelReached),
    forecasts: data.objects('forecasts').map(forecastReached),
    leads: data.objects('leads').map(leadReached),
  };
}

function rowReached(data: PlainObject): RowReached {
  return {
    row: data.text('row'),
    tier: data.oneOf('tier', FEED_TIERS),
    instrument: data.text('instrument'),
    generator: data.text('generator'),
    sessions: data.count('sessions'),
    hours: data.number('hours'),
    labels: data.count('labels'),
    found: data.count('found'),
    weakLabels: data.count('weakLabels'),
    weakFound: data.count('weakFound'),
    wrong: data.count('wrong'),
    duplicates: data.count('duplicates'),
    precision: estimateOrNull(data, 'precision'),
    recall: estimateOrNull(data, 'recall'),
    f1: estimateOrNull(data, 'f1'),
    strictF1: data.numberOrNull('strictF1'),
    highPrecision: data.numberOrNull('highPrecision'),
    highRecall: data.numberOrNull('highRecall'),
    averagePrecision: data.numberOrNull('averagePrecision'),
    baselineF1: data.numberOrNull('baselineF1'),
    permutedF1: data.numberOrNull('permutedF1'),
    prevalencePerHour: data.numberOrNull('prevalencePerHour'),
    falseAlarmsPerHour: estimateOrNull(data, 'falseAlarmsPerHour'),
    delayMedianMs: data.numberOrNull('delayMedianMs'),
    delayP90Ms: data.numberOrNull('delayP90Ms'),
    directionAccuracy: data.numberOrNull('directionAccuracy'),
    sizeErrorMedian: data.numberOrNull('sizeErrorMedian'),
    brier: data.numberOrNull('brier'),
    calibrationError: data.numberOrNull('calibrationError'),
    bySub: data
      .objects('bySub')
      .map((one) => ({ sub: one.text('sub'), labels: one.count('labels'), found: one.count('found') })),
    wrongBy: data
      .objects('wrongBy')
      .map((cause) => ({ cause: cause.text('cause'), share: cause.share('share') })),
  };
}

function modelReached(data: PlainObject): ModelReached {
  return {
    model: data.text('model'),
    tier: data.oneOf('tier', FEED_TIERS),
    instrument: data.text('instrument'),
    generator: data.text('generator'),
    candidates: data.count('candidates'),
    baseRate: data.share('baseRate'),
    auc: data.numberOrNull('auc'),
    brier: data.number('brier'),
    brierSkill: estimateOrNull(data, 'brierSkill'),
    calibrationError: estimateOf(data.object('calibrationError')),
    topDecileLift: data.numberOrNull('topDecileLift'),
    reliability: data.objects('reliability').map((bin) => ({
      count: bin.count('count'),
      meanProbability: bin.share('meanProbability'),
      share: bin.share('share'),
      consistentLow: bin.share('consistentLow'),
      consistentHigh: bin.share('consistentHigh'),
    })),
  };
}

function forecastReached(data: PlainObject): ForecastReached {
  return {
    tier: data.oneOf('tier', FEED_TIERS),
    generator: data.text('generator'),
    sessions: data.count('sessions'),
    forecasts: data.count('forecasts'),
    complete: data.count('complete'),
    horizons: data.objects('horizons').map(horizonOf),
    coverage: estimateOrNull(data, 'coverage'),
  };
}

function horizonOf(data: PlainObject): HorizonFigures {
  const recorded = data.count('displaySizes');
  const displaySizes = FORECAST_HORIZONS.find((horizon) => horizon === recorded);
  if (displaySizes === undefined)
    throw new PlainDataError(`expected one of ${FORECAST_HORIZONS.join(', ')} at horizons.displaySizes`);
  return {
    displaySizes,
    baseRate: data.numberOrNull('baseRate'),
    brier: estimateOrNull(data, 'brier'),
    skill: estimateOrNull(data, 'skill'),
  };
}

function leadReached(data: PlainObject): LeadReached {
  return {
    pair: data.text('pair'),
    generator: data.text('generator'),
    sessions: data.count('sessions'),
    minutes: data.count('minutes'),
    claimed: data.count('claimed'),
    right: estimateOrNull(data, 'right'),
    independentMinutes: data.count('independentMinutes'),
    falseClaims: estimateOrNull(data, 'falseClaims'),
  };
}

function estimateOrNull(data: PlainObject, name: string): Estimate | null {
  const estimate = data.objectOrNull(name);
  return estimate === null ? null : estimateOf(estimate);
}

function estimateOf(data: PlainObject): Estimate {
  return { value: data.number('value'), low: data.number('low'), high: data.number('high') };
}
