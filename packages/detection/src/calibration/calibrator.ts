/** A calibrator as data: the logistic weights of one model, its isotonic steps, and where they came from. */
import type { FeedTier } from '@undertow/market';

/** One step of the isotonic curve: scores from here on mean this probability. */
export interface CalibrationStep {
  /** Lowest logit of the step. */
  readonly fromScore: number;
  /** 0.01 to 0.99. */
  readonly probability: number;
  /** Samples of the step and how many of them were true: the Wilson interval comes from them. */
  readonly count: number;
  readonly positives: number;
}

/** A committed file `calibrators/<model>.<tier>.json`; `npm run train` makes it. */
export interface Calibrator {
  readonly model: string;
  readonly modelVersion: number;
  readonly tier: FeedTier;
  /** Eight hex digits over parameters, seeds and weights: shown as `model@hash`. */
  readonly hash: string;
  /** Command that makes this file again. */
  readonly command: string;
  readonly trainSeeds: string;
  readonly calibrationSeeds: string;
  readonly features: readonly string[];
  /** Robust location and scale of each feature. */
  readonly center: readonly number[];
  readonly scale: readonly number[];
  readonly weights: readonly number[];
  readonly intercept: number;
  /** Mean probability of the candidates of the calibration seeds: their share of true ones, bounds included. */
  readonly prevalence: number;
  readonly method: 'isotonic' | 'platt';
  /** Isotonic: ascending `fromScore`. Platt: the same curve cut into steps. */
  readonly steps: readonly CalibrationStep[];
}
