/** The ports of imports: what they are compared with, how their trades are stored, how they are undone. */
import type { Micros, PackedFills } from '@undertow/journal';
import type { TradeFacts } from './journal.ts';

/** Columns of `TradeStore.compared`, in their order. */
export const COMPARED_COLUMNS = [
  'id',
  'import_id',
  'key',
  'platform',
  'account',
  'root',
  'side',
  'status',
  'quantity',
  'entry_at_ms',
  'entry_known',
  'exit_at_ms',
  'entry_price',
  'exit_price',
  'commission_micros',
  'legs',
  'book',
  'fills',
] as const;

/** A stored trade that is replaced, and the key of the trade that replaces it; null for none. */
export interface Superseded {
  readonly id: number;
  readonly heirKey: string | null;
}

/** What an import leaves for later ones, and which earlier ones it completed. */
export interface ImportLinks {
  readonly unplaced: readonly PackedFills[];
  readonly leansOn: readonly number[];
  /** Rows of its file that are not imported, once earlier imports have provided the entries of its exits. */
  readonly rejected: number;
}

/** A trade of a file, with its executions where it has been paired of them. */
export interface ImportedFacts extends TradeFacts {
  /** Where its executions are paired with others. */
  readonly book: string | null;
  readonly fills: string | null;
}

/** Exits of an import whose entries were unknown at that time. */
export interface UnplacedFills extends PackedFills {
  readonly importId: number;
}

export interface ImportFacts {
  readonly fileName: string;
  readonly platform: string;
  readonly layout: string;
  readonly currency: string;
  readonly rejected: number;
}

export interface StoredImport extends ImportFacts {
  readonly id: number;
  readonly importedAtMs: number;
  readonly imported: number;
  readonly duplicates: number;
  /** Of the imported ones those that contain the whole of a trade of which an earlier import had a part. */
  readonly completed: number;
  readonly netMicros: Micros;
  readonly undoneAtMs: number | null;
}

/**
 * A batch of trades to be stored, as JSON texts: for the thread that passes them on and the database that parses them.
 */
export interface TradeBatch {
  /** The facts that all of them share, an object. */
  readonly same: string;
  /** Names of the other facts; `key` is always among them. */
  readonly varying: readonly (keyof ImportedFacts)[];
  /** An array of objects with the varying facts. */
  readonly trades: string;
  /** Trades of the file that it represents, those that were left out of it included. */
  readonly count: number;
}

/**
 * An import whose trades are stored batch by batch; none is visible before `finish`, and none stays after `abandon`.
 */
export interface ImportWriter {
  /** Trades that the user has already are left out. */
  add(batch: TradeBatch, nowMs: number): Promise<void>;
  /** Removes stored trades, before the trades that replace them are added. Not visible before `finish`. */
  supersede(trades: readonly Superseded[]): Promise<void>;
  /** A user's notes on replaced trades move to those that replace them. */
  finish(nowMs: number, links?: Partial<ImportLinks>): Promise<StoredImport>;
  abandon(): Promise<void>;
}

export interface ImportStore {
  /** `under-way` while another import of the user is stored; `full` when their journal is at its limit. */
  begin(
    userId: string,
    facts: ImportFacts,
    trades: number,
    nowMs: number,
  ): Promise<ImportWriter | 'under-way' | 'full'>;
  /** Newest first. */
  list(userId: string): Promise<readonly StoredImport[]>;
  /** Exits of imports in force whose entries were unknown at the time. */
  unplaced(userId: string): Promise<readonly UnplacedFills[]>;
  /**
   * Number of trades removed, 0 when it was undone before; undefined for an unknown import and for another user's;
   * `completed` while a later import is in force that completed trades of it. What it replaced is visible again.
   */
  undo(userId: string, id: number, nowMs: number): Promise<number | 'completed' | undefined>;
  /** Removes what a killed process left half stored. */
  sweep(nowMs: number): Promise<void>;
}
