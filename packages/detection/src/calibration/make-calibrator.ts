/** Makes a calibrator from what a model was trained and calibrated on. */
import type { FeedTier } from '@undertow/market';
import { isotonicBlocks, MIN_BLOCK, type Scored } from '#learning/isotonic.ts';
import { logistic } from '#learning/logistic.ts';
import { fitPlatt } from '#learning/platt.ts';
import { type ScoreModel, shortenedModel } from '#learning/score-model.ts';
import { shortNumber } from '#learning/short-number.ts';
import type { CalibrationStep, Calibrator } from './calibrator.ts';
import type { ModelSpec } from './judge.ts';

/** Isotonic from this many positives on, Platt below (Niculescu-Mizil and Caruana 2005). */
const POSITIVES_FOR_ISOTONIC = 1000;
const MIN_PROBABILITY = 0.01;
const MAX_PROBABILITY = 0.99;
/** Platt's curve is cut into this many steps of equal probability. */
const PLATT_STEPS = 98;

export interface CalibratorOrigin {
  readonly command: string;
  readonly trainSeeds: string;
  readonly calibrationSeeds: string;
}

/** `scored`: the best look of each candidate of the calibration seeds. The same input gives the same calibrator. */
export function makeCalibrator(
  spec: ModelSpec,
  tier: FeedTier,
  model: ScoreModel,
  scored: readonly Scored[],
  origin: CalibratorOrigin,
): Calibrator {
  const positives = scored.filter(({ truth }) => truth).length;
  const isIsotonic = positives >= POSITIVES_FOR_ISOTONIC;
  const steps = isIsotonic ? isotonicSteps(scored) : plattSteps(scored);
  const body = {
    ...origin,
    features: spec.features,
    scorer: shortenedModel(model),
    prevalence: shortened(meanProbability(steps, scored)),
    method: isIsotonic ? ('isotonic' as const) : ('platt' as const),
    steps,
  };
  const identity = { model: spec.name, modelVersion: spec.version, tier };
  return { ...identity, hash: hashOf(JSON.stringify({ ...identity, ...body })), ...body };
}

/**
 * What the probabilities of these candidates come to: their share of true ones, except for what the bounds of a
 * probability add. The prior shift compares the probabilities of other candidates with it, so it must be on the same
 * scale.
 */
function meanProbability(steps: readonly CalibrationStep[], scored: readonly Scored[]): number {
  const sum = scored.reduce((total, { score }) => total + probabilityAt(steps, score), 0);
  return sum / scored.length;
}

/** Probability of the last step that begins at or below the score; scores below all belong to the first. */
export function probabilityAt(steps: readonly CalibrationStep[], score: number): number {
  const step = steps.findLast(({ fromScore }) => fromScore <= score) ?? steps[0];
  return step?.probability ?? Number.NaN;
}

const clamped = (probability: number): number =>
  Math.min(MAX_PROBABILITY, Math.max(MIN_PROBABILITY, probability));

function isotonicSteps(scored: readonly Scored[]): CalibrationStep[] {
  return isotonicBlocks(scored).map(({ fromScore, count, positives }) => ({
    fromScore: shortenedDown(fromScore),
    probability: shortened(clamped(positives / count)),
    count,
    positives,
  }));
}

/** Each step carries the nearest samples around it, at least as many as an isotonic block, for its interval. */
function plattSteps(scored: readonly Scored[]): CalibrationStep[] {
  const { slope, offset } = fitPlatt(scored);
  const sorted = [...scored].sort((a, b) => a.score - b.score);
  const flat = sorted.filter(({ truth }) => truth).length;
  if (slope === 0) {
    const probability = shortened(clamped(logistic(offset)));
    return [{ fromScore: 0, probability, count: sorted.length, positives: flat }];
  }
  const scoreAt = (p: number): number => (Math.log(p / (1 - p)) - offset) / slope;
  const steps: CalibrationStep[] = [];
  for (let at = 0; at < PLATT_STEPS; at += 1) {
    const from = MIN_PROBABILITY + (at / PLATT_STEPS) * (MAX_PROBABILITY - MIN_PROBABILITY);
    const to = MIN_PROBABILITY + ((at + 1) / PLATT_STEPS) * (MAX_PROBABILITY - MIN_PROBABILITY);
    const fromScore = at === 0 ? Number.NEGATIVE_INFINITY : scoreAt(from);
    const own = sorted.filter(({ score }) => score >= fromScore && score < scoreAt(to));
    const ownSum = own.reduce((sum, { score }) => sum + logistic(slope * score + offset), 0);
    steps.push({
      fromScore: shortened(scoreAt(from)),
      probability: shortened(clamped(own.length === 0 ? (from + to) / 2 : ownSum / own.length)),
      ...nearest(sorted, scoreAt((from + to) / 2), MIN_BLOCK),
    });
  }
  return steps;
}

function nearest(
  sorted: readonly Scored[],
  score: number,
  wanted: number,
): { count: number; positives: number } {
  let from = sorted.findIndex((one) => one.score >= score);
  if (from < 0) from = sorted.length;
  let to = from;
  while (to - from < wanted && (from > 0 || to < sorted.length)) {
    const below = from > 0 ? score - sorted[from - 1]!.score : Number.POSITIVE_INFINITY;
    const above = to < sorted.length ? sorted[to]!.score - score : Number.POSITIVE_INFINITY;
    if (below <= above) from -= 1;
    else to += 1;
  }
  return { count: to - from, positives: sorted.slice(from, to).filter(({ truth }) => truth).length };
}

/** Nine digits are enough to judge by, and files stay readable. */
const shortened = (value: number): number => shortNumber(value, 9);

/** Never above: scores of a sum are rarely short, and those at the beginning of a step are most of it where trees score. */
function shortenedDown(value: number): number {
  const short = shortened(value);
  return short <= value ? short : shortened(short - Math.abs(short) * 1e-8);
}

/** Eight hex digits of FNV-1a. */
function hashOf(text: string): string {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
