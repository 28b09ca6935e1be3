/** Head of the bold landing page: blunt about the market, exact about the product. */
import './bold.css';
import type { ReactNode } from 'react';
import { loginAddress } from '#api/account/auth.ts';
import { ClaimText } from '#features/marketing/claims/claim-text.tsx';
import { RegistrationsClosed } from '#features/marketing/frame/registrations-closed.tsx';
import { ProductFrame, type ProductFrameProps } from '#features/marketing/pictures/product-frame.tsx';
import { TrialLine } from '#features/marketing/professional/hero-section.tsx';
import { ServerLink } from '#ui/controls/button.tsx';

export function BoldHero({ chart }: Pick<ProductFrameProps, 'chart'>): ReactNode {
  return (
    <section className="bold-hero" aria-labelledby="hero-title">
      <div>
        <h1 id="hero-title" className="landing-headline">
          They sweep your stops. Watch them do it.
        </h1>
        <p className="landing-lead">
          <ClaimText id="bold-hero" />
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ServerLink href={loginAddress()} kind="primary" size="large">
            Get Started
          </ServerLink>
          <ServerLink href={loginAddress()} size="large">
            Sign In
          </ServerLink>
        </div>
        <TrialLine />
        <RegistrationsClosed />
      </div>
      <ProductFrame chart={chart} compact />
    </section>
  );
}
