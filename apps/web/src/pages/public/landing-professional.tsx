/** The professional landing page: the sections of the specification in its order. */
import { TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { PlanCards } from '#features/billing/plans/plan-cards.tsx';
import { PlanStart } from '#features/billing/plans/plan-start.tsx';
import { LandingChart } from '#features/demo/lazy-landing-chart.ts';
import { claim } from '#features/marketing/claims/claims.ts';
import { ClosingSection } from '#features/marketing/frame/closing-section.tsx';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { Section } from '#features/marketing/frame/section.tsx';
import { ContactSales } from '#features/marketing/pricing/contact-sales.tsx';
import { ComplianceSection } from '#features/marketing/professional/compliance-section.tsx';
import { EventSection } from '#features/marketing/professional/event-section.tsx';
import { HeroSection } from '#features/marketing/professional/hero-section.tsx';
import { IndicatorSection } from '#features/marketing/professional/indicator-section.tsx';
import { JournalSection } from '#features/marketing/professional/journal-section.tsx';
import { LearningSection } from '#features/marketing/professional/learning-section.tsx';
import { RoadmapSection } from '#features/marketing/professional/roadmap-section.tsx';
import { WhySection } from '#features/marketing/professional/why-section.tsx';
import { usePageTitle } from '#lib/hooks/use-title.ts';

export function ProfessionalLanding(): ReactNode {
  usePageTitle('/');
  return (
    <PublicFrame>
      <HeroSection chart={LandingChart} />
      <EventSection />
      <IndicatorSection />
      <JournalSection />
      <ComplianceSection />
      <WhySection />
      <Section
        id="pricing"
        title="Pricing"
        text={`All plans include a ${TRIAL_DAYS}-day free trial. Cancel anytime.`}
      >
        <div className="mt-7">
          <PlanCards heading="h3" marked="pro" action={(plan) => <PlanStart plan={plan} />} />
        </div>
        <p className="mt-3.5 text-text-3">
          For prop firms and desks: <ContactSales />. {claim('price-notice').text}
        </p>
      </Section>
      <LearningSection />
      <RoadmapSection />
      <ClosingSection />
    </PublicFrame>
  );
}
