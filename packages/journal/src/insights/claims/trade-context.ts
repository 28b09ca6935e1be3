/** The recorded market around a trade, as insights need it. */
import type { Micros } from '#numbers/money.ts';

export interface TradeContext {
  readonly tradeId: string;
  /** True where recorded market data covers the two minutes before the entry. */
  readonly covered: boolean;
  /** Types of events stamped within two minutes before the entry, none of them after it; each once. */
  readonly typesBeforeEntry: readonly string[];
  /**
   * Money that the trade would have made beyond its exit at the best price of the 30 minutes after it, at or above
   * zero; null where that is not recorded.
   */
  readonly mfeAfterExitMicros: Micros | null;
  /** Money that it would have lost beyond its exit at the worst price of the same 30 minutes, at or above zero. */
  readonly maeAfterExitMicros: Micros | null;
}
