/** Finds the committed calibrator of a model on a tier. */
import { FEED_TIERS, type FeedTier } from '@undertow/market';
import { CALIBRATOR_FILES } from '#calibration/calibrators/index.ts';
import type { Calibrator } from './calibrator.ts';
import type { ModelSpec } from './judge.ts';
import { readCalibrator } from './read-calibrator.ts';

/** Gives the calibrator of a model on exactly this tier, or null. */
export type CalibratorSource = (model: ModelSpec, tier: FeedTier) => Calibrator | null;

/** A calibrator that a model may be judged with, and whether it was trained on a better tier than the current one. */
export interface ChosenCalibrator {
  readonly calibrator: Calibrator;
  readonly isOfBetterTier: boolean;
}

const read = new Map<string, Calibrator>();

/**
 * The committed calibrator. Null where there is none, or where the one there was made for another version of the model
 * or other features: the model is then not calibrated, and every judgement is marked accordingly.
 */
export function calibratorFor(model: ModelSpec, tier: FeedTier): Calibrator | null {
  const name = `${model.name}.${tier}`;
  const file = CALIBRATOR_FILES[name];
  if (file === undefined) return null;
  const known = read.get(name) ?? readCalibrator(file, name);
  read.set(name, known);
  return isMadeFor(known, model, tier) ? known : null;
}

/** The calibrator of the tier itself, else that of the nearest better tier. */
export function chooseCalibrator(
  source: CalibratorSource,
  model: ModelSpec,
  tier: FeedTier,
): ChosenCalibrator | null {
  for (let at = FEED_TIERS.indexOf(tier); at >= 0; at -= 1) {
    const candidate = FEED_TIERS[at]!;
    const calibrator = source(model, candidate);
    if (calibrator !== null && isMadeFor(calibrator, model, candidate))
      return { calibrator, isOfBetterTier: candidate !== tier };
  }
  return null;
}

function isMadeFor(calibrator: Calibrator, model: ModelSpec, tier: FeedTier): boolean {
  return (
    calibrator.model === model.name &&
    calibrator.modelVersion === model.version &&
    calibrator.tier === tier &&
    calibrator.features.length === model.features.length &&
    calibrator.features.every((name, at) => name === model.features[at])
  );
}
