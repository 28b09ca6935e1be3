/** The place of the trade journal: what it will hold. */
import type { ReactNode } from 'react';
import { useTitle } from '#lib/use-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Page } from '#ui/page.tsx';

export function TradeAnalysis(): ReactNode {
  useTitle('Trade Analysis');
  return (
    <Page title="Trade Analysis">
      <section className="card max-w-[640px] p-4" aria-label="About the journal">
        <p className="font-medium">No trades yet</p>
        <p className="mt-1 text-text-2">
          The trade journal will stand here: exports of your platform, net results with fees, and insights
          that give their sample and interval. Importing is not built yet, so nothing can be added now.
        </p>
        <ButtonLink href="/history" className="mt-3">
          See what the market did
        </ButtonLink>
      </section>
    </Page>
  );
}
