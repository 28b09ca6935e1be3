/** The start page for visitors. */
import type { ReactNode } from 'react';
import { loginAddress } from '#api/auth.ts';
import { PlanCards } from '#features/billing/plan-cards.tsx';
import { PlanStart } from '#features/billing/plan-start.tsx';
import { EventList } from '#features/marketing/event-list.tsx';
import { PublicFrame } from '#features/marketing/public-frame.tsx';
import { useTitle } from '#lib/use-title.ts';
import { ButtonLink, ServerLink } from '#ui/button.tsx';

export function Landing(): ReactNode {
  useTitle('Order flow of futures, read from the exchange');
  return (
    <PublicFrame>
      <section className="py-16 text-center md:py-24">
        <h1 className="mx-auto max-w-[760px] text-balance font-semibold text-[36px] leading-[1.08] tracking-[-0.03em] md:text-[60px]">
          See the orders behind the price
        </h1>
        <p className="t-16 mx-auto mt-5 max-w-[620px] text-text-2">
          Undertow rebuilds the order book from the exchange’s messages and shows what large traders do in it:
          refilled icebergs and elected stops. Every event opens the evidence it rests on.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ServerLink href={loginAddress()} kind="primary" size="large">
            Get Started
          </ServerLink>
          <ButtonLink href="/demo" size="large">
            See Demo
          </ButtonLink>
        </div>
      </section>
      <section aria-labelledby="events" className="pt-6">
        <h2 id="events" className="t-32 mb-6 tracking-[-0.022em]">
          Six things it looks for
        </h2>
        <EventList heading="h3" />
      </section>
      <section id="pricing" aria-labelledby="plans" className="pt-20">
        <h2 id="plans" className="t-32 mb-6 tracking-[-0.022em]">
          Three plans
        </h2>
        <PlanCards heading="h3" marked="pro" action={(plan) => <PlanStart plan={plan} />} />
      </section>
    </PublicFrame>
  );
}
