/** Files of MetaTrader, TradingView and cTrader without closed trades, and what to export instead. */

import type { SourceFile } from '#model/source-file.ts';
import { ctrader } from '#platforms/ctrader/ctrader.ts';
import { mt4 } from '#platforms/metatrader/mt4.ts';
import { mt5 } from '#platforms/metatrader/mt5.ts';
import type { PlatformReader, RefusedLayout } from '#platforms/reader/platform.ts';
import { tradingview } from '#platforms/tradingview/tradingview.ts';
import { findHeader } from '#read/tables/headers.ts';

const READERS: readonly PlatformReader[] = [mt4, mt5, tradingview, ctrader];

/** A header like this and no other that a reader of these platforms recognises. */
function onlyHeader(
  file: SourceFile,
  mustHave: readonly (string | RegExp)[],
  without: readonly string[] = [],
): boolean {
  const has = file.grids.some((grid) => {
    const header = findHeader(grid, mustHave);
    return header >= 0 && without.every((name) => findHeader(grid, [name, ...mustHave]) !== header);
  });
  return has && READERS.every((reader) => reader.recognise(file).length === 0);
}

function nameIs(file: SourceFile, pattern: RegExp): boolean {
  return pattern.test(file.name);
}

const TRADINGVIEW_ADVICE =
  'Export the order history (trading panel, History, Export data) or, of a strategy, the list of trades.';

export const DESKTOP_REFUSALS: readonly RefusedLayout[] = [
  {
    layout: 'TradingView, trading journal',
    recognise: (file) =>
      (nameIs(file, /paper-trading-(?:trading-)?journal/i) &&
        READERS.every((one) => one.recognise(file).length === 0)) ||
      file.grids.some((grid) => {
        const header = findHeader(grid, ['time', 'text']);
        return header >= 0 && (grid.rows[header]?.cells.filter((cell) => cell !== '').length ?? 0) <= 3;
      }),
    advice: `This is TradingView's trading journal, a log of messages without trades. ${TRADINGVIEW_ADVICE}`,
  },
  {
    layout: 'TradingView, open positions',
    recognise: (file) =>
      (nameIs(file, /paper-trading-positions/i) &&
        READERS.every((one) => one.recognise(file).length === 0)) ||
      onlyHeader(file, [
        'symbol',
        'side',
        /^(?:qty|quantity)$/,
        /^avg fill price$/,
        /^(?:last price|unrealized)/,
      ]),
    advice: `This is TradingView's table of open positions, without closed trades. ${TRADINGVIEW_ADVICE}`,
  },
  {
    layout: 'TradingView, working orders',
    recognise: (file) =>
      (nameIs(file, /paper-trading-orders/i) && READERS.every((one) => one.recognise(file).length === 0)) ||
      onlyHeader(
        file,
        ['symbol', 'side', 'type', /^(?:qty|quantity)$/, 'limit price', 'stop price'],
        ['fill price', 'status'],
      ),
    advice: `This is TradingView's table of working orders, which hold no fills. ${TRADINGVIEW_ADVICE}`,
  },
  {
    layout: 'TradingView, chart data',
    recognise: (file) => onlyHeader(file, ['time', 'open', 'high', 'low', 'close']),
    advice: `These are prices of a chart, not trades. ${TRADINGVIEW_ADVICE}`,
  },
  {
    layout: 'MetaTrader 4, Strategy Tester',
    recognise: (file) =>
      (/strategy tester/i.test(file.title ?? '') ||
        file.grids.some((grid) =>
          grid.rows.slice(0, 5).some((row) => row.cells.some((cell) => /strategy tester report/i.test(cell))),
        )) &&
      READERS.every((reader) => reader.recognise(file).length === 0),
    advice:
      'This is a report of the Strategy Tester, a simulation. For your own trades open the Account History tab, right click, Save as Report.',
  },
  {
    layout: 'MetaTrader 5, orders',
    recognise: (file) => onlyHeader(file, ['order', 'symbol', 'type', 'volume', 'state']),
    advice:
      'These are MetaTrader orders without their results. In the History tab choose Positions or Deals, right click, Report, HTML or Open XML.',
  },
  {
    layout: 'cTrader, orders',
    recognise: (file) => onlyHeader(file, ['symbol', 'direction', /^submission time/, 'order type']),
    advice:
      'These are pending orders of cTrader. Export the statement with its Deals, or the History tab, instead.',
  },
];
