/** Innovation roadmap: what is there now, and what comes next. */
import type { ReactNode } from 'react';
import { ClaimText } from '#features/marketing/claims/claim-text.tsx';
import type { ShownClaimId } from '#features/marketing/claims/claims.ts';
import { Section } from '#features/marketing/frame/section.tsx';

const STEPS: readonly (readonly [title: string, claim: ShownClaimId])[] = [
  ['Now', 'roadmap-now'],
  ['Next', 'roadmap-next'],
];

export function RoadmapSection(): ReactNode {
  return (
    <Section id="roadmap" title="Innovation roadmap">
      <ol className="landing-columns" data-columns="2">
        {STEPS.map(([title, id]) => (
          <li key={id} className="roadmap-step">
            <h3 className="t-16">{title}</h3>
            <p className="t-14 mt-1.5 text-text-2">
              <ClaimText id={id} />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
