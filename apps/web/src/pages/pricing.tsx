/** The three plans. */
import { TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { PlanCards } from '#features/billing/plan-cards.tsx';
import { PlanStart } from '#features/billing/plan-start.tsx';
import { PublicFrame } from '#features/marketing/public-frame.tsx';
import { useTitle } from '#lib/use-title.ts';
import { ButtonLink, ServerLink } from '#ui/button.tsx';

export function Pricing(): ReactNode {
  useTitle('Pricing');
  return (
    <PublicFrame>
      <section className="py-10">
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="t-32 grow tracking-[-0.03em]">Pricing</h1>
          <ButtonLink href="/" kind="ghost">
            Home
          </ButtonLink>
          <ButtonLink href="/demo" kind="ghost">
            Demo
          </ButtonLink>
        </div>
        <p className="t-16 mt-2 mb-6 max-w-[640px] text-text-2">
          Prices a month in pounds, VAT included. {TRIAL_DAYS} days free. Cancel anytime.
        </p>
        <PlanCards heading="h2" marked="pro" action={(plan) => <PlanStart plan={plan} />} />
        <div className="mt-8 flex flex-wrap gap-2">
          <ButtonLink href="/demo">Try Demo First</ButtonLink>
          <ServerLink href="/subscribe?plan=pro" kind="primary">
            Subscribe Now
          </ServerLink>
        </div>
      </section>
    </PublicFrame>
  );
}
