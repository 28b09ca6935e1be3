/** The port of what the journal works out beside the server's own thread: files read, figures, insights. */
import type {
  getContextTable,
  getPropRules,
  getTradeAnalysis,
  getTradeStatistics,
  RouteAnswer,
  TradeAccountDto,
} from '@undertow/contracts';
import type { ImportAnswers, ImportQuestion, InsightGeneration, TradeContext } from '@undertow/journal';
import type { ComparedFile, ContextSpan } from './journal.ts';
import type { ImportFacts, ImportLinks, Superseded, TradeBatch, UnplacedFills } from './journal-import.ts';

/**
 * Why a work was not done. `busy`: too many wait; `under-way`: the person has one; `too-heavy`: time or memory ran out;
 * `ended`: nobody waits for it any more, or something newer of the person took its place.
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
  /** Keys of its trades: those that the journal has, those that come in, and of these the ones that replace stored ones. */
  readonly known: readonly string[];
  readonly fresh: readonly string[];
  readonly completing: readonly string[];
}

/** A file that was read; its trades wait in the thread that read it. */
export interface FileRead {
  readonly facts: ImportFacts;
  readonly trades: number;
  readonly questions: readonly ImportQuestion[];
  /** What of the journal its trades are held against. */
  readonly file: ComparedFile;
  /** Takes rows of `TradeStore.compared` in. */
  compare(rows: string): Promise<void>;
  /** Holds the trades against all rows that came; before the batches. */
  settle(unplaced: readonly UnplacedFills[]): Promise<SettledImport>;
  /** The trades without those that the journal has, in batches short enough for one statement each. */
  batches(): AsyncIterable<TradeBatch>;
}

/** What an upload of trades holds, once it was checked. */
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

/** A person's trades as the threads get them: the rows are requested only when a thread does not hold them yet. */
export interface JournalRead {
  readonly userId: string;
  readonly version: number;
  rows(): AsyncIterable<string>;
}

export interface StatisticsTask {
  readonly kind: 'statistics';
  /** Trades that the filter leaves; null for all. */
  readonly ids: readonly number[] | null;
  readonly currency: string | null;
  readonly view: 'positions' | 'rows';
  /** Of the one account that is looked at; null without one. */
  readonly startBalance: string | null;
}

export interface RulesTask {
  readonly kind: 'rules';
  readonly account: TradeAccountDto;
  /** The exchange day it is. */
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

/** What each kind of work answers. */
export interface JournalAnswers {
  analysis: RouteAnswer<typeof getTradeAnalysis>;
  statistics: RouteAnswer<typeof getTradeStatistics>;
  rules: Pick<RouteAnswer<typeof getPropRules>, 'rules' | 'breachChance'>;
  insights: InsightGeneration;
  context: RouteAnswer<typeof getContextTable>;
  positions: readonly RecordedPosition[];
}

export type JournalTask =
  | { readonly kind: 'analysis' }
  | StatisticsTask
  | RulesTask
  | InsightsTask
  | ContextTask
  | PositionsTask;

export type AnswerOf<T extends JournalTask> = JournalAnswers[T['kind']];

/** A file on its way; its bytes are requested when there is room for them. */
export interface GivenFile {
  readonly name: string;
  readonly answers: ImportAnswers;
  /** Stops when the signal says so. */
  bytes(signal?: AbortSignal): Promise<Uint8Array>;
}

/** Every call may throw `WorkUndone`; nothing that was requested is then half done. */
export interface JournalWork {
  /** Reads a file when its turn comes, and ends its thread when `use` is through. Throws `ImportRefusal` too. */
  readFile<T>(userId: string, file: GivenFile, use: (read: FileRead) => Promise<T>): Promise<T>;
  /** Parses and checks the body of an upload in a thread. Answers what is wrong with it where something is. */
  readUpload<T>(
    userId: string,
    bytes: Uint8Array,
    use: (read: UploadRead) => Promise<T>,
  ): Promise<T | RefusedUpload>;
  /**
   * Reads a file to compare it only: beside the person's imports, and never in their way. It ends (`ended`) when the client
   * left, and when the person begins another comparison or an import.
   */
  compareFile<T>(
    userId: string,
    file: GivenFile,
    left: AbortSignal,
    use: (read: FileRead) => Promise<T>,
  ): Promise<T>;
  compute<T extends JournalTask>(journal: JournalRead, task: T): Promise<AnswerOf<T>>;
  close(): Promise<void>;
}
