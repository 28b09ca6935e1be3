/** Trades of a backtest as CSV: the columns of the journal's simple template, and a note with the rest. */
import type { BacktestTradeDto } from '@undertow/contracts';
import { CSV_START, csvLine } from '#http/bind/csv.ts';

const COLUMNS = [
  ...['Platform', 'Symbol', 'Type', 'Entry price', 'Exit price', 'Quantity', 'Entry time', 'Exit time'],
  ...['Net P&L', 'Strategy', 'Notes'],
];

/** `2026-11-20 15:00:00`, UTC. */
const timeOf = (instant: string): string => instant.slice(0, 19).replace('T', ' ');

export function* tradeCsv(
  { name, product }: { readonly name: string; readonly product: string },
  trades: Iterable<BacktestTradeDto>,
): Generator<string> {
  yield `${CSV_START}${csvLine(COLUMNS)}`;
  for (const trade of trades) {
    const { number, reason, netR, maeTicks, mfeTicks, fill } = trade;
    yield csvLine([
      ...['Undertow backtest', trade.contract ?? product, trade.side === 'buy' ? 'BUY' : 'SELL'],
      ...[Number(trade.entryPrice), Number(trade.exitPrice), trade.size],
      ...[timeOf(trade.entryAt), timeOf(trade.exitAt), Number(trade.net), name],
      `No. ${number}, ended by ${reason.replaceAll('_', ' ')}, ${netR.toFixed(2)} R, MAE ${maeTicks}, MFE ${mfeTicks} ticks, ` +
        `commission ${trade.commission}, slippage ${trade.slippage}, ${fill.replaceAll('_', ' ')} fill`,
    ]);
  }
}
