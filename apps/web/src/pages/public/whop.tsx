/** For visitors from the Whop marketplace: what it is, the plans, registration with the plan kept, and sign-in. */
import { TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { loginAddress } from '#api/account/auth.ts';
import { PlanCards } from '#features/billing/plans/plan-cards.tsx';
import { PlanStart } from '#features/billing/plans/plan-start.tsx';
import { PublicFrame } from '#features/marketing/frame/public-frame.tsx';
import { usePageTitle } from '#lib/hooks/use-title.ts';
import { ButtonLink, ServerLink } from '#ui/controls/button.tsx';

export function Whop(): ReactNode {
  usePageTitle('/whop');
  return (
    <PublicFrame>
      <section className="pricing-head">
        <div>
          <h1>Welcome from Whop</h1>
          <p className="mt-2.5 max-w-[680px] text-[17px] text-text-2">
            Undertow shows the order flow of futures: the orders behind the price, each finding with its
            evidence. Choose a plan and register here; the account, the payment and the {TRIAL_DAYS}-day trial
            are with Undertow, not with Whop.
          </p>
        </div>
        <div className="pricing-actions">
          <ButtonLink href="/demo" size="large">
            See Demo
          </ButtonLink>
          <ServerLink href={loginAddress()} size="large">
            I have an account
          </ServerLink>
        </div>
      </section>
      <section aria-label="Plans" className="mt-8 pricing-plans">
        <PlanCards heading="h2" marked="pro" action={(plan) => <PlanStart plan={plan} />} />
        <p className="mt-3 text-text-3">
          Prices a month in pounds, VAT included. The plan you choose is kept while you register and sign in.
        </p>
      </section>
      <section className="reading" aria-labelledby="whop-next">
        <h2 id="whop-next">What happens next</h2>
        <ol className="next-steps">
          <li>You choose a plan above and fill in the registration.</li>
          <li>You sign in or create a login.</li>
          <li>You pay by card. In a first trial nothing is charged for {TRIAL_DAYS} days.</li>
        </ol>
        <p className="mt-3">A membership bought on Whop gives no plan here, and needs none.</p>
      </section>
    </PublicFrame>
  );
}
