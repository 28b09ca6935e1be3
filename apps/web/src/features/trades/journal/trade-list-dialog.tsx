/** The trades that something is about, such as an insight or a day, a page at a time in a dialog. */
import { type ReactNode, useState } from 'react';
import { TRADES_A_PAGE, useTradePage } from '#api/journal/trades.ts';
import type { TradeFilter } from '#lib/address/trade-filter.ts';
import { Pager } from '#ui/controls/pager.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { StrategyCell, TradeCells, TradeHeads } from './trade-cells.tsx';

export interface TradeListDialogProps {
  readonly title: string;
  readonly filter: TradeFilter;
  readonly onClose: () => void;
}

const WIDE_ONLY = 'max-md:hidden';

function Rows({
  trades,
}: {
  readonly trades: NonNullable<ReturnType<typeof useTradePage>['data']>['trades'];
}) {
  const nowMs = Date.now();
  return (
    <ScrollRegion className="trade-list" label="Trades, table">
      <table className="table">
        <thead>
          <tr>
            <TradeHeads priceClass={WIDE_ONLY} />
            <th scope="col">Strategy</th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <tr key={trade.id}>
              <TradeCells trade={trade} nowMs={nowMs} priceClass={WIDE_ONLY} />
              <StrategyCell strategy={trade.strategy} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

export function TradeListDialog({ title, filter, onClose }: TradeListDialogProps): ReactNode {
  const [page, setPage] = useState(1);
  const query = useTradePage(filter, { sort: 'entryTime', order: 'desc', page });
  const { data, error } = query;
  return (
    <Dialog open wide onClose={onClose} title={title}>
      {error !== null || data === undefined ? (
        <QueryState
          query={query}
          failed="The trades could not be loaded"
          note="Your trades are kept."
          rows={5}
          height={14}
        />
      ) : data.trades.length === 0 ? (
        <EmptyBlock
          title="These trades no longer exist"
          text="They were deleted, or their import was undone."
        />
      ) : (
        <>
          <Rows trades={data.trades} />
          <Pager page={page} pageSize={TRADES_A_PAGE} total={data.total} thing="trade" onTurn={setPage} />
        </>
      )}
    </Dialog>
  );
}
