/** What the demonstration is, and how to see the product now. */
import type { ReactNode } from 'react';
import { loginAddress } from '#api/auth.ts';
import { EventList } from '#features/marketing/event-list.tsx';
import { PublicFrame } from '#features/marketing/public-frame.tsx';
import { usePageTitle } from '#lib/use-title.ts';
import { ButtonLink, ServerLink } from '#ui/button.tsx';

export function Demo(): ReactNode {
  usePageTitle('/demo');
  return (
    <PublicFrame>
      <section className="py-10">
        <h1 className="t-32 tracking-[-0.03em]">See how it works</h1>
        <p className="t-16 mt-2 mb-6 max-w-[640px] text-text-2">
          The dashboard shows a chart, an order book and the events found in it. These are the events it
          marks, now and as planned. To watch them arrive, sign in: without a market-data contract the data
          comes from a simulated exchange and is labelled so.
        </p>
        <EventList heading="h2" />
        <div className="mt-8 flex flex-wrap gap-2">
          <ServerLink href={loginAddress()} kind="primary" size="large">
            Sign In
          </ServerLink>
          <ButtonLink href="/pricing" size="large">
            Pricing
          </ButtonLink>
        </div>
      </section>
    </PublicFrame>
  );
}
