/** Scored sessions to published figures: every row and model, by generator, tier and product. */
import {
  areaUnderRoc,
  averagePrecision,
  brierScore,
  brierSkill,
  calibrationError,
  type Estimate,
  type Forecast,
  type ForecastReached,
  f1Of,
  forecastFigures,
  type LeadReached,
  leadFigures,
  type ModelReached,
  type PairMinuteOutcome,
  precisionOf,
  type RowReached,
  type RowTally,
  recallOf,
  reliabilityBins,
  rowFigures,
  SCORE_ROWS,
  sessionBootstrap,
  type TrackFigures,
  topDecileLift,
  trackFigures,
} from '@undertow/detection';
import { type FeedTier, seededDraws } from '@undertow/market';
import { isFamily } from '@undertow/simulator';
import type { TierForecasts } from './forecast-session.ts';
import type { ModelOutcome, ScoredModel, ScoredSession, ScoredTier } from './score-session.ts';

/** Resampling only; fixed so that the same sessions give the same intervals. */
const BOOTSTRAP_SEED = 2026;
const MODEL_RESAMPLES = 100;
/** Of a reliability diagram. */
const BINS = 10;
const MIN_FOR_BINS = 100;

/** The sessions of all families of other mechanics together. */
const ALL_FAMILIES = 'families';

/** A kind of market: its sessions on one tier. */
interface Cell {
  readonly generator: string;
  readonly tier: FeedTier;
  readonly instrument: string;
  readonly sessions: readonly ScoredTier[];
}

export interface ReachedFigures {
  readonly rows: RowReached[];
  readonly models: ModelReached[];
}

/** A day of icebergs as it was played. */
export interface ScoredDay {
  readonly generator: string;
  readonly tiers: readonly TierForecasts[];
}

/** A world as it was played, and what was claimed in it. */
export interface ScoredWorld {
  readonly generator: string;
  readonly minutes: readonly PairMinuteOutcome[];
}

/** Products are listed separately where there are several, on the best tier of the first generator. */
export function figuresOf(sessions: readonly ScoredSession[]): ReachedFigures {
  const cells = cellsOf(sessions);
  return {
    rows: cells.flatMap((cell) => SCORE_ROWS.flatMap(({ name }) => rowReached(cell, name))),
    models: cells.flatMap((cell) => modelNames(cell).map((name) => modelReached(cell, name))),
  };
}

/** How often what findings declared came true in families, beside other moments; nothing of what declares no outcome. */
export function outcomesOf(sessions: readonly ScoredSession[], tier: FeedTier): TrackFigures[] {
  const ofFamilies = sessions.filter(({ plan }) => isFamily(plan.generator));
  const counts = onTier(ofFamilies, tier).flatMap(({ track }) => track);
  return trackFigures(counts).filter(({ rule }) => rule !== null);
}

/** By generator: a row for all pairs, and one for each. */
export function leadsOf(worlds: readonly ScoredWorld[]): LeadReached[] {
  return [...new Set(worlds.map(({ generator }) => generator))].flatMap((generator) => {
    const own = worlds.filter((world) => world.generator === generator);
    const sessions = own.map(({ minutes }) => minutes);
    return leadFigures(sessions, BOOTSTRAP_SEED).map((figures) => ({ generator, ...figures }));
  });
}

/** By generator and tier; nothing on feeds that do not show the end of an iceberg. */
export function forecastsOf(days: readonly ScoredDay[]): ForecastReached[] {
  return [...new Set(days.map(({ generator }) => generator))].flatMap((generator) => {
    const own = days.filter((day) => day.generator === generator);
    return (own[0]?.tiers ?? []).flatMap(({ tier }) => {
      const sessions = own.map(({ tiers }) => tiers.find((one) => one.tier === tier)?.outcomes ?? []);
      const figures = forecastFigures(sessions, BOOTSTRAP_SEED);
      return figures.forecasts === 0 ? [] : [{ tier, generator, sessions: sessions.length, ...figures }];
    });
  });
}

function cellsOf(sessions: readonly ScoredSession[]): Cell[] {
  const generators = [...new Set(sessions.map(({ plan }) => plan.generator))];
  const products = [...new Set(sessions.map(({ plan }) => plan.symbol))];
  const tiers = sessions[0]?.tiers.map(({ tier }) => tier) ?? [];
  const cells: Cell[] = [];
  const ofFamilies = sessions.filter(({ plan }) => isFamily(plan.generator));
  if (ofFamilies.length > 0)
    for (const tier of tiers)
      cells.push({ generator: ALL_FAMILIES, tier, instrument: 'all', sessions: onTier(ofFamilies, tier) });
  for (const generator of generators) {
    const ofGenerator = sessions.filter(({ plan }) => plan.generator === generator);
    for (const tier of tiers) {
      cells.push({ generator, tier, instrument: 'all', sessions: onTier(ofGenerator, tier) });
      if (products.length < 2 || generator !== generators[0] || tier !== tiers[0]) continue;
      for (const instrument of products) {
        const ofProduct = ofGenerator.filter(({ plan }) => plan.symbol === instrument);
        cells.push({ generator, tier, instrument, sessions: onTier(ofProduct, tier) });
      }
    }
  }
  return cells;
}

