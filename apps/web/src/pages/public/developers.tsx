/** The public API for those who program against it. */
import type { ReactNode } from 'react';
import { DevelopersPage } from '#features/developers/developers-page.tsx';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { usePageTitle } from '#lib/hooks/use-title.ts';

export function Developers(): ReactNode {
  usePageTitle('/developers');
  return (
    <PublicFrame current="/developers">
      <DevelopersPage />
    </PublicFrame>
  );
}
