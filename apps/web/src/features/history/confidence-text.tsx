/**
 * A confidence in its colour and its words: green from 80, yellow from 60, red below; exact and not calibrated are
 * said.
 */
import type { ReactNode } from 'react';
import { formatConfidence } from '#lib/format/formats.ts';
import { confidenceLevel } from './confidence-level.ts';

export interface ConfidenceTextProps {
  /** 0 to 1. */
  readonly confidence: number;
  readonly exact?: boolean;
  readonly calibrator?: string;
}

export function ConfidenceText({ confidence, exact = false, calibrator }: ConfidenceTextProps): ReactNode {
  return (
    <span className="confidence" data-level={confidenceLevel(confidence)}>
      <span className="confidence-bars" aria-hidden="true" />
      {formatConfidence(confidence, exact, calibrator)}
    </span>
  );
}