function onTier(sessions: readonly ScoredSession[], tier: FeedTier): ScoredTier[] {
  return sessions.flatMap(({ tiers }) => tiers.filter((one) => one.tier === tier));
}

type Tallies = 'rows' | 'highRows' | 'baselines' | 'permuted';

function talliesOf({ sessions }: Cell, kind: Tallies, row: string): RowTally[] {
  return sessions.flatMap((session) => session[kind].get(row) ?? []);
}

/** Nothing where there was neither a label nor a finding. */
function rowReached(cell: Cell, row: string): RowReached[] {
  const { generator, tier, instrument } = cell;
  const figures = rowFigures(talliesOf(cell, 'rows', row), BOOTSTRAP_SEED);
  const { neutral, cleanHours, weakRecall, ...reached } = figures;
  if (figures.labels + figures.weakLabels + figures.wrong + neutral === 0) return [];
  const high = talliesOf(cell, 'highRows', row);
  const baseline = talliesOf(cell, 'baselines', row);
  const baselineFired = baseline.some(({ found, weakFound, wrong }) => found + weakFound + wrong > 0);
  const models = cell.sessions.flatMap(({ models: all }) => all.filter((model) => model.row === row));
  const forecasts = models.flatMap(({ outcomes }) => outcomes.map(forecastOf));
  return [
    {
      row,
      tier,
      instrument,
      generator,
      ...reached,
      highPrecision: known(precisionOf(high)),
      highRecall: known(recallOf(high)),
      averagePrecision: averagePrecisionOf(models),
      baselineF1: baselineFired ? known(f1Of(baseline)) : null,
      permutedF1: known(f1Of(talliesOf(cell, 'permuted', row))),
      brier: known(brierScore(forecasts)),
      calibrationError: known(calibrationError(forecasts)),
    },
  ];
}

function averagePrecisionOf(models: readonly ScoredModel[]): number | null {
  const wanted = models.reduce((sum, model) => sum + model.wanted, 0);
  return known(
    averagePrecision(
      models.flatMap(({ ranked }) => ranked),
      wanted,
    ),
  );
}

function modelNames({ sessions }: Cell): string[] {
  return [...new Set(sessions.flatMap(({ models }) => models.map(({ model }) => model)))].sort();
}

function modelReached(cell: Cell, name: string): ModelReached {
  const { generator, tier, instrument, sessions } = cell;
  const perSession = sessions.map(({ models }) =>
    models.filter(({ model }) => model === name).flatMap(({ outcomes }) => outcomes),
  );
  const outcomes = perSession.flat();
  const forecasts = outcomes.map(forecastOf);
  const estimateBy = (figure: (forecasts: readonly Forecast[]) => number): Estimate | null => {
    const value = known(figure(forecasts));
    if (value === null) return null;
    const ofDraw = (chosen: readonly (readonly ModelOutcome[])[]): number =>
      figure(chosen.flat().map(forecastOf));
    const { low, high } = sessionBootstrap(perSession, ofDraw, BOOTSTRAP_SEED, MODEL_RESAMPLES);
    return { value, low: known(low) ?? value, high: known(high) ?? value };
  };
  return {
    model: name,
    tier,
    instrument,
    generator,
    candidates: outcomes.length,
    baseRate: known(outcomes.filter(({ truth }) => truth).length / outcomes.length) ?? 0,
    auc: known(areaUnderRoc(outcomes)),
    brier: known(brierScore(forecasts)) ?? 0,
    brierSkill: estimateBy(brierSkill),
    calibrationError: estimateBy(calibrationError) ?? { value: 0, low: 0, high: 0 },
    topDecileLift: known(topDecileLift(outcomes)),
    reliability:
      instrument === 'all' && forecasts.length >= MIN_FOR_BINS
        ? reliabilityBins(forecasts, BINS, seededDraws(BOOTSTRAP_SEED))
        : [],
  };
}

function forecastOf({ confidence, truth }: ModelOutcome): Forecast {
  return { probability: confidence, truth };
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
