/** Maps the venue's market modes to the trading status of the platform. */
import { TRADING_STATUSES, type TradingStatus } from '@undertow/market';

const MODES: readonly (readonly [RegExp, TradingStatus])[] = [
  [/pre.?open|auction|opening/i, 'preopen'],
  [/halt|suspend|pause|freeze|frozen|stop/i, 'halt'],
  [/clos|end of day|not available/i, 'close'],
  [/open|trading|continuous|fast/i, 'open'],
];

/** Index of `TRADING_STATUSES`, or null for a word that is not about trading. */
export function statusOf(marketMode: string | undefined): number | null {
  const status = MODES.find(([words]) => words.test(marketMode ?? ''))?.[1];
  return status === undefined ? null : TRADING_STATUSES.indexOf(status);
}
