/** The first rows of a file, and what becomes of each. */
import type { Rejection } from '@undertow/journal';
import type { ReactNode } from 'react';
import {
  type PreviewRow,
  type PreviewTrade,
  previewRows,
  type RowStatus,
} from '#features/trades/import/file-preview.ts';
import { ROW_STATUS_WORDS } from '#features/trades/import/import-words.ts';
import type { QueuedFile } from '#features/trades/import/queued-file.ts';
import { alignPrices, formatAmount } from '#lib/format/formats.ts';
import { signTone } from '#lib/format/sign-tone.ts';
import { formatClock, formatDate, zoneCity } from '#lib/format/times.ts';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';

function RowStatusBadge({ status }: { readonly status: RowStatus }): ReactNode {
  const { text, tone } = ROW_STATUS_WORDS[status];
  return <Badge tone={tone}>{text}</Badge>;
}

interface TradeRowProps {
  readonly trade: PreviewTrade;
  readonly status: RowStatus;
  readonly zone: string;
}

function TradeRow({ trade, status, zone }: TradeRowProps): ReactNode {
  const { entryMs, net, currency } = trade;
  const [entry, exit] = alignPrices(trade.root, trade.entryPrice, trade.exitPrice);
  const empty = <span className="text-text-3">empty</span>;
  return (
    <tr>
      <td className="text-text-3">{trade.line}</td>
      <td className="font-medium">{trade.symbol}</td>
      <td>{trade.side === 'long' ? 'Buy' : 'Sell'}</td>
      <td className="num">{trade.entryPrice === null ? empty : entry}</td>
      <td className="num">{trade.exitPrice === null ? empty : exit}</td>
      <td className="num">{trade.quantity}</td>
      <td className="text-text-2">
        {entryMs === null ? empty : `${formatDate(entryMs, zone)} ${formatClock(entryMs, zone)}`}
      </td>
      <td className={`num font-medium ${signTone(Number(net))}`}>
        {formatAmount(net, currency, { signed: true })}
      </td>
      <td>
        <RowStatusBadge status={status} />
      </td>
    </tr>
  );
}

function RejectedRow({ rejection }: { readonly rejection: Rejection }): ReactNode {
  return (
    <tr>
      <td className="text-text-3">{rejection.line}</td>
      <td colSpan={7} className="text-text-2">
        <span className="reason-text">{rejection.reason}</span>
      </td>
      <td>
        <RowStatusBadge status="rejected" />
      </td>
    </tr>
  );
}

function rowOf(row: PreviewRow, at: number, zone: string): ReactNode {
  return row.kind === 'trade' ? (
    <TradeRow key={row.trade.key} trade={row.trade} status={row.status} zone={zone} />
  ) : (
    <RejectedRow key={`rejected ${at} ${row.rejection.line}`} rejection={row.rejection} />
  );
}

export interface PreviewTableProps {
  readonly item: QueuedFile;
  /** Zone in which the times are shown: the file's own where it has one. */
  readonly zone: string;
}

export function PreviewTable({ item: { preview }, zone }: PreviewTableProps): ReactNode {
  const rows = preview === null ? [] : previewRows(preview);
  if (rows.length === 0) return null;
  return (
    <ScrollRegion className="preview-rows" label="First rows of the file">
      <table className="table">
        <TableHead
          columns={[
            'Row',
            'Instrument',
            'Side',
            ['Entry', 'num'],
            ['Exit', 'num'],
            ['Qty', 'num'],
            `Entry time, ${zone === 'UTC' ? zone : zoneCity(zone)}`,
            ['Net P&L', 'num'],
            'Result',
          ]}
        />
        <tbody>{rows.map((row, at) => rowOf(row, at, zone))}</tbody>
      </table>
    </ScrollRegion>
  );
}
