/** MetaTrader, TradingView, cTrader and the two layouts of our own: what the registry takes from this half of the room. */
import { ctrader } from './ctrader.ts';
import { handMapped } from './hand-mapped.ts';
import { mt4 } from './mt4.ts';
import { mt5 } from './mt5.ts';
import type { PlatformReader } from './platform.ts';
import { simpleTemplate } from './simple-template.ts';
import { tradingview } from './tradingview.ts';

export { REFUSED_A } from './desktop-refusals.ts';

export const PLATFORMS_A: readonly PlatformReader[] = [
  mt4,
  mt5,
  tradingview,
  ctrader,
  simpleTemplate,
  handMapped,
];
