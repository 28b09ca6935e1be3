/** The model of an import: questions to the user and their answers, imported trades, the report. */
import type { Micros } from '#numbers/money.ts';

export const PLATFORM_IDS = [
  'mt4',
  'mt5',
  'tradingview',
  'ctrader',
  'ninjatrader',
  'tradovate',
  'topstepx',
  'rithmic',
  'sierra-chart',
  'quantower',
  'atas',
  'interactive-brokers',
  'template',
  'mapped',
] as const;
export type PlatformId = (typeof PLATFORM_IDS)[number];

export type Side = 'long' | 'short';
export type DateOrder = 'ymd' | 'dmy' | 'mdy';
export type DecimalMark = '.' | ',';

/** Fields that a column can be mapped to by hand, for unknown layouts. */
export const MAPPED_FIELDS = [
  'symbol',
  'side',
  'quantity',
  'entryTime',
  'exitTime',
  'entryPrice',
  'exitPrice',
  'pnl',
  'commission',
  'fees',
  'swap',
  'account',
  'strategy',
  'notes',
  'id',
] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];

/** Which column (0-based) holds which field, and whether the P&L column is before or after costs. */
export interface ColumnMapping {
  readonly columns: Readonly<Partial<Record<MappedField, number>>>;
  readonly pnl: 'net' | 'gross';
}

/** Answers about a file. All are optional: what is missing is read from the file or becomes a question. */
export interface ImportAnswers {
  readonly platform?: PlatformId | undefined;
  /** IANA zone of times that carry none, for example `America/Chicago`. */
  readonly zone?: string | undefined;
  /** Account of trades in files that name none. */
  readonly account?: string | undefined;
  /** ISO 4217 code of the account's currency where the file does not state it. */
  readonly currency?: string | undefined;
  /** Instrument of files that name none (TradingView's list of trades). */
  readonly symbol?: string | undefined;
  readonly dateOrder?: 'dmy' | 'mdy' | undefined;
  readonly decimalMark?: DecimalMark | undefined;
  /** `windows-1251`, `shift_jis` …, where the file is neither Unicode nor Western. */
  readonly encoding?: string | undefined;
  /** Money per 1.00 of price and contract, by root, as decimal text, for roots that are not in the table. */
  readonly pointValues?: Readonly<Record<string, string>> | undefined;
  readonly mapping?: ColumnMapping | undefined;
}

/** A fact that is not in the file and must not be guessed. */
export interface ImportQuestion {
  readonly field:
    | 'zone'
    | 'account'
    | 'currency'
    | 'symbol'
    | 'dateOrder'
    | 'decimalMark'
    | 'pointValue'
    | 'mapping';
  /** What it is about: the root for `pointValue`, else empty. */
  readonly subject: string;
  /** One sentence, shown to the user. */
  readonly text: string;
  /** Proposed answers, best first; free text unless the field is a closed choice. */
  readonly options: readonly string[];
  /** True when nothing may be saved without an answer; false when a stated assumption applies until then. */
  readonly blocking: boolean;
}

/** Part of a position that one exit closed (first in, first out). */
export interface TradeLeg {
  readonly quantity: string;
  readonly entryPrice: string;
  readonly exitPrice: string;
  readonly entryMs: number;
  readonly exitMs: number;
  readonly grossMicros: Micros | null;
}

