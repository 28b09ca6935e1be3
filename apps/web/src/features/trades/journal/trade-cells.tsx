/** How the parts of a trade are shown, in every list of trades alike. */
import type { TradeDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { alignPrices, formatAmount } from '#lib/format/formats.ts';
import { signTone } from '#lib/format/sign-tone.ts';
import { formatClock, formatDate, USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { Badge } from '#ui/marks/badge.tsx';

const shortDate = new Intl.DateTimeFormat('en-GB', { timeZone: USER_ZONE, day: 'numeric', month: 'short' });

/** `19 Nov 16:44` this year, with the year otherwise; a trade of which only the day is known has no clock time. */
export function entryText({ entryTime, entryTimeKnown }: TradeDto, nowMs: number): string {
  const entryMs = Date.parse(entryTime);
  const isThisYear = new Date(entryMs).getFullYear() === new Date(nowMs).getFullYear();
  const day = isThisYear ? shortDate.format(entryMs) : formatDate(entryMs);
  return entryTimeKnown ? `${day} ${formatClock(entryMs).slice(0, 5)}` : day;
}

/** Net result in the trade's own currency, in the colour of its sign. */
export function NetAmount({ trade }: { readonly trade: TradeDto }): ReactNode {
  const { net, currency } = trade;
  const tone = signTone(Number(net));
  return <span className={`font-medium ${tone}`}>{formatAmount(net, currency, { signed: true })}</span>;
}

export function StatusBadge({ status }: { readonly status: TradeDto['status'] }): ReactNode {
  return status === 'open' ? <Badge tone="info">Open</Badge> : <Badge>Closed</Badge>;
}

/** `4572.25 to 4569.50`, or the entry alone. */
export function priceText({ root, entryPrice, exitPrice }: TradeDto): string {
  const prices = exitPrice === null ? [entryPrice] : [entryPrice, exitPrice];
  return alignPrices(root, ...prices).join(' to ');
}

/** The head above entry times. */
export const ENTERED = `Entered, ${zoneCity(USER_ZONE)}`;

interface PricesHidden {
  /** Of the cells that a narrow table leaves out. */
  readonly priceClass?: string;
}

/** Heads of `TradeCells`. */
export function TradeHeads({ priceClass = '' }: PricesHidden): ReactNode {
  return (
    <>
      <th scope="col">{ENTERED}</th>
      <th scope="col">Symbol</th>
      <th scope="col">Type</th>
      <th scope="col" className="num">
        Qty
      </th>
      <th scope="col" className={`num ${priceClass}`}>
        Entry
      </th>
      <th scope="col" className={`num ${priceClass}`}>
        Exit
      </th>
      <th scope="col" className="num">
        P&amp;L
      </th>
    </>
  );
}

interface TradeCellsProps extends PricesHidden {
  readonly trade: TradeDto;
  readonly nowMs: number;
}

/** The columns of a trade in every table, from its entry to its result. */
export function TradeCells({ trade, nowMs, priceClass = '' }: TradeCellsProps): ReactNode {
  const [entry, exit] = alignPrices(trade.root, trade.entryPrice, trade.exitPrice);
  return (
    <>
      <td className="text-text-2">{entryText(trade, nowMs)}</td>
      <td className="font-semibold">{trade.instrumentSymbol}</td>
      <td>{trade.tradeType}</td>
      <td className="num">{trade.quantity}</td>
      <td className={`num ${priceClass}`}>{entry}</td>
      <td className={`num ${priceClass}`}>{exit}</td>
      <td className="num">
        <NetAmount trade={trade} />
      </td>
    </>
  );
}

export function StrategyCell({ strategy }: Pick<TradeDto, 'strategy'>): ReactNode {
  return (
    <td className="text-text-2">
      <span className="cell-text" title={strategy ?? undefined}>
        {strategy ?? '–'}
      </span>
    </td>
  );
}
