/** The trades that something is about, such as an insight or a day, a page at a time in a dialog. */
import { type ReactNode, useState } from 'react';
import { readableError } from '#api/api-error.ts';
import { TRADES_A_PAGE, useTradePage } from '#api/trades.ts';
import { alignPrices } from '#lib/formats.ts';
import { USER_ZONE, zoneCity } from '#lib/times.ts';
import type { TradeFilter } from '#lib/use-trade-filter.ts';
import { EmptyBlock, ErrorBlock, SkeletonRows } from '#ui/blocks.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Pager } from '#ui/pager.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { entryText, NetAmount } from './trade-cells.tsx';

export interface TradeListDialogProps {
  readonly title: string;
  readonly filter: TradeFilter;
  readonly onClose: () => void;
}

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
            <th scope="col">Entered, {zoneCity(USER_ZONE)}</th>
            <th scope="col">Symbol</th>
            <th scope="col">Type</th>
            <th scope="col" className="num">
              Qty
            </th>
            <th scope="col" className="num max-md:hidden">
              Entry
            </th>
            <th scope="col" className="num max-md:hidden">
              Exit
            </th>
            <th scope="col" className="num">
              P&amp;L
            </th>
            <th scope="col">Strategy</th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => {
            const [entry, exit] = alignPrices(trade.root, trade.entryPrice, trade.exitPrice);
            return (
              <tr key={trade.id}>
                <td className="text-text-2">{entryText(trade, nowMs)}</td>
                <td className="font-semibold">{trade.instrumentSymbol}</td>
                <td>{trade.tradeType}</td>
                <td className="num">{trade.quantity}</td>
                <td className="num max-md:hidden">{entry}</td>
                <td className="num max-md:hidden">{exit}</td>
                <td className="num">
                  <NetAmount trade={trade} />
                </td>
                <td className="text-text-2">
                  <span className="cell-text">{trade.strategy ?? '–'}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

export function TradeListDialog({ title, filter, onClose }: TradeListDialogProps): ReactNode {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useTradePage(filter, { sort: 'entryTime', order: 'desc', page });
  return (
    <Dialog open wide onClose={onClose} title={title}>
      {error !== null ? (
        <ErrorBlock
          title="The trades could not be read"
          text={`${readableError(error)} They are kept.`}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <SkeletonRows rows={5} height={14} />
      ) : data.trades.length === 0 ? (
        <EmptyBlock title="None of these trades is left" text="They were deleted, or their import undone." />
      ) : (
        <>
          <Rows trades={data.trades} />
          <Pager page={page} pageSize={TRADES_A_PAGE} total={data.total} thing="trade" onTurn={setPage} />
        </>
      )}
    </Dialog>
  );
}
