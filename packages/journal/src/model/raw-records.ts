/** A trade or an execution as in the file: raw texts and times before zone, symbol and currency are resolved. */
import type { FileTime } from '#time/file-time.ts';
import type { Side } from './import-model.ts';

/** A closed (or still open) trade as a round-trip file has it. Decimal texts are plain (`-1234.5`). */
export interface RawTrip {
  readonly line: number;
  readonly raw: string;
  /** Id of the platform that is the same in every export (ticket, position, deal); null where there is none. */
  readonly nativeId: string | null;
  /** Shared by trades that the file marks as parts of one position; null where it has no such mark. */
  readonly positionId: string | null;
  readonly account: string | null;
  readonly symbol: string | null;
  readonly currency: string | null;
  readonly side: Side;
  readonly quantity: string;
  readonly entryTime: FileTime | null;
  readonly exitTime: FileTime | null;
  readonly tradeDay: string | null;
  readonly entryPrice: string | null;
  readonly exitPrice: string | null;
  /** The raw P&L column. */
  readonly pnl: string | null;
  /** What the column is by the platform's rule; `unknown` lets the core decide by prices. */
  readonly pnlIs: 'net' | 'gross' | 'unknown';
  /** Spent money at or above zero; null without such a column. */
  readonly commission: string | null;
  readonly fees: string | null;
  /** Signed: negative is paid. */
  readonly swap: string | null;
  /** Money per 1.00 of price and unit, where the file itself has it. */
  readonly pointValue: string | null;
  readonly mae: string | null;
  readonly mfe: string | null;
  readonly plannedStop: string | null;
  readonly strategy: string | null;
  readonly notes: string | null;
  readonly status: 'open' | 'closed';
  /** From a backtest of a strategy, not a live trade. */
  readonly backtest: boolean;
}

/** One execution (or one filled order) of a fills file. */
export interface RawFill {
  readonly line: number;
  readonly raw: string;
  /** Id that orders fills of the same time; compared as numbers where both are. */
  readonly sequence: string | null;
  readonly nativeId: string | null;
  readonly account: string | null;
  readonly symbol: string;
  readonly currency: string | null;
  readonly action: 'buy' | 'sell';
  readonly quantity: string;
  readonly price: string;
  readonly time: FileTime;
  readonly commission: string | null;
  readonly fees: string | null;
  /** Profit that the file books on this fill; null where it has none. */
  readonly pnl: string | null;
  readonly pnlIs: 'net' | 'gross' | 'unknown';
  readonly pointValue: string | null;
  /** Effect of the fill on the position; null where the file does not have it. */
  readonly effect: 'open' | 'close' | null;
  /** Position after the fill, signed, where the file has it. */
  readonly positionAfter: string | null;
  /** First stop that was placed with the order, where the file has it. */
  readonly plannedStop: string | null;
  /** Best and worst price while the position was open, where the file has it. */
  readonly highDuring: string | null;
  readonly lowDuring: string | null;
  readonly strategy: string | null;
}
