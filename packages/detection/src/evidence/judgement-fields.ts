/** The fields of a judgement that events and patterns carry. */
import type { EvidenceValue } from '@undertow/market';
import { isRaised, type Judgement, UNKNOWN_JUDGEMENT } from '#calibration/judge.ts';
import { rule } from './wording.ts';

interface JudgementFields {
  readonly confidence: number;
  readonly confidenceLow: number;
  readonly confidenceHigh: number;
  readonly score: number;
  readonly calibrator: string;
  readonly isNew?: boolean;
}

export function judgementFields(judgement: Judgement): JudgementFields {
  const { confidence, low, high, score, calibrator, isNew } = judgement;
  const fields = { confidence, confidenceLow: low, confidenceHigh: high, score, calibrator };
  return isNew === true ? { ...fields, isNew } : fields;
}

/** Fields of a finding whose headline is that it holds; that it is there where nothing tells whether it holds. */
export function headlineFields(
  existence: Judgement,
  holds: Judgement,
): JudgementFields & { readonly existence?: number } {
  if (holds.calibrator === UNKNOWN_JUDGEMENT.calibrator) return judgementFields(existence);
  return { ...judgementFields(holds), existence: existence.confidence };
}

/** Below this share of the probability that raised it a finding is withdrawn. */
const WITHDRAWN_SHARE = 0.5;

/** Whether a finding that was raised is still claimed, by how probable it is now that it is there. */
export function isWithdrawn({ confidence, raiseFrom }: Judgement): boolean {
  return confidence < WITHDRAWN_SHARE * raiseFrom;
}

export function withdrawnField(judgement: Judgement): { readonly isWithdrawn?: boolean } {
  return isWithdrawn(judgement) ? { isWithdrawn: true } : {};
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
export function probabilityRule(judgement: Judgement): EvidenceValue {
  const { confidence, raiseFrom } = judgement;
  const needed = `at least ${raiseFrom}`;
  return rule('Calibrated probability', confidence.toFixed(2), needed, isRaised(judgement));
}
