/** The trade journal: its figures, imports, insights, single trades, statistics, rules, and every trade in a table. */
import { type ReactNode, useState } from 'react';
import { PastChart } from '#features/chart/past-chart.tsx';
import { GenerateInsightsButton } from '#features/insights/generate-insights-button.tsx';
import { InsightsCard } from '#features/insights/insights-card.tsx';
import { ContextTableCard } from '#features/trade-statistics/context-table.tsx';
import { RulesCard } from '#features/trade-statistics/rules-card.tsx';
import { StatisticsCard } from '#features/trade-statistics/statistics-card.tsx';
import { useTradeContextDialog } from '#features/trade-statistics/trade-context-dialog.tsx';
import { AddTradeCard } from '#features/trades/journal/add-trade-card.tsx';
import { AllTrades } from '#features/trades/journal/all-trades.tsx';
import { RecentTrades } from '#features/trades/journal/recent-trades.tsx';
import { SummaryCards, SummaryNote } from '#features/trades/journal/summary-cards.tsx';
import { TradeListDialog } from '#features/trades/journal/trade-list-dialog.tsx';
import { UploadCard } from '#features/trades/upload/upload-card.tsx';
import type { TradeFilter } from '#lib/address/trade-filter.ts';
import { formatDay } from '#lib/format/exchange-days.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { useTitle } from '#lib/hooks/use-title.ts';
import { Page } from '#ui/layout/page.tsx';

export function TradeAnalysis(): ReactNode {
  useTitle('Trade Analysis');
  const isPhone = useMedia(PHONE);
  const context = useTradeContextDialog((moment) => <PastChart {...moment} />);
  const [shown, setShown] = useState<{ title: string; filter: TradeFilter } | null>(null);
  return (
    <Page
      title="Trade Analysis"
      actions={
        <>
          <SummaryNote />
          <GenerateInsightsButton />
        </>
      }
    >
      <SummaryCards />
      <div className="journal-grid">
        <UploadCard />
        {/* At the right of wide pages, between the imports and the trades on narrow ones: insights first. */}
        <aside className="journal-side" aria-label="Insights and single trades">
          <InsightsCard onShowTrades={({ id, title }) => setShown({ title, filter: { insightId: id } })} />
          {isPhone ? null : <AddTradeCard />}
        </aside>
        <div className="grid grid-cols-1 gap-3">
          <RecentTrades extra={context.column} />
          <RulesCard onShowTrade={(id, title) => setShown({ title, filter: { id } })} />
          <ContextTableCard />
        </div>
      </div>
      <div className="mt-3 grid grid-cols-1 gap-3">
        <StatisticsCard
          onShowDay={(day, filter) => setShown({ title: `Trades of ${formatDay(day)}`, filter })}
        />
        <AllTrades />
      </div>
      {context.dialog}
      {shown === null ? null : <TradeListDialog {...shown} onClose={() => setShown(null)} />}
    </Page>
  );
}
