/** The start page for visitors: the professional one, or the bold one where the address or the operator selects it. */
import { lazy, type ReactNode } from 'react';
import { useSearch } from 'wouter';
import { configuredLanding, landingVariant } from '#features/marketing/frame/landing-variant.ts';

const FETCH = {
  professional: () =>
    import('./landing-professional.tsx').then((file) => ({ default: file.ProfessionalLanding })),
  bold: () => import('./landing-bold.tsx').then((file) => ({ default: file.BoldLanding })),
};
const PAGES = { professional: lazy(FETCH.professional), bold: lazy(FETCH.bold) };
// Loads during the session request; a failure shows when the page is needed.
FETCH[landingVariant(window.location.search, configuredLanding())]().catch(() => undefined);

export function Landing(): ReactNode {
  const Page = PAGES[landingVariant(useSearch(), configuredLanding())];
  return <Page />;
}
