/** A calibrator as data: how one model scores, the steps from score to probability, and where they came from. */
import type { FeedTier } from '@undertow/market';
import type { ScoreModel } from '#learning/score-model.ts';

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
  /** Eight hex digits over parameters, seeds and scorer: shown as `model@hash`. */
  readonly hash: string;
  /** Command that makes this file again. */
  readonly command: string;
  readonly trainSeeds: string;
  readonly calibrationSeeds: string;
  readonly features: readonly string[];
  readonly scorer: ScoreModel;
  /** Mean probability of the candidates of the calibration seeds: their share of true ones, bounds included. */
  readonly prevalence: number;
  readonly method: 'isotonic' | 'platt';
  /** Isotonic: ascending `fromScore`. Platt: the same curve cut into steps. */
  readonly steps: readonly CalibrationStep[];
}
