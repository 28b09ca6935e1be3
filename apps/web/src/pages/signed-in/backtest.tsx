/** One backtest: its progress while it runs, then its result and its trades. */
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import {
  type BacktestWithRule,
  isRunning,
  useBacktest,
  useBacktestResult,
} from '#api/backtests/backtests.ts';
import { BacktestActions } from '#features/backtests/list/backtest-actions.tsx';
import { BacktestHead, EndedCard } from '#features/backtests/list/backtest-head.tsx';
import { RunningCard } from '#features/backtests/list/running-card.tsx';
import { ResultBody } from '#features/backtests/result/result-body.tsx';
import { AlertOfText } from '#features/backtests/rule/alert-button.tsx';
import { TradesCard } from '#features/backtests/trades/trades-card.tsx';
import { useTitle } from '#lib/hooks/use-title.ts';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Page } from '#ui/layout/page.tsx';

function Body({ backtest }: { readonly backtest: BacktestWithRule }): ReactNode {
  const query = useBacktestResult(backtest.id, backtest.state);
  const hasResult = backtest.state === 'first' || backtest.state === 'done';
  return (
    <div className="bt-stack">
      <BacktestHead backtest={backtest} />
      {isRunning(backtest) ? <RunningCard backtest={backtest} /> : null}
      {backtest.state === 'failed' || backtest.state === 'cancelled' ? (
        <EndedCard backtest={backtest} />
      ) : null}
      {!hasResult ? null : query.data === undefined ? (
        <QueryState query={query} failed="The result could not be loaded" rows={8} height={28} />
      ) : (
        <ResultBody
          result={query.data}
          ruleText={backtest.text}
          leftOut={backtest.sessionsLeftOut}
          trades={<TradesCard backtest={backtest} />}
        />
      )}
    </div>
  );
}

export function BacktestPage(): ReactNode {
  const { id = '' } = useParams<{ id: string }>();
  const query = useBacktest(id);
  const { data } = query;
  const name = data?.name ?? 'Backtest';
  useTitle(name);
  const actions =
    data === undefined ? undefined : (
      <BacktestActions backtest={data}>
        <AlertOfText text={data.text} />
      </BacktestActions>
    );
  return (
    <Page title={name} actions={actions}>
      {data === undefined ? (
        <QueryState query={query} failed="The backtest could not be loaded" rows={8} height={28} />
      ) : (
        <Body backtest={data} />
      )}
    </Page>
  );
}
