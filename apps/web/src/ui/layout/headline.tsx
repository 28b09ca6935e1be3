/** The headline of a finding: exact, or the probability that it holds, with what that is worth and whether it is there. */
import type { ReactNode } from 'react';
import { formatConfidence, formatShare } from '#lib/format/formats.ts';
import { Badge } from '#ui/marks/badge.tsx';

export interface HeadlineProps {
  /** 0 to 1. */
  readonly confidence: number;
  readonly exact: boolean;
  readonly calibrator: string;
  readonly isWithdrawn: boolean;
  readonly isNew: boolean;
  /** Its name is shown where it is `experimental`. */
  readonly state: string;
  /** 0 to 1; null where the headline is that it is there. */
  readonly existence: number | null;
}

export function Headline({
  confidence,
  exact,
  calibrator,
  isWithdrawn,
  isNew,
  state,
  existence,
}: HeadlineProps): ReactNode {
  return (
    <>
      <Badge tone={exact ? 'ok' : 'plain'}>
        {exact
          ? 'Exact'
          : `${formatConfidence(confidence, false, calibrator)}${existence === null ? '' : ' holds'}`}
      </Badge>
      {existence === null ? null : <span className="t-12 text-text-3">exists {formatShare(existence)}</span>}
      {isWithdrawn ? (
        <Badge tone="warn" label="its evidence fell away">
          withdrawn
        </Badge>
      ) : null}
      {isNew ? <Badge label="too few outcomes known yet">new</Badge> : null}
      {state === 'experimental' ? <Badge tone="warn">experimental</Badge> : null}
    </>
  );
}
