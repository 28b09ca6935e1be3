/**
 * The ports of the trade journal's storage: trades, imports, settings and insights, independent of their
 * implementation.
 */
import type {
  getTradeFacets,
  ImportAnswersDto,
  RouteQuery,
  RouteResponse,
  searchTrades,
  TradeAccountDto,
} from '@undertow/contracts';
import type { Insight, Micros } from '@undertow/journal';
import type { FlowEventType } from '@undertow/market';
import type { JobClaim } from './jobs/job-queue.ts';

/** A trade. Prices and quantities are decimal text, times milliseconds since 1970 UTC. */
export interface TradeFacts {
  /** The same trade has the same key, wherever it comes from: a user has it once. */
  readonly key: string;
  /** Shared by the partial exits of one position. */
  readonly groupId: string;
  readonly platform: string;
  readonly account: string;
  readonly symbol: string;
  readonly root: string;
  readonly currency: string;
  readonly side: 'long' | 'short';
  readonly status: 'open' | 'closed';
  readonly quantity: string;
  /** The entry; where the file has none, the exit or the start of the day. */
  readonly entryAtMs: number;
  readonly entryKnown: boolean;
  readonly exitAtMs: number | null;
  /** `YYYY-MM-DD`, a day that starts at 17:00 Chicago. */
  readonly tradeDay: string | null;
  readonly entryPrice: string | null;
  readonly exitPrice: string | null;
  readonly pointValue: string | null;
  readonly grossMicros: Micros | null;
  readonly commissionMicros: Micros | null;
  readonly feesMicros: Micros | null;
  readonly swapMicros: Micros | null;
  readonly netMicros: Micros | null;
  readonly pnlSource: 'file' | 'computed' | 'manual';
  readonly maeMicros: Micros | null;
  readonly mfeMicros: Micros | null;
  readonly plannedStop: string | null;
  readonly strategy: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly flags: readonly string[];
  readonly legs: readonly unknown[];
  readonly raw: string | null;
}

export interface StoredTrade extends TradeFacts {
  readonly id: number;
  readonly importId: number | null;
}

type SearchQuery = RouteQuery<typeof searchTrades>;
/** The filters of the table, its export and the statistics. */
export type TradeFilter = Omit<SearchQuery, 'sort' | 'order' | 'page' | 'limit' | 'after'>;
export type TradePage = Pick<SearchQuery, 'sort' | 'order' | 'page' | 'limit'> & {
  /** The last trade of the page before, of a list by entry time, latest first. */
  readonly after: Pick<StoredTrade, 'entryAtMs' | 'id'> | null;
};
export type TradeFacets = RouteResponse<typeof getTradeFacets>;

/** First and last instant of a file, milliseconds since 1970 UTC, null without times; and the books of its executions. */
export interface ComparedFile {
  readonly span: { readonly fromMs: number; readonly toMs: number } | null;
  readonly books: readonly string[];
}

/** Trades of users. Those of an import in progress, or of one that is being undone, are never returned. */
export interface TradeStore {
  /** Incremented by every change of the user's trades. */
  version(userId: string): Promise<number>;
  count(userId: string, filter: TradeFilter): Promise<number>;
  /** Newest first, a few hundred at a time. */
  pages(userId: string, filter: TradeFilter): AsyncIterable<readonly StoredTrade[]>;
  search(userId: string, filter: TradeFilter, page: TradePage): Promise<readonly StoredTrade[]>;
  facets(userId: string): Promise<TradeFacets>;
  /** Undefined for an unknown trade and for another user's. */
  find(userId: string, id: number): Promise<StoredTrade | undefined>;
  /** Undefined when the user has a trade of that key. */
  insert(userId: string, trade: TradeFacts, nowMs: number): Promise<StoredTrade | undefined>;
  change(
    userId: string,
    id: number,
    changes: Partial<TradeFacts>,
    nowMs: number,
  ): Promise<StoredTrade | undefined>;
  remove(userId: string, id: number): Promise<boolean>;
  knownKeys(userId: string, keys: readonly string[]): Promise<readonly string[]>;
  /**
   * Trades column by column, a JSON array of arrays in the order of `READ_COLUMNS`, a few hundred at a time: for the
   * threads that compute.
   */
  rows(userId: string): AsyncIterable<string>;
  /**
   * What an import is compared with, column by column in the order of `COMPARED_COLUMNS`: trades of its span,
   * everything
   * open, and those of its books from the first of them that is still open. A trade may be returned more than once.
   */
  compared(userId: string, file: ComparedFile): AsyncIterable<string>;
  /** Numbers of the trades that match a filter. */
  ids(userId: string, filter: TradeFilter): Promise<readonly number[]>;
}

