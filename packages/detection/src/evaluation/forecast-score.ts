/**
 * Scores what was forecast of the hidden rest of native icebergs against what followed (detection, section 4).
 *
 * Cancelled icebergs are censored: known ones represent them by the inverse of their chance of not being cancelled
 * (Graf, Schmoor, Sauerbrei and Schumacher 1999), so that long icebergs are not lost from the score.
 */
import type { FlowEvent } from '@undertow/market';
import { sessionBootstrap } from '#learning/bootstrap.ts';
import type { Estimate } from './row-figures.ts';

/** Display sizes ahead at which the chances are scored. */
export const FORECAST_HORIZONS = [1, 3, 10] as const;
export type Horizon = (typeof FORECAST_HORIZONS)[number];
/** Forecasts of which the outcome is known, below which no figure is given. */
const MIN_KNOWN = 30;
const RESAMPLES = 300;

/** One forecast and what followed it. */
export interface ForecastOutcome {
  /** Chance that at least so many more display sizes follow. */
  readonly chances: Readonly<Record<Horizon, number>>;
  /** Ends of the 80 % band in display sizes; the upper one is open where the curve is. */
  readonly low: number;
  readonly high: number;
  /** Display sizes that followed; the last ones known of where it was cancelled or lost. */
  readonly followed: number;
  readonly isComplete: boolean;
}

export interface HorizonFigures {
  readonly displaySizes: Horizon;
  /** Share of icebergs that continued so far, cancelled ones made up for; null where too few are known. */
  readonly baseRate: number | null;
  readonly brier: Estimate | null;
  /** Part of the Brier score of the constant base rate that the forecast saves. */
  readonly skill: Estimate | null;
}

export interface ForecastFigures {
  readonly forecasts: number;
  readonly complete: number;
  readonly horizons: readonly HorizonFigures[];
  /** Share of complete icebergs inside the 80 % band. */
  readonly coverage: Estimate | null;
}

interface Weighed {
  readonly weight: number;
  readonly chance: number;
  readonly truth: number;
}

interface Kept {
  readonly tranches: number;
  readonly displaySize: number;
  readonly forecast: Forecast;
}

/**
 * Keeps forecasts of each iceberg and how it ended: the first one and one whenever it has twice as many tranches as at
 * the last, so that long icebergs do not outweigh short ones. Receives the events of a pipeline.
 */
export class ForecastLog {
  readonly #kept = new Map<string, Kept[]>();
  readonly #last = new Map<string, FlowEvent>();

  putEvent(event: FlowEvent): void {
    if (event.type !== 'iceberg' || event.sub !== 'native') return;
    this.#last.set(event.id, event);
    const forecast = forecastOf(event);
    if (forecast === null) return;
    const kept = this.#kept.get(event.id) ?? [];
    const tranches = Number(event.evidence['tranches']);
    if (tranches < 2 * (kept.at(-1)?.tranches ?? 0)) return;
    kept.push({ tranches, displaySize: Number(event.evidence['displaySize']), forecast });
    this.#kept.set(event.id, kept);
  }

  get outcomes(): ForecastOutcome[] {
    return [...this.#kept].flatMap(([id, kept]) => {
      const evidence = this.#last.get(id)?.evidence ?? {};
      return kept.map(({ tranches, displaySize, forecast }) => ({
        chances: { 1: forecast.atLeast1, 3: forecast.atLeast3, 10: forecast.atLeast10 },
        low: forecast.lowContracts / displaySize,
        high: forecast.highContracts === null ? Infinity : forecast.highContracts / displaySize,
        followed: followedSizes(evidence, tranches, displaySize),
        isComplete: evidence['outcome'] === 'completed',
      }));
    });
  }
}

/**
 * The figures of the outcomes of many sessions, with 95 % intervals over sessions; `seed` decides the resampling only.
 */
export function forecastFigures(
  sessions: readonly (readonly ForecastOutcome[])[],
  seed: number,
): ForecastFigures {
  const outcomes = sessions.flat();
  const estimate = (figure: (of: readonly ForecastOutcome[]) => number): Estimate | null => {
    const value = figure(outcomes);
    if (!Number.isFinite(value)) return null;
    return { value, ...sessionBootstrap(sessions, (chosen) => figure(chosen.flat()), seed, RESAMPLES) };
  };
  const complete = outcomes.filter(({ isComplete }) => isComplete).length;
  return {
    forecasts: outcomes.length,
    complete,
    horizons: FORECAST_HORIZONS.map((displaySizes) => {
      const isKnown = knownAt(outcomes, displaySizes) >= MIN_KNOWN;
      return {
        displaySizes,
        baseRate: isKnown ? baseRateAt(outcomes, displaySizes) : null,
        brier: isKnown ? estimate((chosen) => brierAt(chosen, displaySizes)) : null,
        skill: isKnown ? estimate((chosen) => skillAt(chosen, displaySizes)) : null,
      };
    }),
    coverage: complete >= MIN_KNOWN ? estimate(bandCoverage) : null,
  };
}

