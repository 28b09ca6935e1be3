/** AI patterns: what stands now, and what this page will hold. */
import type { ReactNode } from 'react';
import { PatternList } from '#features/patterns/pattern-list.tsx';
import { useTitle } from '#lib/use-title.ts';
import { Page } from '#ui/page.tsx';

export function AiAnalytics(): ReactNode {
  useTitle('AI Analytics');
  return (
    <Page title="AI Analytics">
      <p className="mb-3 max-w-[640px] text-text-2">
        Patterns are combinations of order-flow events over time, each with a calibrated probability or the
        word that it has none. Their record, with sample and interval, will stand beside each.
      </p>
      <section className="card max-w-[760px]" aria-label="Current patterns">
        <PatternList />
      </section>
    </Page>
  );
}