/** Columns of `TradeStore.rows`, in their order. */
export const READ_COLUMNS = [
  'id',
  'account',
  'currency',
  'symbol',
  'root',
  'side',
  'status',
  'quantity',
  'entry_at_ms',
  'entry_known',
  'exit_at_ms',
  'trade_day',
  'entry_price',
  'exit_price',
  'point_value',
  'gross_micros',
  'commission_micros',
  'fees_micros',
  'swap_micros',
  'net_micros',
  'mae_micros',
  'mfe_micros',
  'planned_stop',
  'strategy',
  'tags',
  'group_id',
  'flags',
] as const;
export interface JournalSettings {
  /** Saved accounts, and those that trades name, by name. */
  accounts(userId: string): Promise<readonly TradeAccountDto[]>;
  saveAccount(userId: string, account: TradeAccountDto): Promise<void>;
  mappings(userId: string): Promise<readonly { layoutKey: string; answers: ImportAnswersDto }[]>;
  saveMapping(userId: string, layoutKey: string, answers: ImportAnswersDto, nowMs: number): Promise<void>;
}

export interface StoredInsight {
  readonly id: number;
  readonly insight: Insight;
  readonly firstSeenAtMs: number;
  readonly isRead: boolean;
  readonly isImplemented: boolean;
}

export interface InsightRun {
  readonly generatedAtMs: number;
  /** Of the trades it was computed from. */
  readonly version: number;
  /** `INSIGHT_GENERATOR` that made it. */
  readonly generator: number;
  readonly trades: number;
  readonly days: number;
  readonly tested: number;
}

export interface InsightStore {
  /** Those of the newest generation, in its order. */
  list(userId: string): Promise<readonly StoredInsight[]>;
  /** Keys that were ever found, with the instant of the first time. */
  seen(userId: string): Promise<readonly { key: string; firstMs: number }[]>;
  /** Users after `after`, in order, whose newest generation an older generator made. */
  outdated(generator: number, after: string, most: number): Promise<readonly string[]>;
  /**
   * Replaces the previous generation. A finding that recurs keeps its number and first day, and its states
   * while its text is the same: a title that differs in more than its figures is unread.
   * With a claim it is part of that job. Throws `FencedOff` where another process has it.
   */
  replace(
    userId: string,
    insights: readonly Insight[],
    run: InsightRun,
    claim: JobClaim | null,
  ): Promise<void>;
  run(userId: string): Promise<InsightRun | undefined>;
  /** False for an unknown insight and for another user's. */
  markRead(userId: string, id: number, nowMs: number): Promise<boolean>;
  markImplemented(userId: string, id: number, nowMs: number): Promise<'done' | 'unread' | 'unknown'>;
}

/** A trade or position as far as its context needs it. Times in milliseconds since 1970 UTC. */
export interface ContextSpan {
  readonly id: string;
  readonly entryMs: number;
  readonly exitMs: number;
}

/** Which recorded market a reader may query: an instrument, its source, up to an instant. */
export interface RecordedMarket {
  readonly instrumentId: number;
  readonly source: string;
  readonly types: readonly FlowEventType[];
  /** Nothing after it is visible to the reader yet. */
  readonly untilMs: number;
}

export interface PriceRange {
  readonly highTicks: number;
  readonly lowTicks: number;
}

/** What the recorded market did around one trade. */
export interface RecordedContext {
  readonly id: string;
  /** There is a bar within three minutes before the entry. */
  readonly covered: boolean;
  /** Types of events stamped within two minutes before the entry. */
  readonly typesBeforeEntry: readonly string[];
  /** Of the 30 minutes after the exit; null where they are not recorded, or not visible to the reader yet. */
  readonly afterExit: PriceRange | null;
}

/** Recorded bars and events around trades, looked up many at a time. */
export interface ContextStore {
  /** First and last minute recorded; undefined without any. */
  recorded(
    market: Pick<RecordedMarket, 'instrumentId' | 'source'>,
  ): Promise<{ readonly fromMs: number; readonly toMs: number } | undefined>;
  /** Highest and lowest price of the one-minute bars that touch the span and are over for the reader; undefined without any. */
  range(market: RecordedMarket, fromMs: number, toMs: number): Promise<PriceRange | undefined>;
  around(market: RecordedMarket, spans: readonly ContextSpan[]): Promise<readonly RecordedContext[]>;
}
