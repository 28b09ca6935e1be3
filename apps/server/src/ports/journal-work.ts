/** The port of the journal's work in worker threads: files read, figures, insights. */
import type {
  getContextTable,
  getPropRules,
  getTradeAnalysis,
  getTradeStatistics,
  RouteResponse,
  TradeAccountDto,
} from '@undertow/contracts';
import type { ImportAnswers, ImportQuestion, InsightGeneration, TradeContext } from '@undertow/journal';
import type { ComparedFile, ContextSpan } from './journal.ts';
import type { ImportFacts, ImportLinks, Superseded, TradeBatch, UnplacedFills } from './journal-import.ts';

/**
 * Why a task was not done. `busy`: too many wait; `under-way`: the user has one; `too-heavy`: time or memory ran out;
 * `ended`: its client is gone, or a newer task of the user took its place.
 */
export type WorkFailure = 'busy' | 'under-way' | 'too-heavy' | 'ended';

export class WorkUndone extends Error {
  override readonly name = 'WorkUndone';
  readonly reason: WorkFailure;

  constructor(reason: WorkFailure) {
    super(`journal work: ${reason}`);
    this.reason = reason;
  }
}

/** What an import changes of the journal. */
export interface SettledImport extends ImportLinks {
  readonly superseded: readonly Superseded[];
  /**
   * Keys of its trades: those that the journal has, those that are new, and of these the ones that replace stored ones.
   */
  readonly known: readonly string[];
  readonly fresh: readonly string[];
  readonly completing: readonly string[];
}

/** A file that was read; its trades wait in the thread that read it. */
export interface FileRead {
  readonly facts: ImportFacts;
  readonly trades: number;
  readonly questions: readonly ImportQuestion[];
  /** The journal's rows that its trades are compared with. */
  readonly file: ComparedFile;
  /** Receives rows of `TradeStore.compared`. */
  compare(rows: string): Promise<void>;
  /** Compares the trades with all rows received; before the batches. */
  settle(unplaced: readonly UnplacedFills[]): Promise<SettledImport>;
  /** The trades without those that the journal has, in batches short enough for one statement each. */
  batches(): AsyncIterable<TradeBatch>;
}

/** The content of an upload of trades, once it was checked. */
export interface UploadFacts {
  readonly facts: ImportFacts;
  readonly trades: number;
}

/** What is wrong with an upload: the first issues, and how many there are. */
export interface RefusedUpload {
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly issueCount: number;
}

/** An upload that was checked; its trades wait in the thread that read it. */
export interface UploadRead extends UploadFacts {
  batches(): AsyncIterable<TradeBatch>;
}

/** A user's trades for the threads: the rows are requested only when a thread does not have them yet. */
export interface JournalRead {
  readonly userId: string;
  readonly version: number;
  rows(): AsyncIterable<string>;
}

export interface StatisticsTask {
  readonly kind: 'statistics';
  /** Trades that match the filter; null for all. */
  readonly ids: readonly number[] | null;
  readonly currency: string | null;
  readonly view: 'positions' | 'rows';
  /** Of the one selected account; null without one. */
  readonly startBalance: string | null;
}

export interface RulesTask {
  readonly kind: 'rules';
  readonly account: TradeAccountDto;
  /** The current exchange day. */
  readonly dayNow: string;
}

export interface InsightsTask {
  readonly kind: 'insights';
  readonly contexts: readonly TradeContext[];
  readonly dailyStop: string | null;
  readonly previous: readonly { readonly key: string; readonly firstMs: number }[];
}

export interface ContextTask {
  readonly kind: 'context';
  readonly contexts: readonly TradeContext[];
}

/** Positions of the main currency that were entered while a market was recorded. */
export interface PositionsTask {
  readonly kind: 'positions';
  readonly recorded: readonly { readonly root: string; readonly fromMs: number; readonly toMs: number }[];
}

export interface RecordedPosition extends ContextSpan {
  readonly root: string;
  readonly side: 'long' | 'short';
  readonly exitPrice: number | null;
  readonly quantity: number;
  readonly pointValue: number | null;
}

/** The result of each kind of task. */
export interface JournalResponses {
  analysis: RouteResponse<typeof getTradeAnalysis>;
  statistics: RouteResponse<typeof getTradeStatistics>;
  rules: Pick<RouteResponse<typeof getPropRules>, 'rules' | 'breachChance'>;
  insights: InsightGeneration;
  /** Without the market, which the computation does not know. */
  context: Omit<RouteResponse<typeof getContextTable>, 'market'>;
  positions: readonly RecordedPosition[];
}

export type JournalTask =
  | { readonly kind: 'analysis' }
  | StatisticsTask
  | RulesTask
  | InsightsTask
  | ContextTask
  | PositionsTask;

export type ResponseOf<T extends JournalTask> = JournalResponses[T['kind']];

/** A file to be read; its bytes are requested when its turn comes. */
export interface GivenFile {
  readonly name: string;
  readonly answers: ImportAnswers;
  /** Stops when the signal is aborted. */
  bytes(signal?: AbortSignal): Promise<Uint8Array>;
}

/** Every call may throw `WorkUndone`; nothing is then left half done. */
export interface JournalWork {
  /** Reads a file when its turn comes, and ends its thread when `use` has settled. Throws `ImportRefusal` too. */
  readFile<T>(userId: string, file: GivenFile, use: (read: FileRead) => Promise<T>): Promise<T>;
  /** Parses and checks the body of an upload in a thread. Returns the issues where there are any. */
  readUpload<T>(
    userId: string,
    bytes: Uint8Array,
    use: (read: UploadRead) => Promise<T>,
  ): Promise<T | RefusedUpload>;
  /**
   * Reads a file only to compare it: independent of the user's imports, and never blocking them. It ends (`ended`) when
   * the client
   * disconnected, and when the user begins another comparison or an import.
   */
  compareFile<T>(
    userId: string,
    file: GivenFile,
    left: AbortSignal,
    use: (read: FileRead) => Promise<T>,
  ): Promise<T>;
  compute<T extends JournalTask>(journal: JournalRead, task: T): Promise<ResponseOf<T>>;
  close(): Promise<void>;
}
