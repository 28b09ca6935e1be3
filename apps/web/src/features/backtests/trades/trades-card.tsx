/** The trades of a backtest, the latest first, page by page, and their export. */
import type { BacktestDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { BACKTEST_TRADES_A_PAGE, useBacktestTrades } from '#api/backtests/backtests.ts';
import { formatSize } from '#lib/format/formats.ts';
import { Pager } from '#ui/controls/pager.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { TradesTable } from './trades-table.tsx';

export function TradesCard({ backtest }: { readonly backtest: BacktestDto }): ReactNode {
  const { id, state, product, data: tested } = backtest;
  const [page, setPage] = useState(1);
  const query = useBacktestTrades(id, state, page - 1);
  const { data } = query;
  return (
    <Card title="Trades" note={data === undefined ? undefined : `${formatSize(data.total)}, latest first`}>
      {data === undefined ? (
        <QueryState query={query} failed="The trades could not be loaded" rows={6} height={14} />
      ) : data.total === 0 ? (
        <EmptyBlock
          title="No trades"
          text="The rule never fired on these sessions, or no order was filled."
        />
      ) : (
        <>
          <TradesTable product={product} trades={data.trades} hasLinks={tested === 'recorded'} />
          <Pager
            page={page}
            pageSize={BACKTEST_TRADES_A_PAGE}
            total={data.total}
            thing="trade"
            onTurn={setPage}
          />
        </>
      )}
    </Card>
  );
}
