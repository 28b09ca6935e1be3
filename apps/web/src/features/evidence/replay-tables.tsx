/** Ladder and tape of a replay at the instant that its clock shows. */
import type { ReactNode } from 'react';
import { formatPrice, formatSize } from '#lib/format/formats.ts';
import { TableHead } from '#ui/layout/table-head.tsx';
import { formatMicros } from './millis.ts';
import type { LadderRow, TapeRow } from './replay-market.ts';

const TAPE_WORDS: Readonly<Record<TapeRow['side'], string>> = { buy: 'Buy', sell: 'Sell', trade: 'Trade' };

export interface ReplayLadderProps {
  readonly rows: readonly LadderRow[];
  readonly instrumentId: number;
  /** The event's own price, which is marked. */
  readonly price: string;
}

export function ReplayLadder({ instrumentId, rows, price }: ReplayLadderProps): ReactNode {
  return (
    <table className="table replay-ladder" aria-label="Order book at this moment">
      <TableHead
        columns={[
          ['Bid', 'num'],
          ['Price', 'num'],
          ['Ask', 'num'],
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={row.price} data-own={row.price === price}>
            <td className="num text-up-text">{row.bid === 0 ? '' : formatSize(row.bid)}</td>
            <td className="num font-medium">{formatPrice(instrumentId, row.price)}</td>
            <td className="num text-down-text">{row.ask === 0 ? '' : formatSize(row.ask)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ReplayTape({
  instrumentId,
  rows,
  fromMs,
}: {
  readonly instrumentId: number;
  readonly rows: readonly TapeRow[];
  readonly fromMs: number;
}): ReactNode {
  return (
    <table className="table replay-tape" aria-label="Trades up to this moment">
      <TableHead columns={['Time', 'Side', ['Price', 'num'], ['Size', 'num']]} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.step}>
            <td>{formatMicros(fromMs, row.atMicros)}</td>
            <td className={row.side === 'sell' ? 'text-down-text' : 'text-up-text'}>
              {TAPE_WORDS[row.side]}
            </td>
            <td className="num">{formatPrice(instrumentId, row.price)}</td>
            <td className="num">{formatSize(row.size)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
