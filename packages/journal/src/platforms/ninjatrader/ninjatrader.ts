/** NinjaTrader 8 (desktop): trades grid and executions grid. Exports of NinjaTrader's web program are Tradovate's. */

import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { NINJATRADER_EXECUTIONS } from './ninjatrader-executions.ts';
import { NINJATRADER_TRADES } from './ninjatrader-trades.ts';

export const ninjaTrader = readerOfLayouts('ninjatrader', [NINJATRADER_TRADES, NINJATRADER_EXECUTIONS]);
