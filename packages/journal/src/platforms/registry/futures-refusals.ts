/** Files of the futures platforms without trades, with what to export instead. */

import type { SourceFile } from '#model/source-file.ts';
import type { RefusedLayout } from '#platforms/reader/platform.ts';
import { findHeader } from '#read/tables/headers.ts';

function withHeader(...mustHave: readonly (string | RegExp)[]): (file: SourceFile) => boolean {
  return (file) => file.grids.some((grid) => findHeader(grid, mustHave) >= 0);
}

const TRADOVATE =
  'Under Reports choose Fills (best: true times and commissions), Performance or Orders and download it as CSV.';
const NINJATRADER =
  'Open New, Trade Performance, choose Display Trades (or Executions) and right-click the grid, Export.';

export const FUTURES_REFUSALS: readonly RefusedLayout[] = [
  {
    layout: 'Tradovate, cash history',
    recognise: withHeader('Cash Change Type', 'Delta'),
    advice: `This is a cash history of Tradovate: fees and bookings, no trades. ${TRADOVATE}`,
  },
  {
    layout: 'Tradovate, account balance history',
    recognise: withHeader(/^total amount$/, /^total reali[sz]ed (pnl|p&l|p\/l)$/),
    advice: `This is an account balance history of Tradovate: one balance a day, no trades. ${TRADOVATE}`,
  },
  {
    layout: 'Tradovate, order details',
    recognise: withHeader('Command ID', 'Command Type', /^order ?id$/),
    advice: `This is a list of order commands of Tradovate, not of fills. ${TRADOVATE}`,
  },
  {
    layout: 'NinjaTrader 8, orders',
    recognise: withHeader(
      'Instrument',
      'Action',
      /^(remaining|filled)$/,
      /^(state|limit|stop)$/,
      /^avg\.? price$/,
    ),
    advice: `This is the orders grid of NinjaTrader 8: it has no fills and no costs. ${NINJATRADER}`,
  },
  {
    layout: 'NinjaTrader 8, log',
    recognise: withHeader('Time', 'Category', 'Message'),
    advice: `This is the log of NinjaTrader 8, not a list of trades. ${NINJATRADER}`,
  },
  {
    layout: 'NinjaTrader 8, summary',
    recognise: withHeader('Performance', 'All trades', 'Long trades', 'Short trades'),
    advice: `This is the summary of NinjaTrader 8: statistics, no single trades. ${NINJATRADER}`,
  },
  {
    layout: 'NinjaTrader 8, accounts',
    recognise: withHeader(/^(account )?display name$|^name$/, 'Gross realized PnL', 'Cash value'),
    advice: `This is the accounts grid of NinjaTrader 8: balances, no trades. ${NINJATRADER}`,
  },
  {
    layout: 'TopstepX, orders',
    recognise: withHeader(
      /^contract ?name$/,
      'Status',
      /^(created ?at|filled ?at)$/,
      /^(execute ?price|limit ?price|stop ?price)$/,
    ),
    advice: 'These are orders of TopstepX. Open the tab Trades, choose Export and the dates.',
  },
  {
    layout: 'Quantower, orders history',
    recognise: withHeader(
      'Symbol',
      'Side',
      'Order type',
      'Status',
      /^(tif|time in force|trigger price|filled quantity|remaining quantity|average price|order id)$/,
    ),
    advice:
      'This is the orders history of Quantower: several lines an order, no results. Open the Trades panel and export it from its menu.',
  },
  {
    layout: 'Interactive Brokers, statement without trades',
    recognise: (file) =>
      file.grids.some(
        ({ rows }) =>
          rows.some(
            ({ cells }) => cells[0] === 'Statement' && (cells[1] === 'Header' || cells[1] === 'Data'),
          ) && !rows.some(({ cells }) => cells[0] === 'Trades' || cells[0] === 'Transaction History'),
      ),
    advice:
      'This is a statement of Interactive Brokers without the section Trades. Run an activity statement (or a Flex query) that includes Trades for dates on which you traded.',
  },
  {
    layout: 'Interactive Brokers, transaction history',
    recognise: (file) =>
      file.grids.some(
        ({ rows }) =>
          rows.some(({ cells }) => cells[0] === 'Transaction History') &&
          !rows.some(({ cells }) => cells[0] === 'Trades'),
      ),
    advice:
      'This is a transaction history of Interactive Brokers: it has days but no times. Run an activity statement (Performance & Reports, Statements, Activity) and download it as CSV.',
  },
  {
    layout: 'ATAS, statistics',
    recognise: (file) =>
      file.grids.some(({ name }) => /^(statistics|statistiques?)$/i.test(name ?? '')) &&
      !file.grids.some(({ name }) => /journal|execution/i.test(name ?? '')),
    advice:
      'This workbook holds the statistics of ATAS only. Export it again with the sheets Journal and Executions.',
  },
];
