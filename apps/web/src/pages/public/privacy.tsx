/** What is kept about a user, why and for how long. */
import { LEGAL_HISTORY, LEGAL_VERSIONS, PRIVACY_POLICY } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { LegalPage } from '#features/legal/legal-page.tsx';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { usePageTitle } from '#lib/hooks/use-title.ts';

const EARLIER = LEGAL_HISTORY.filter(({ text }) => text === 'privacy').map(({ version }) => version);

export function Privacy(): ReactNode {
  usePageTitle('/privacy');
  return (
    <PublicFrame>
      <LegalPage document={PRIVACY_POLICY} version={LEGAL_VERSIONS.privacy} earlier={EARLIER} />
    </PublicFrame>
  );
}
