/** The contract, the trading disclaimer and the risk warning. */
import { LEGAL_VERSIONS, TERMS_OF_SERVICE } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { LegalPage } from '#features/legal/legal-page.tsx';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { usePageTitle } from '#lib/hooks/use-title.ts';

export function Terms(): ReactNode {
  usePageTitle('/terms');
  return (
    <PublicFrame>
      <LegalPage
        document={TERMS_OF_SERVICE}
        version={LEGAL_VERSIONS.terms}
        back={
          <Link href="/register" className="link legal-back">
            ‹ Back to registration
          </Link>
        }
      />
    </PublicFrame>
  );
}
