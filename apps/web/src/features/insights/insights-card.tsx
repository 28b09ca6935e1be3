/**
 * The insights of the journal with how many of the tested claims are proven, when they were generated, and what was not
 * found.
 */
import { useIsMutating } from '@tanstack/react-query';
import { generateInsights, type InsightDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { type InsightRun, useInsightRun, useInsights } from '#api/journal/insights.ts';
import { useTradeAnalysis } from '#api/journal/trades.ts';
import { countOf } from '#lib/format/formats.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock, ErrorBlock, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Note } from '#ui/layout/note.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { Ring } from '#ui/marks/spinner.tsx';
import { InsightItem } from './insight-item.tsx';
import { closedTrades, footWords, runWords, standWords } from './insight-words.ts';

/** Closed trades from which on the first comparison can be made, and those that an overall edge needs. */
const MIN_TRADES = 20;
const EDGE_TRADES = 50;

/** Shown at first; the list begins with what matters most. */
const FIRST_SHOWN = 3;

export interface InsightsCardProps {
  readonly onShowTrades: (insight: InsightDto) => void;
}

function NothingYet({ run }: { readonly run: InsightRun }): ReactNode {
  const closed = closedTrades(useTradeAnalysis().data);
  if (closed === 0) {
    return (
      <EmptyBlock
        title="No trades yet"
        text={`Insights compare your own trades with each other: the first comparisons need ${MIN_TRADES} closed trades on each side, most of them on 20 days.`}
      />
    );
  }
  if (run.state === 'done') {
    return (
      <EmptyBlock
        title="No pattern is strong enough yet"
        text={`${countOf(run.trades, 'trade')} were analysed. An edge over all trades requires ${EDGE_TRADES} trades on 20 days, a habit for about ${MIN_TRADES} trades with it and ${MIN_TRADES} without it.`}
      />
    );
  }
  return (
    <EmptyBlock
      title="Not generated yet"
      text={`Generate Insights runs a fixed list of tests on your ${countOf(closed, 'closed trade')} and corrects for multiple testing.`}
    />
  );
}

function Running(): ReactNode {
  return (
    <p className="insight-running" role="status">
      <Ring size={16} /> Comparing your trades. A long journal takes a few minutes; you can leave this page.
    </p>
  );
}

function Found({
  run,
  insights,
  onShowTrades,
}: InsightsCardProps & { readonly run: InsightRun; readonly insights: readonly InsightDto[] }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? insights : insights.slice(0, FIRST_SHOWN);
  return (
    <>
      {run.stale ? (
        <div className="px-3.5 pt-2.5">
          <Note tone="warn" icon="refresh">
            These are from before a change to your trades, account settings or the method. Generate insights
            again to update them.
          </Note>
        </div>
      ) : null}
      <ScrollRegion label="Insights, list" className="insight-list">
        <ul>
          {shown.map((insight) => (
            <InsightItem key={insight.id} insight={insight} onShowTrades={onShowTrades} />
          ))}
        </ul>
      </ScrollRegion>
      {insights.length > FIRST_SHOWN ? (
        <div className="insight-more">
          <Button size="small" kind="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? `Show the first ${FIRST_SHOWN}` : `Show all ${countOf(insights.length, 'insight')}`}
          </Button>
        </div>
      ) : null}
      <p className="insight-foot">
        {footWords(run, insights)} {runWords(run)}
      </p>
    </>
  );
}

function Content({
  onShowTrades,
  isRunning,
}: InsightsCardProps & { readonly isRunning: boolean }): ReactNode {
  const insights = useInsights();
  const run = useInsightRun();
  const error = insights.error ?? run.error;
  const retry = (): void => {
    void insights.refetch();
    void run.refetch();
  };
  if (error !== null) {
    return (
      <ErrorBlock
        title="The insights could not be loaded"
        text={`${readableError(error)} Your trades are kept.`}
        onRetry={retry}
      />
    );
  }
  if (insights.data === undefined || run.data === undefined) return <SkeletonRows rows={4} height={14} />;
  if (insights.data.length > 0)
    return <Found run={run.data} insights={insights.data} onShowTrades={onShowTrades} />;
  return isRunning ? null : <NothingYet run={run.data} />;
}

export function InsightsCard({ onShowTrades }: InsightsCardProps): ReactNode {
  const insights = useInsights().data ?? [];
  const run = useInsightRun().data;
  const isRequested = useIsMutating({ mutationKey: [generateInsights.path] }) > 0;
  const isRunning = isRequested || run?.state === 'running';
  const note = run === undefined ? '' : standWords(run, insights);
  return (
    <Card title="AI Trading Insights" actions={<span className="text-text-3">{note}</span>}>
      {isRunning ? <Running /> : null}
      <Content onShowTrades={onShowTrades} isRunning={isRunning} />
    </Card>
  );
}
