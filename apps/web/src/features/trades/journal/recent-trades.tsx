/** The ten newest trades: a table, on a phone rows of two lines. */
import type { TradeDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { exportAddress, useRecentTrades } from '#api/journal/trades.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { AddTradeButton } from './add-trade-card.tsx';
import {
  entryText,
  NetAmount,
  priceText,
  StatusBadge,
  StrategyCell,
  TradeCells,
  TradeHeads,
} from './trade-cells.tsx';
import { useTradeDialogs } from './trade-dialogs.tsx';

const SHOWN = 10;

export interface RecentTradesProps {
  /** A further column that another feature fills, such as what the market did at the entry. */
  readonly extra?: {
    readonly title: string;
    readonly cellOf: (trade: TradeDto) => ReactNode;
    /** Beside a row of a phone. */
    readonly buttonOf: (trade: TradeDto) => ReactNode;
  };
}

interface RowsProps extends RecentTradesProps {
  readonly trades: readonly TradeDto[];
  readonly onEdit: (trade: TradeDto) => void;
}

function EditButton({ trade, onEdit }: Pick<RowsProps, 'onEdit'> & { readonly trade: TradeDto }): ReactNode {
  return (
    <Button
      kind="ghost"
      size="icon"
      aria-label={`Edit ${trade.instrumentSymbol} of ${entryText(trade, Date.now())}`}
      onClick={() => onEdit(trade)}
    >
      <Icon name="pencil" size={14} />
    </Button>
  );
}

type RowProps = Omit<RowsProps, 'trades'> & { readonly trade: TradeDto; readonly nowMs: number };

function RecentRow({ trade, nowMs, onEdit, extra }: RowProps): ReactNode {
  return (
    <tr>
      <TradeCells trade={trade} nowMs={nowMs} />
      <td>
        <StatusBadge status={trade.status} />
      </td>
      <StrategyCell strategy={trade.strategy} />
      {extra === undefined ? null : <td>{extra.cellOf(trade)}</td>}
      <td className="num">
        <EditButton trade={trade} onEdit={onEdit} />
      </td>
    </tr>
  );
}

function RecentTable({ trades, onEdit, extra }: RowsProps): ReactNode {
  const nowMs = Date.now();
  return (
    <ScrollRegion label="Recent trades, table">
      <table className="table recent-table">
        <thead>
          <tr>
            <TradeHeads />
            <th scope="col">Status</th>
            <th scope="col">Strategy</th>
            {extra === undefined ? null : <th scope="col">{extra.title}</th>}
            <th scope="col">
              <span className="sr-only">Edit</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <RecentRow
              key={trade.id}
              trade={trade}
              nowMs={nowMs}
              onEdit={onEdit}
              {...(extra === undefined ? {} : { extra })}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function RecentRows({ trades, onEdit, extra }: RowsProps): ReactNode {
  const nowMs = Date.now();
  return (
    <ul>
      {trades.map((trade) => (
        <li key={trade.id} className="trade-row">
          <button type="button" onClick={() => onEdit(trade)}>
            <span className="font-semibold">
              {trade.instrumentSymbol}{' '}
              <span className="font-medium">
                {trade.tradeType} {trade.quantity}
              </span>
            </span>
            {trade.status === 'open' ? <StatusBadge status="open" /> : <NetAmount trade={trade} />}
            <span className="t-12 text-text-3">
              {entryText(trade, nowMs)}
              {trade.strategy === null ? '' : `, ${trade.strategy}`}
            </span>
            <span className="t-12 text-text-3">{priceText(trade)}</span>
            <span className="sr-only">Edit</span>
          </button>
          {extra?.buttonOf(trade)}
        </li>
      ))}
    </ul>
  );
}

export function RecentTrades({ extra }: RecentTradesProps): ReactNode {
  const query = useRecentTrades(SHOWN);
  const { data, error } = query;
  const isPhone = useMedia(PHONE);
  const { edit, dialogs } = useTradeDialogs();
  const Rows = isPhone ? RecentRows : RecentTable;
  return (
    <Card
      title="Recent Trades"
      note="last 10"
      actions={
        <>
          {isPhone ? <AddTradeButton /> : null}
          <a className="btn" data-kind="quiet" data-size="small" href={exportAddress({})} download>
            <Icon name="download" size={13} /> Export
          </a>
        </>
      }
    >
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
          title="No trades yet"
          text="Drop an export of your platform above, paste one, or add a single trade."
        />
      ) : (
        <Rows trades={data.trades} onEdit={edit} {...(extra === undefined ? {} : { extra })} />
      )}
      {dialogs}
    </Card>
  );
}
