/** The start page for visitors: the professional one, or the bold one where the address or the operator asks for it. */
import { lazy, type ReactNode } from 'react';
import { useSearch } from 'wouter';
import { configuredLanding, landingVariant } from '#features/marketing/landing-variant.ts';
import { ProfessionalLanding } from './landing-professional.tsx';

const BoldLanding = lazy(() => import('./landing-bold.tsx').then((file) => ({ default: file.BoldLanding })));

export function Landing(): ReactNode {
  const search = useSearch();
  return landingVariant(search, configuredLanding()) === 'bold' ? <BoldLanding /> : <ProfessionalLanding />;
}
