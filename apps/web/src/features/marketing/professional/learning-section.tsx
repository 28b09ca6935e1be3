/** Self-learning AI: how probabilities are made and checked, with the reliability of the last evaluation. */
import type { ReactNode } from 'react';
import { useMeasuredRates } from '#api/market/track-record.ts';
import { ClaimText } from '#features/marketing/claims/claim-text.tsx';
import type { ShownClaimId } from '#features/marketing/claims/claims.ts';
import { ReliabilityChart } from '#features/marketing/claims/reliability-chart.tsx';
import { Section } from '#features/marketing/frame/section.tsx';

const FACTS: readonly ShownClaimId[] = ['learning', 'drift-watch', 'nightly-recalibration'];

export function LearningSection(): ReactNode {
  const rates = useMeasuredRates().data;
  return (
    <Section id="self-learning" title="Self-learning AI, checked against what came true">
      <div className="landing-columns" data-columns="2">
        <ReliabilityChart rates={rates} />
        <ul className="fact-list self-center">
          {FACTS.map((id) => (
            <li key={id}>
              <ClaimText id={id} />
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
