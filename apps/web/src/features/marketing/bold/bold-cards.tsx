/** Four ways the book plays a trader: each with a drawing, what is marked, and on its last line how certain that is. */
import type { FlowEventType } from '@undertow/market';
import type { ReactNode } from 'react';
import { ClaimText } from '#features/marketing/claims/claim-text.tsx';
import { claim, type ShownClaimId } from '#features/marketing/claims/claims.ts';
import { Section } from '#features/marketing/frame/section.tsx';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';
import { BoldDrawing } from './bold-drawing.tsx';

interface CardFacts {
  readonly title: string;
  readonly look: FlowEventType;
  readonly text: ShownClaimId;
  readonly certainty: ShownClaimId;
}

const CARDS: readonly CardFacts[] = [
  { title: 'Stop hunts', look: 'stop_run', text: 'bold-stops', certainty: 'event-stop_run' },
  { title: 'Iceberg orders', look: 'iceberg', text: 'bold-icebergs', certainty: 'event-iceberg' },
  {
    title: 'Spoofing-like orders',
    look: 'spoofing',
    text: 'bold-spoofing',
    certainty: 'event-spoofing',
  },
  { title: 'Retail trap zones', look: 'resistance', text: 'bold-traps', certainty: 'trap-probability' },
];

export function BoldCards(): ReactNode {
  return (
    <Section id="features" title="Four ways the book plays you" text={claim('bold-four').text}>
      <ul className="bold-cards">
        {CARDS.map(({ title, look, text, certainty }) => (
          <li key={look} className="card">
            <BoldDrawing type={look} />
            <div className="p-5">
              <h3 className="t-20 flex items-center gap-2.5">
                <Glyph look={EVENT_LOOKS[look]} size={20} decorative />
                {title}
              </h3>
              <p className="bold-text">
                <ClaimText id={text} />
              </p>
              <p className="bold-certainty">
                <ClaimText id={certainty} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
