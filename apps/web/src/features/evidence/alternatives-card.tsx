/** What an event might have been instead: readings that its rules reject, and those that they leave open. */
import type { EventEvidence } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Card } from '#ui/layout/card.tsx';
import { alternativesOf } from './alternatives.ts';

export function AlternativesCard({ evidence }: { readonly evidence: EventEvidence }): ReactNode {
  const alternatives = alternativesOf(evidence);
  if (alternatives.length === 0) return null;
  return (
    <Card title="Alternatives">
      <ul className="alternatives">
        {alternatives.map(({ reading, isRejected, reason }) => (
          <li key={reading}>
            <b>{reading}</b>
            <span className={isRejected ? 'text-ok' : 'text-warn'}>
              {isRejected ? 'Rejected' : 'Not excluded'}
            </span>
            <p>{reason}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
