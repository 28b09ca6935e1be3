/**
 * AI analytics: what the tier gives, the patterns of an instrument, their types with the plans, and how good they have
 * been.
 */
import { type ReactNode, useState } from 'react';
import { useUserInstruments } from '#api/market/instruments.ts';
import { useMeasuredRates } from '#api/market/track-record.ts';
import { PlanCards } from '#features/billing/plans/plan-cards.tsx';
import { PlanTable } from '#features/billing/plans/plan-table.tsx';
import { ReliabilityChart } from '#features/marketing/claims/reliability-chart.tsx';
import { IndicatorTable } from '#features/marketing/professional/indicator-section.tsx';
import { analysedInstrument } from '#features/patterns/analysed-instrument.ts';
import { LivePatterns } from '#features/patterns/live-patterns.tsx';
import { PatternCounts } from '#features/patterns/pattern-counts.tsx';
import { PatternTypes } from '#features/patterns/pattern-types.tsx';
import { TierCard } from '#features/patterns/tier-card.tsx';
import { TrackCard } from '#features/patterns/track-card.tsx';
import { useTitle } from '#lib/hooks/use-title.ts';
import { ButtonLink, ServerLink } from '#ui/controls/button.tsx';
import { TabPanel, TabsList, TabsRoot } from '#ui/controls/tabs.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Page } from '#ui/layout/page.tsx';

const TABS = [
  { id: 'live', label: 'Live Analysis' },
  { id: 'types', label: 'Pattern Types' },
  { id: 'insights', label: 'AI Insights' },
] as const;

export function AiAnalytics(): ReactNode {
  useTitle('AI Pattern Analytics');
  const [tab, setTab] = useState<string>('live');
  const [chosenId, setChosenId] = useState<number | null>(null);
  const rows = useUserInstruments().data;
  const rates = useMeasuredRates().data;
  const shown = analysedInstrument(rows ?? [], chosenId);
  return (
    <Page title="AI Pattern Analytics" actions={<ButtonLink href="/">Back to Live Analysis</ButtonLink>}>
      <TierCard />
      <TabsRoot value={tab} onChange={setTab} className="mt-3">
        <TabsList label="AI analytics" items={TABS} />
        <TabPanel id="live" className="card mt-3">
          <LivePatterns rows={rows} shown={shown} onChoose={setChosenId} />
        </TabPanel>
        <TabPanel id="types" className="mt-3 grid grid-cols-1 gap-3">
          <PatternTypes />
          <PlanCards
            marked={null}
            heading="h3"
            action={({ id, name }) => <ServerLink href={`/subscribe?tier=${id}`}>See {name}</ServerLink>}
          />
          <PlanTable />
        </TabPanel>
        <TabPanel id="insights" className="mt-3 grid grid-cols-1 gap-3">
          <PatternCounts shown={shown} />
          <TrackCard />
          <Card title="Evaluation on labelled markets">
            <div className="analytics-evaluation">
              <IndicatorTable />
              <ReliabilityChart rates={rates} />
            </div>
          </Card>
        </TabPanel>
      </TabsRoot>
    </Page>
  );
}
