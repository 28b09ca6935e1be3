/** The bold landing page: every way onward leads to sign-in, and the record is on the same page. */
import { TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { loginAddress } from '#api/account/auth.ts';
import { PlanCards } from '#features/billing/plans/plan-cards.tsx';
import { LandingChart } from '#features/demo/lazy-landing-chart.ts';
import { BoldCards } from '#features/marketing/bold/bold-cards.tsx';
import { BoldClosing } from '#features/marketing/bold/bold-closing.tsx';
import { BoldHero } from '#features/marketing/bold/bold-hero.tsx';
import { BoldRecord } from '#features/marketing/bold/bold-record.tsx';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { Section } from '#features/marketing/frame/section.tsx';
import { useTitle } from '#lib/hooks/use-title.ts';
import { ServerLink } from '#ui/controls/button.tsx';

export function BoldLanding(): ReactNode {
  useTitle('They sweep your stops. Watch them do it.');
  return (
    <PublicFrame>
      <BoldHero chart={LandingChart} />
      <BoldCards />
      <BoldRecord />
      <Section
        id="pricing"
        title="Pick your side of the screen"
        text={`All plans include a ${TRIAL_DAYS}-day free trial. Cancel anytime.`}
      >
        <div className="mt-7">
          <PlanCards
            heading="h3"
            marked="pro"
            action={(plan) => (
              <ServerLink
                href={loginAddress()}
                kind={plan.mostPopular ? 'primary' : 'normal'}
                className="w-full"
              >
                Get Started<span className="sr-only"> with {plan.name}</span>
              </ServerLink>
            )}
          />
        </div>
        <p className="mt-3.5 text-text-3">
          <Link className="link" href="/pricing">
            Compare the cost
          </Link>{' '}
          with named products at their list prices.
        </p>
      </Section>
      <BoldClosing />
    </PublicFrame>
  );
}