/** One trade of a file: a row of a round-trip file, or a position from flat to flat paired from fills. */
export interface ImportedTrade {
  /**
   * Line or row of the file that it came from (the exit's, where there are two); 0 for what only earlier imports have.
   */
  readonly line: number;
  /** The raw row or rows of the file, for the record; at most 2,000 characters. */
  readonly raw: string;
  /** Executions of one book are paired with each other, also over several exports; null for round-trip rows. */
  readonly book: string | null;
  /** Its executions as `packFills` keeps them; null for round-trip rows. */
  readonly fills: string | null;
  /** Same in every export of the same trade: native id, else a hash of its facts with its ordinal among twins. */
  readonly key: string;
  /** Trades of one position (partial exits) share it. */
  readonly groupId: string;
  readonly platform: PlatformId;
  readonly account: string;
  /** As written in the file. */
  readonly symbol: string;
  /** Product code without expiry, for example `ES`; for CFDs and unknown symbols the cleaned symbol. */
  readonly root: string;
  /** `2026-12`, or null for continuous symbols and products without expiry. */
  readonly expiry: string | null;
  readonly currency: string;
  readonly side: Side;
  /** Decimal text above zero: contracts or lots. */
  readonly quantity: string;
  /** Milliseconds since 1970 UTC; null only where the file has none. */
  readonly entryMs: number | null;
  readonly exitMs: number | null;
  /** Exchange day as the file names it (`YYYY-MM-DD`); null: computed from the exit. */
  readonly tradeDay: string | null;
  readonly entryPrice: string | null;
  readonly exitPrice: string | null;
  /** Money per 1.00 of price and unit of quantity, decimal text; null when unknown. */
  readonly pointValue: string | null;
  /** Before costs; null when the file gives only net without costs. */
  readonly grossMicros: Micros | null;
  /** Costs as money spent, at or above zero; null when the file has no such column. Rebates are below zero. */
  readonly commissionMicros: Micros | null;
  readonly feesMicros: Micros | null;
  /** Signed as booked: negative is paid. */
  readonly swapMicros: Micros | null;
  /** After all costs in the file; null while open. */
  readonly netMicros: Micros | null;
  readonly pnlSource: 'file' | 'computed';
  /** Worst and best open result while it lasted, money at or above zero, where the file has it. */
  readonly maeMicros: Micros | null;
  readonly mfeMicros: Micros | null;
  /** First stop of the order, where the file has it. */
  readonly plannedStop: string | null;
  readonly status: 'open' | 'closed';
  readonly strategy: string | null;
  readonly notes: string | null;
  readonly legs: readonly TradeLeg[];
  /** Its doubtful facts, from `FLAGS`. */
  readonly flags: readonly TradeFlag[];
}

export const FLAGS = [
  'pnl-disagrees',
  'point-value-unknown',
  'costs-unknown',
  'zone-assumed',
  'entry-time-missing',
  'exit-time-missing',
  'exit-before-entry',
  'exit-price-missing',
  'pnl-only',
  'backtest',
] as const;
export type TradeFlag = (typeof FLAGS)[number];

/** A row that was not imported, and why. */
export interface Rejection {
  readonly line: number;
  readonly reason: string;
  /** The raw row, at most 200 characters. */
  readonly text: string;
}

/** Rows that are not trades by their nature (cancelled orders, balance lines), counted by reason. */
export interface SkippedRows {
  readonly reason: string;
  readonly count: number;
  /** First lines, at most 20. */
  readonly lines: readonly number[];
}

/** An assumption, shown with a control to change it. */
export interface Assumption {
  readonly field: ImportQuestion['field'] | 'pnl' | 'platform' | 'encoding' | 'priceScale';
  readonly subject: string;
  readonly value: string;
  readonly text: string;
}

/** The result of an import of one file. Money as decimal text in the file's currency. */
export interface ImportReport {
  readonly file: string;
  readonly platform: PlatformId;
  /** Names of platform and layout: `NinjaTrader 8, trades grid`. */
  readonly layout: string;
  readonly currency: string;
  readonly accounts: readonly string[];
  readonly rowsRead: number;
  /** Closed round trips. */
  readonly trades: number;
  readonly open: number;
  /** Null when the file does not have it for every trade. */
  readonly gross: string | null;
  readonly costs: string | null;
  readonly net: string;
  readonly wins: number;
  readonly losses: number;
  readonly zero: number;
  /** First entry and last exit, ISO 8601 UTC; null without times. */
  readonly first: string | null;
  readonly last: string | null;
  readonly rejected: readonly Rejection[];
  readonly skipped: readonly SkippedRows[];
  readonly warnings: readonly string[];
  readonly assumptions: readonly Assumption[];
  /** Total that the file prints itself and whether ours equals it. */
  readonly fileTotal: { readonly net: string; readonly matches: boolean; readonly difference: string } | null;
}

/** Executions of one book of one layout as text. The same file format names the same book in every export. */
export interface PackedFills {
  readonly book: string;
  readonly fills: string;
}

export interface ImportOutcome {
  readonly report: ImportReport;
  /** Closed and open ones, in the order of their exit (open ones last). */
  readonly trades: readonly ImportedTrade[];
  readonly questions: readonly ImportQuestion[];
  /** Header and first rows as read, for the preview and for mapping by hand. */
  readonly sample: { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };
  /** Names the layout for a remembered mapping: the same header gives the same text. */
  readonly layoutKey: string;
  /** Books of its executions, and exits whose entries no export has yet. */
  readonly books: readonly string[];
  readonly unplaced: readonly PackedFills[];
}
