/** Tradovate, and the exports of NinjaTrader's web and mobile programs, which are the same: Performance, Position History, Fills, Orders. */
import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { TRADOVATE_FILLS } from './tradovate-fills.ts';
import { TRADOVATE_ORDERS } from './tradovate-orders.ts';
import { TRADOVATE_PERFORMANCE, TRADOVATE_POSITIONS } from './tradovate-pairs.ts';

export const tradovate = readerOfLayouts('tradovate', [
  TRADOVATE_FILLS,
  TRADOVATE_POSITIONS,
  TRADOVATE_PERFORMANCE,
  TRADOVATE_ORDERS,
]);
