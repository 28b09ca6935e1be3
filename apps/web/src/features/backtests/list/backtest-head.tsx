/** Which backtest it is: the way back to the list, its product and days, and why it ended without a result. */
import type { BacktestDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatDay } from '#lib/format/exchange-days.ts';
import { countOf } from '#lib/format/formats.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';

export function BacktestHead({ backtest }: { readonly backtest: BacktestDto }): ReactNode {
  const { product, from, to, sessions, createdAt } = backtest;
  const parts = [
    `${formatDay(from)} to ${formatDay(to)}`,
    ...(sessions === null ? [] : [countOf(sessions, 'session')]),
    `run on ${formatDateTime(Date.parse(createdAt))}`,
  ];
  return (
    <p className="bt-head">
      <Link href="/backtests">Backtests</Link>
      <Icon name="right" size={12} />
      <Badge>{product}</Badge>
      <span className="text-text-3">{parts.join(', ')}</span>
    </p>
  );
}

/** In place of the result. */
export function EndedCard({ backtest }: { readonly backtest: BacktestDto }): ReactNode {
  const isFailed = backtest.state === 'failed';
  return (
    <Card title={isFailed ? 'Failed' : 'Stopped'}>
      <EmptyBlock
        title={isFailed ? 'This backtest ended without a result' : 'This backtest was stopped'}
        text={
          isFailed ? backtest.error : 'Edit the rule to run it again. Sessions that were read stay ready.'
        }
      />
    </Card>
  );
}
