/** TradingView: the Strategy Tester's list of trades, and the order and balance histories of paper and broker accounts. */
import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { tradingviewBalance } from './tradingview-balance.ts';
import { tradingviewOrders } from './tradingview-orders.ts';
import { tradingviewTrades } from './tradingview-trades.ts';

export const tradingview = readerOfLayouts('tradingview', [
  tradingviewTrades,
  tradingviewOrders,
  tradingviewBalance,
]);
