/** The three plans, what each contains, and what other tools cost. */
import { TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { PlanCards } from '#features/billing/plans/plan-cards.tsx';
import { PlanStart } from '#features/billing/plans/plan-start.tsx';
import { PlanTable } from '#features/billing/plans/plan-table.tsx';
import { UpcomingPrices } from '#features/billing/plans/upcoming-prices.tsx';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { CostComparison } from '#features/marketing/pricing/cost-comparison.tsx';
import { usePageTitle } from '#lib/hooks/use-title.ts';
import { ButtonLink, ServerLink } from '#ui/controls/button.tsx';

const LINKS = [
  { href: '/', label: 'Home' },
  { href: '/demo', label: 'Demo' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/compliance', label: 'Compliance' },
] as const;

export function Pricing(): ReactNode {
  usePageTitle('/pricing');
  return (
    <PublicFrame links={LINKS} current="/pricing">
      <section className="pricing-head">
        <div>
          <h1>Three plans, one month at a time</h1>
          <p className="mt-2.5 text-[17px] text-text-2">
            All plans include a {TRIAL_DAYS}-day free trial. Cancel anytime.
          </p>
        </div>
        <div className="pricing-actions">
          <ButtonLink href="/demo" size="large">
            Try Demo First
          </ButtonLink>
          {/* A whole load: the payment page has a policy of its own. */}
          <ServerLink href="/subscribe?plan=pro" kind="primary" size="large">
            Subscribe Now
          </ServerLink>
        </div>
      </section>
      <section aria-label="Plans" className="mt-8 pricing-plans">
        <PlanCards heading="h2" marked="pro" action={(plan) => <PlanStart plan={plan} />} />
        <UpcomingPrices />
        <p className="mt-3 text-text-3">
          Prices a month in pounds, VAT included. Each person has one trial. Price changes are announced 30
          days ahead.
        </p>
      </section>
      <div className="pricing-tables">
        <PlanTable />
        <CostComparison />
      </div>
    </PublicFrame>
  );
}
