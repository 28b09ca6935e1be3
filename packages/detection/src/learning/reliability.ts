/** Whether probabilities are calibrated: Brier score, log loss, calibration error, reliability bins. */
import type { UnitDraw } from '@undertow/market';
import { normalCumulative } from '#statistics/normal-law.ts';
import { quantileOf } from './standardisation.ts';

/** A stated probability and what came of it. */
export interface Forecast {
  readonly probability: number;
  readonly truth: boolean;
}

const ECE_BINS = 15;
/** A share of one or two forecasts is 0 or one: fewer than this in a bin, and there are fewer bins. */
const MIN_IN_BIN = 10;

/** Mean squared error of probabilities (Brier 1950); NaN of none. */
export function brierScore(forecasts: readonly Forecast[]): number {
  return meanOf(forecasts, ({ probability, truth }) => (probability - (truth ? 1 : 0)) ** 2);
}

/** 1 less the Brier score over that of always saying the base rate; NaN without both outcomes. */
export function brierSkill(forecasts: readonly Forecast[]): number {
  const base = meanOf(forecasts, ({ truth }) => (truth ? 1 : 0));
  const climatology = base * (1 - base);
  return climatology > 0 ? 1 - brierScore(forecasts) / climatology : Number.NaN;
}

function meanOf(forecasts: readonly Forecast[], value: (forecast: Forecast) => number): number {
  let sum = 0;
  for (const forecast of forecasts) sum += value(forecast);
  return sum / forecasts.length;
}

/** Forecasts of similar probability: their mean probability and the share that came true. */
export interface ReliabilityBin {
  readonly count: number;
  readonly meanProbability: number;
  readonly share: number;
}

/** Bins of equal numbers of forecasts in the order of their probabilities. */
export function equalMassBins(forecasts: readonly Forecast[], bins: number): ReliabilityBin[] {
  return massGroups(forecasts, bins).map((group) => ({
    count: group.length,
    meanProbability: meanOf(group, ({ probability }) => probability),
    share: meanOf(group, ({ truth }) => (truth ? 1 : 0)),
  }));
}

function massGroups(forecasts: readonly Forecast[], bins: number): Forecast[][] {
  const sorted = [...forecasts].sort((a, b) => a.probability - b.probability);
  const groups: Forecast[][] = [];
  for (let bin = 0; bin < bins; bin += 1) {
    const from = Math.floor((bin * sorted.length) / bins);
    const to = Math.floor(((bin + 1) * sorted.length) / bins);
    if (to > from) groups.push(sorted.slice(from, to));
  }
  return groups;
}

/**
 * Expected calibration error over 15 bins of equal mass, debiased as in Kumar, Liang and Ma 2019: less what the chance
 * in each bin's share adds to it (a folded normal law); never below 0. NaN of none.
 */
export function calibrationError(forecasts: readonly Forecast[]): number {
  if (forecasts.length === 0) return Number.NaN;
  const bins = Math.max(1, Math.min(ECE_BINS, Math.floor(forecasts.length / MIN_IN_BIN)));
  let plain = 0;
  let expected = 0;
  for (const { count, meanProbability, share } of equalMassBins(forecasts, bins)) {
    const weight = count / forecasts.length;
    const distance = Math.abs(meanProbability - share);
    plain += weight * distance;
    expected += weight * foldedNormalMean(distance, Math.sqrt((share * (1 - share)) / count));
  }
  return Math.max(0, 2 * plain - expected);
}

/** Mean of |X| for X normal. */
function foldedNormalMean(mean: number, sigma: number): number {
  if (sigma === 0) return Math.abs(mean);
  const ratio = mean / sigma;
  return (
    sigma * Math.sqrt(2 / Math.PI) * Math.exp((-ratio * ratio) / 2) +
    mean * (1 - 2 * normalCumulative(-ratio))
  );
}

export interface ConsistentBin extends ReliabilityBin {
  /** Where 90 % of the shares would lie if the probabilities were true (Broecker and Smith 2007). */
  readonly consistentLow: number;
  readonly consistentHigh: number;
}

const CONSISTENCY_DRAWS = 400;

/** Bins of a reliability diagram with consistency bars from seeded resampling. */
export function reliabilityBins(
  forecasts: readonly Forecast[],
  bins: number,
  draw: UnitDraw,
): ConsistentBin[] {
  const groups = massGroups(forecasts, bins);
  return equalMassBins(forecasts, bins).map((bin, at) => {
    const group = groups[at]!;
    const shares = new Float64Array(CONSISTENCY_DRAWS);
    for (let run = 0; run < CONSISTENCY_DRAWS; run += 1) {
      let positives = 0;
      for (let k = 0; k < group.length; k += 1) {
        const chosen = group[Math.floor(draw() * group.length)]!;
        if (draw() < chosen.probability) positives += 1;
      }
      shares[run] = positives / group.length;
    }
    return { ...bin, consistentLow: quantileOf(shares, 0.05), consistentHigh: quantileOf(shares, 0.95) };
  });
}
