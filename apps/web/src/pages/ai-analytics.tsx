/** AI patterns: what stands now, and how good such findings are. */
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
        word that it has none. Open one for what it rests on and how good such findings are.
      </p>
      <section className="card max-w-[920px]" aria-label="Current patterns">
        <PatternList />
      </section>
    </Page>
  );
}
