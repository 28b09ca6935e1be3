/** How the event came out by the rule that it declared, and what judged it. */
import type { EventEvidence, EventOutcome } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useEventOutcome } from '#api/market/event-replay.ts';
import { useEvaluation } from '#api/market/track-record.ts';
import { formatDay } from '#lib/format/exchange-days.ts';
import { declaredWords, outcomeTitle } from '#lib/words/outcome-words.ts';
import { SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge, type Tone } from '#ui/marks/badge.tsx';
import { formatMillis, ZONE_CITY } from './millis.ts';

const TONES: Readonly<Record<EventOutcome['state'], Tone>> = {
  none: 'plain',
  pending: 'info',
  hit: 'ok',
  miss: 'bad',
  unknown: 'warn',
};

function Detector({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const evaluation = useEvaluation().data;
  const { calibrator, exact } = evidence.event.metadata;
  const judged = exact
    ? 'Proven by the exchange’s messages, no probability model.'
    : calibrator === 'score'
      ? 'Judged by a score that is not calibrated.'
      : `Judged by the calibrator ${calibrator}.`;
  return (
    <p className="text-text-2">
      {judged}
      {evaluation === undefined
        ? null
        : ` Detectors as evaluated on ${formatDay(evaluation.date)}, commit ${evaluation.commit}.`}
    </p>
  );
}

export function OutcomeCard({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const { data } = useEventOutcome(evidence.event.id);
  return (
    <Card title="Outcome">
      <div className="replay-body">
        {data === undefined ? (
          <SkeletonRows rows={2} height={16} />
        ) : (
          <>
            <p>
              <Badge tone={TONES[data.state]}>{outcomeTitle(data)}</Badge>{' '}
              {data.settledAt === null ? null : (
                <span className="text-text-3">
                  {formatMillis(Date.parse(data.settledAt))} {ZONE_CITY}
                </span>
              )}
            </p>
            <p className="text-text-2">{declaredWords(data)}</p>
          </>
        )}
        <Detector evidence={evidence} />
      </div>
    </Card>
  );
}
