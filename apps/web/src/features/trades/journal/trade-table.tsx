/** A table of trades whose heads sort. */
import type { TradeDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import type { TradeView } from '#lib/address/trade-filter.ts';
import { Button } from '#ui/controls/button.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { ENTERED, entryText, StatusBadge, StrategyCell, TradeCells } from './trade-cells.tsx';

interface Column {
  readonly title: string;
  readonly sort: TradeView['sort'] | null;
  readonly isNumber: boolean;
}

const COLUMNS: readonly Column[] = [
  { title: ENTERED, sort: 'entryTime', isNumber: false },
  { title: 'Symbol', sort: 'symbol', isNumber: false },
  { title: 'Type', sort: null, isNumber: false },
  { title: 'Qty', sort: 'quantity', isNumber: true },
  { title: 'Entry', sort: null, isNumber: true },
  { title: 'Exit', sort: null, isNumber: true },
  { title: 'P&L', sort: 'net', isNumber: true },
  { title: 'Status', sort: null, isNumber: false },
  { title: 'Strategy', sort: 'strategy', isNumber: false },
  { title: 'Tags', sort: null, isNumber: false },
  { title: 'Account', sort: null, isNumber: false },
];

export interface TradeTableProps {
  readonly trades: readonly TradeDto[];
  readonly view: TradeView;
  readonly onSort: (sort: TradeView['sort'], order: TradeView['order']) => void;
  readonly onEdit: (trade: TradeDto) => void;
  readonly onRemove: (trade: TradeDto) => void;
}

/**
 * The first click sorts the way one mostly wants: words upwards, times and figures downwards; the next one turns it.
 */
function nextOrder(sort: TradeView['sort'], view: TradeView): TradeView['order'] {
  if (view.sort === sort) return view.order === 'asc' ? 'desc' : 'asc';
  return sort === 'symbol' || sort === 'strategy' ? 'asc' : 'desc';
}

function Head({
  column,
  view,
  onSort,
}: Pick<TradeTableProps, 'view' | 'onSort'> & { column: Column }): ReactNode {
  const { title, sort, isNumber } = column;
  const isSorted = sort === view.sort;
  if (sort === null) {
    return (
      <th scope="col" className={isNumber ? 'num' : ''}>
        {title}
      </th>
    );
  }
  return (
    <th
      scope="col"
      className={isNumber ? 'num' : ''}
      aria-sort={isSorted ? (view.order === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className="sort-head" onClick={() => onSort(sort, nextOrder(sort, view))}>
        {title}
        <span aria-hidden="true">{isSorted ? (view.order === 'asc' ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  );
}

type RowProps = Pick<TradeTableProps, 'onEdit' | 'onRemove'> & {
  readonly trade: TradeDto;
  readonly nowMs: number;
};

function Row({ trade, nowMs, onEdit, onRemove }: RowProps): ReactNode {
  const name = `${trade.instrumentSymbol} of ${entryText(trade, nowMs)}`;
  return (
    <tr>
      <TradeCells trade={trade} nowMs={nowMs} />
      <td>
        <StatusBadge status={trade.status} />
      </td>
      <StrategyCell strategy={trade.strategy} />
      <td>
        <span className="flex gap-1">
          {trade.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      </td>
      <td className="text-text-2">
        <span className="cell-text">{trade.account === '' ? '–' : trade.account}</span>
      </td>
      <td className="num">
        <span className="inline-flex">
          <Button kind="ghost" size="icon" aria-label={`Edit ${name}`} onClick={() => onEdit(trade)}>
            <Icon name="pencil" size={14} />
          </Button>
          <Button kind="ghost" size="icon" aria-label={`Delete ${name}`} onClick={() => onRemove(trade)}>
            <Icon name="trash" size={14} />
          </Button>
        </span>
      </td>
    </tr>
  );
}

export function TradeTable({ trades, view, onSort, onEdit, onRemove }: TradeTableProps): ReactNode {
  const nowMs = Date.now();
  return (
    <ScrollRegion label="All trades, table">
      <table className="table">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <Head key={column.title} column={column} view={view} onSort={onSort} />
            ))}
            <th scope="col">
              <span className="sr-only">Edit or delete</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <Row key={trade.id} trade={trade} nowMs={nowMs} onEdit={onEdit} onRemove={onRemove} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