/** Forecasts of which it is known whether so much more followed. */
function knownAt(outcomes: readonly ForecastOutcome[], horizon: Horizon): number {
  return outcomes.filter(({ followed, isComplete }) => followed >= horizon || isComplete).length;
}

function baseRateAt(outcomes: readonly ForecastOutcome[], horizon: Horizon): number {
  return meanOf(weighedAt(outcomes, horizon), ({ truth }) => truth);
}

/** Mean square between the chance that so much more follows and whether it did; NaN without any. */
export function brierAt(outcomes: readonly ForecastOutcome[], horizon: Horizon): number {
  return meanSquare(weighedAt(outcomes, horizon), ({ chance }) => chance);
}

/** NaN where all came out alike. */
export function skillAt(outcomes: readonly ForecastOutcome[], horizon: Horizon): number {
  const weighed = weighedAt(outcomes, horizon);
  const rate = meanOf(weighed, ({ truth }) => truth);
  const constant = meanSquare(weighed, () => rate);
  return constant > 0 ? 1 - meanSquare(weighed, ({ chance }) => chance) / constant : Number.NaN;
}

/** Share of complete icebergs whose rest lay within the band; NaN without any. */
export function bandCoverage(outcomes: readonly ForecastOutcome[]): number {
  const staying = chanceOfStaying(outcomes);
  const complete = outcomes.filter(({ isComplete }) => isComplete);
  const weighed = complete.map(({ followed, low, high }) => ({
    weight: 1 / staying(followed + 1),
    chance: 0,
    truth: followed >= low && followed <= high ? 1 : 0,
  }));
  return meanOf(weighed, ({ truth }) => truth);
}

interface Forecast {
  readonly atLeast1: number;
  readonly atLeast3: number;
  readonly atLeast10: number;
  readonly lowContracts: number;
  readonly highContracts: number | null;
}

/** Tranches after the forecast, in the display size of then: more refills may have decoded to another one. */
function followedSizes(evidence: FlowEvent['evidence'], tranches: number, displaySize: number): number {
  const contracts = Number(evidence['tranches']) * Number(evidence['displaySize']);
  return Math.max(0, Math.round(contracts / displaySize - tranches));
}

function forecastOf({ evidence }: FlowEvent): Forecast | null {
  const forecast = evidence['forecast'];
  return forecast === null || forecast === undefined ? null : (forecast as unknown as Forecast);
}

/** What is known at a horizon: that more followed, or that it was complete before. */
function weighedAt(outcomes: readonly ForecastOutcome[], horizon: Horizon): Weighed[] {
  const staying = chanceOfStaying(outcomes);
  return outcomes.flatMap(({ chances, followed, isComplete }) => {
    const chance = chances[horizon];
    if (followed >= horizon) return [{ weight: 1 / staying(horizon), chance, truth: 1 }];
    return isComplete ? [{ weight: 1 / staying(followed + 1), chance, truth: 0 }] : [];
  });
}

/** Kaplan and Meier's estimate of not being cancelled before so many display sizes followed. */
function chanceOfStaying(outcomes: readonly ForecastOutcome[]): (followed: number) => number {
  const most = outcomes.reduce((known, { followed }) => Math.max(known, followed), 0);
  const ended = new Float64Array(most + 1);
  const cancelled = new Float64Array(most + 1);
  for (const { followed, isComplete } of outcomes) {
    ended[followed]! += 1;
    if (!isComplete) cancelled[followed]! += 1;
  }
  const chances = [1];
  let atRisk = outcomes.length;
  for (let step = 0; step <= most; step += 1) {
    const leaving = cancelled[step]!;
    const before = chances[step]!;
    chances.push(atRisk > leaving ? before * (1 - leaving / atRisk) : before);
    atRisk -= ended[step]!;
  }
  return (followed) => chances[Math.min(followed, chances.length - 1)]!;
}

function meanOf(weighed: readonly Weighed[], measure: (one: Weighed) => number): number {
  let sum = 0;
  let total = 0;
  for (const one of weighed) {
    sum += one.weight * measure(one);
    total += one.weight;
  }
  return total === 0 ? Number.NaN : sum / total;
}

function meanSquare(weighed: readonly Weighed[], forecastAt: (one: Weighed) => number): number {
  return meanOf(weighed, (one) => (forecastAt(one) - one.truth) ** 2);
}
