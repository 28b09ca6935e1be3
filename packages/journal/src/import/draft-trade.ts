/** A trade between the file's row and the journal: texts are numbers and times are instants, P&L is not yet settled. */

import type { Side, TradeFlag } from '#model/import-model.ts';
import type { Scaled } from '#numbers/decimal.ts';
import type { Micros } from '#numbers/money.ts';

/** Part of a position that one exit closed. */
export interface DraftLeg {
  readonly quantity: Scaled;
  readonly entryPrice: Scaled;
  readonly exitPrice: Scaled;
  readonly entryMs: number;
  readonly exitMs: number;
}

export interface DraftTrade {
  readonly line: number;
  readonly raw: string;
  /** The book in which its executions are paired, and the executions; null for rows that are round trips already. */
  readonly book: string | null;
  readonly fills: string | null;
  /** Names the trade in every export of the same layout; equal texts are distinguished by `sameFacts`. */
  readonly identity: string;
  /** All its facts in the file: a second row with the same native id and facts is the same trade. */
  readonly facts: string;
  readonly hasNativeId: boolean;
  readonly positionId: string | null;
  readonly account: string;
  readonly symbol: string;
  readonly root: string;
  readonly expiry: string | null;
  readonly currency: string | null;
  /** Currency that prices and point value are in; empty when unknown. */
  readonly priceCurrency: string;
  readonly side: Side;
  readonly quantity: Scaled;
  readonly entryMs: number | null;
  readonly exitMs: number | null;
  readonly tradeDay: string | null;
  readonly entryPrice: Scaled | null;
  readonly exitPrice: Scaled | null;
  readonly pointValue: Scaled | null;
  readonly tick: Scaled | null;
  /** P&L column; null without one. */
  readonly pnlMicros: Micros | null;
  readonly pnlIs: 'net' | 'gross' | 'unknown';
  /** Price P&L before costs; null where prices or point value are missing. */
  readonly priceMicros: Micros | null;
  /** False where the P&L column is not checked: CFDs, lots, other currencies. */
  readonly checked: boolean;
  readonly commissionMicros: Micros | null;
  readonly feesMicros: Micros | null;
  readonly swapMicros: Micros | null;
  readonly maeMicros: Micros | null;
  readonly mfeMicros: Micros | null;
  readonly plannedStop: string | null;
  readonly strategy: string | null;
  readonly notes: string | null;
  readonly status: 'open' | 'closed';
  readonly legs: readonly DraftLeg[];
  readonly flags: readonly TradeFlag[];
}
