/** The fields of a judgement that events and patterns carry. */
import type { EvidenceValue } from '@undertow/market';
import { EMIT_CONFIDENCE, type Judgement } from '#calibration/judge.ts';
import { rule } from './wording.ts';

interface JudgementFields {
  readonly confidence: number;
  readonly confidenceLow: number;
  readonly confidenceHigh: number;
  readonly score: number;
  readonly calibrator: string;
}

export function judgementFields({ confidence, low, high, score, calibrator }: Judgement): JudgementFields {
  return { confidence, confidenceLow: low, confidenceHigh: high, score, calibrator };
}

/** No surer than a feed of this kind allows. */
export function cappedJudgement(judgement: Judgement, most: number): Judgement {
  if (judgement.high <= most) return judgement;
  return {
    ...judgement,
    confidence: Math.min(most, judgement.confidence),
    low: Math.min(most, judgement.low),
    high: Math.min(most, judgement.high),
  };
}

/** The rule by which it was raised, as the evidence shows it. */
export function probabilityRule({ confidence }: Judgement): EvidenceValue {
  const needed = `at least ${EMIT_CONFIDENCE}`;
  return rule('Calibrated probability', confidence.toFixed(2), needed, confidence >= EMIT_CONFIDENCE);
}
