/**
 * Scores what was forecast of the hidden rest of native icebergs against what followed (detection, section 4).
 *
 * Cancelled icebergs are censored: known ones stand for them by the inverse of their chance of not being cancelled (Graf,
 * Schmoor, Sauerbrei and Schumacher 1999), so that long icebergs are not lost from the score.
 */
import type { FlowEvent } from '@undertow/market';

/** Display sizes ahead at which the chances are scored. */
const HORIZONS = [1, 3, 10] as const;
export type Horizon = (typeof HORIZONS)[number];

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

export interface ForecastFigures {
  readonly forecasts: number;
  readonly complete: number;
  /** Brier score, and its part below that of the constant base rate; null without any. */
  readonly brier: Readonly<Record<Horizon, number | null>>;
  readonly skill: Readonly<Record<Horizon, number | null>>;
  /** Share of complete icebergs inside the band; 0.75 to 0.85 is asked for. */
  readonly coverage: number | null;
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
 * Keeps forecasts of each iceberg and how it ended: the first one and one whenever it has twice as many tranches as at the
 * last, so that long icebergs do not outweigh short ones. Hears the events of a pipeline.
 */
export class ForecastLog {
  private readonly kept = new Map<string, Kept[]>();
  private readonly last = new Map<string, FlowEvent>();

  putEvent(event: FlowEvent): void {
    if (event.type !== 'iceberg' || event.sub !== 'native') return;
    this.last.set(event.id, event);
    const forecast = forecastOf(event);
    if (forecast === null) return;
    const kept = this.kept.get(event.id) ?? [];
    const tranches = Number(event.evidence['tranches']);
    if (tranches < 2 * (kept.at(-1)?.tranches ?? 0)) return;
    kept.push({ tranches, displaySize: Number(event.evidence['displaySize']), forecast });
    this.kept.set(event.id, kept);
  }

  get outcomes(): ForecastOutcome[] {
    return [...this.kept].flatMap(([id, kept]) => {
      const evidence = this.last.get(id)?.evidence ?? {};
      return kept.map(({ tranches, displaySize, forecast }) => ({
        chances: { 1: forecast.atLeast1, 3: forecast.atLeast3, 10: forecast.atLeast10 },
        low: forecast.lowContracts / displaySize,
        high: forecast.highContracts === null ? Infinity : forecast.highContracts / displaySize,
        followed: Number(evidence['tranches']) - tranches,
        isComplete: evidence['outcome'] === 'completed',
      }));
    });
  }
}

export function forecastFigures(outcomes: readonly ForecastOutcome[]): ForecastFigures {
  const staying = chanceOfStaying(outcomes);
  const complete = outcomes.filter(({ isComplete }) => isComplete);
  const brier = { 1: null, 3: null, 10: null } as Record<Horizon, number | null>;
  const skill = { 1: null, 3: null, 10: null } as Record<Horizon, number | null>;
  for (const horizon of HORIZONS) {
    const weighed = outcomes.flatMap((outcome) => weighedAt(outcome, horizon, staying));
    const score = meanSquare(weighed, ({ chance }) => chance);
    const rate = meanOf(weighed, ({ truth }) => truth);
    const constant = meanSquare(weighed, () => rate);
    brier[horizon] = weighed.length === 0 ? null : score;
    skill[horizon] = constant > 0 ? 1 - score / constant : null;
  }
  const inside = complete.map((outcome) => ({
    weight: 1 / staying(outcome.followed),
    chance: 0,
    truth: outcome.followed >= outcome.low && outcome.followed <= outcome.high ? 1 : 0,
  }));
  const coverage = inside.length === 0 ? null : meanOf(inside, ({ truth }) => truth);
  return { forecasts: outcomes.length, complete: complete.length, brier, skill, coverage };
}

interface Forecast {
  readonly atLeast1: number;
  readonly atLeast3: number;
  readonly atLeast10: number;
  readonly lowContracts: number;
  readonly highContracts: number | null;
}

function forecastOf({ evidence }: FlowEvent): Forecast | null {
  const forecast = evidence['forecast'];
  return forecast === null || forecast === undefined ? null : (forecast as unknown as Forecast);
}

/** What is known at a horizon: that more followed, or that it was complete before. */
function weighedAt(
  outcome: ForecastOutcome,
  horizon: Horizon,
  staying: (followed: number) => number,
): Weighed[] {
  const chance = outcome.chances[horizon];
  if (outcome.followed >= horizon) return [{ weight: 1 / staying(horizon - 1), chance, truth: 1 }];
  return outcome.isComplete ? [{ weight: 1 / staying(outcome.followed), chance, truth: 0 }] : [];
}

/** Kaplan and Meier's estimate of not being cancelled before so many display sizes followed. */
function chanceOfStaying(outcomes: readonly ForecastOutcome[]): (followed: number) => number {
  return (followed) => {
    let chance = 1;
    for (let step = 0; step < followed; step += 1) {
      const atRisk = outcomes.filter((one) => one.followed >= step).length;
      const cancelled = outcomes.filter((one) => one.followed === step && !one.isComplete).length;
      if (atRisk > cancelled) chance *= 1 - cancelled / atRisk;
    }
    return chance;
  };
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
