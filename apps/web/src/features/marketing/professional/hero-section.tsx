/** Head of the professional landing page: what it is, where to begin, and the product itself. */
import { PLANS, TRIAL_DAYS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { loginAddress } from '#api/account/auth.ts';
import { ClaimText } from '#features/marketing/claims/claim-text.tsx';
import { RegistrationsClosed } from '#features/marketing/frame/registrations-closed.tsx';
import { ProductFrame, type ProductFrameProps } from '#features/marketing/pictures/product-frame.tsx';
import { formatPlanPrice } from '#lib/format/formats.ts';
import { ButtonLink, ServerLink } from '#ui/controls/button.tsx';

const LOWEST_PENCE = Math.min(...PLANS.map(({ pricePence }) => pricePence));

/** `14-day free trial. Cancel anytime. From £50 a month.` */
export function TrialLine(): ReactNode {
  return (
    <p className="t-13 mt-3.5 text-text-3">
      {TRIAL_DAYS}-day free trial. Cancel anytime. From {formatPlanPrice(LOWEST_PENCE)} a month, VAT included.
    </p>
  );
}

export function HeroSection({ chart }: Pick<ProductFrameProps, 'chart'>): ReactNode {
  return (
    <>
      <section className="pt-10 text-center md:pt-16" aria-labelledby="hero-title">
        <h1 id="hero-title" className="landing-headline">
          See who is holding the price.
        </h1>
        <p className="landing-lead">
          <ClaimText id="hero" />
        </p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <ServerLink href={loginAddress()} kind="primary" size="large">
            Get Started
          </ServerLink>
          <ButtonLink href="/demo" size="large">
            See Demo
          </ButtonLink>
        </div>
        <TrialLine />
        <RegistrationsClosed />
      </section>
      <ProductFrame chart={chart} />
    </>
  );
}
