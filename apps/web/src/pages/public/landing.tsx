/** The start page for visitors: the professional one, or the bold one where the address or the operator selects it. */
import { lazy, type ReactNode } from 'react';
import { useSearch } from 'wouter';
import { configuredLanding, landingVariant } from '#features/marketing/frame/landing-variant.ts';
import { ProfessionalLanding } from './landing-professional.tsx';

const fetchBold = () => import('./landing-bold.tsx');
const BoldLanding = lazy(() => fetchBold().then((file) => ({ default: file.BoldLanding })));
// Loads during the session request; a failure shows when the page is needed.
if (landingVariant(window.location.search, configuredLanding()) === 'bold')
  fetchBold().catch(() => undefined);

export function Landing(): ReactNode {
  const search = useSearch();
  return landingVariant(search, configuredLanding()) === 'bold' ? <BoldLanding /> : <ProfessionalLanding />;
}
