/** AI trade analysis: what the journal does with a trader's own trades. */
import type { ReactNode } from 'react';
import { ClaimText } from '#features/marketing/claims/claim-text.tsx';
import type { ShownClaimId } from '#features/marketing/claims/claims.ts';
import { Section } from '#features/marketing/frame/section.tsx';
import { Screenshot } from '#features/marketing/pictures/screenshot.tsx';

const PARTS: readonly (readonly [title: string, claim: ShownClaimId])[] = [
  ['A journal that says when it does not know', 'journal'],
  ['Trades beside the order flow', 'journal-beside-events'],
];

export function JournalSection(): ReactNode {
  return (
    <Section id="trade-analysis" title="AI trade analysis">
      <div className="landing-columns" data-columns="2">
        {PARTS.map(([title, id]) => (
          <div key={id} className="card p-6">
            <h3 className="t-16">{title}</h3>
            <p className="t-14 mt-2 text-text-2">
              <ClaimText id={id} />
            </p>
          </div>
        ))}
      </div>
      <div className="mt-8 max-w-[560px]">
        <Screenshot name="journal" />
      </div>
    </Section>
  );
}
