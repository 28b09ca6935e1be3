/** What is promised, how it is checked, and what was not tried yet. */
import { COMPLIANCE_FRAMEWORK, COMPLIANCE_VERSION } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CommitmentsCard } from '#features/legal/commitments-card.tsx';
import { LegalPage } from '#features/legal/legal-page.tsx';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { formatDate } from '#lib/format/times.ts';
import { usePageTitle } from '#lib/hooks/use-title.ts';

const RELATED = [
  ['/privacy', 'Privacy policy'],
  ['/terms', 'Terms of service'],
  ['#contact', 'Report a vulnerability'],
] as const;

export function Compliance(): ReactNode {
  usePageTitle('/compliance');
  const stateOf = formatDate(Date.parse(COMPLIANCE_VERSION.effectiveFrom), 'UTC');
  return (
    <PublicFrame current="/compliance">
      <LegalPage
        document={COMPLIANCE_FRAMEWORK}
        version={COMPLIANCE_VERSION}
        before={<CommitmentsCard stateOf={stateOf} />}
        related={
          <nav aria-label="Related pages" className="legal-related">
            {RELATED.map(([href, words]) =>
              href.startsWith('#') ? (
                <a key={href} className="link" href={href}>
                  {words}
                </a>
              ) : (
                <Link key={href} className="link" href={href}>
                  {words}
                </Link>
              ),
            )}
          </nav>
        }
      />
    </PublicFrame>
  );
}
