/** How good the price predictions have been, as detectors report it and the screens show it. */
import type { ReliabilityBin } from '#learning/reliability.ts';

export interface SkillInterval {
  readonly value: number;
  /** Ends of the 95 % interval. */
  readonly low: number;
  readonly high: number;
}

/** What is known of a kind of prediction. NaN where there is too little. */
export interface TargetScore {
  readonly target: string;
  /** Resolved since the start, and those that left unresolved. */
  readonly resolved: number;
  readonly dropped: number;
  /** Over everything resolved. */
  readonly brier: number;
  readonly logLoss: number;
  /** Over the last 2,000: 1 less Brier over that of the rolling base rates, and of a regression on queue imbalance alone. */
  readonly skill: SkillInterval;
  readonly skillOverQueue: SkillInterval;
  /** Over the last 5,000: chance that what rose was given a higher probability of rising than what fell. */
  readonly auc: number;
  readonly queueAuc: number;
  readonly calibrationError: number;
  readonly reliability: readonly ReliabilityBin[];
  /** Whether predictions of this kind are shown now. */
  readonly isShown: boolean;
}
