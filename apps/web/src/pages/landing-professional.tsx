/** The professional landing page: the sections of the specification in its order. */
import { TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { PlanCards } from '#features/billing/plan-cards.tsx';
import { PlanStart } from '#features/billing/plan-start.tsx';
import { LandingChart } from '#features/demo/lazy-landing-chart.ts';
import { claim } from '#features/marketing/claims.ts';
import { ClosingSection } from '#features/marketing/closing-section.tsx';
import { ComplianceSection } from '#features/marketing/compliance-section.tsx';
import { ContactSales } from '#features/marketing/contact-sales.tsx';
import { EventSection } from '#features/marketing/event-section.tsx';
import { HeroSection } from '#features/marketing/hero-section.tsx';
import { IndicatorSection } from '#features/marketing/indicator-section.tsx';
import { JournalSection } from '#features/marketing/journal-section.tsx';
import { LearningSection } from '#features/marketing/learning-section.tsx';
import { PublicFrame } from '#features/marketing/public-frame.tsx';
import { RoadmapSection } from '#features/marketing/roadmap-section.tsx';
import { Section } from '#features/marketing/section.tsx';
import { WhySection } from '#features/marketing/why-section.tsx';
import { usePageTitle } from '#lib/use-title.ts';

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
