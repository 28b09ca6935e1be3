/** The port of recorded sessions: what the live line writes, and what everything that looks back reads. */
import type {
  Feed,
  FrameSeal,
  OpenedInstant,
  RecordedProduct,
  RunSummary,
  StreamedBatch,
} from '@undertow/feeds';
import type { ExchangeCalendar, Instrument, LevelBook, OrderBook } from '@undertow/market';

/** A session of an instrument, as its recording sees it. */
export interface RecordedSession {
  readonly feed: Pick<Feed, 'source' | 'tier' | 'run' | 'contractOf' | 'nowMs'>;
  readonly instrument: Instrument;
  readonly calendar: ExchangeCalendar;
  /** The book that the accepted rows are applied to. */
  readonly book: OrderBook | LevelBook;
}

/** Records the accepted rows of a session. Nothing here throws or waits: a failure ends the recording, not the session. */
export interface SessionRecording {
  /** The row that starts at `at`, before it is applied to the book. */
  take(rows: Int32Array, at: number): void;
  /** The feed lost continuity, noticed at this instant (milliseconds since 1970 UTC). */
  gap(noticedMs: number): void;
  /** The session is over. */
  close(): void;
}

/** Where a live line records its sessions. */
export interface SessionRecordings {
  /** Null where sessions of this feed are not recorded. */
  open(session: RecordedSession): SessionRecording | null;
}

export interface RecordingState {
  readonly product: string;
  readonly source: string;
  readonly owner: string | null;
  /** `waiting` for the first row of the present, for a book after a gap, or for the key of its owner. */
  readonly state: 'waiting' | 'recording' | 'failed';
  /** Why it failed, and what to do; it is tried again by itself. */
  readonly error: string | null;
  /** Of this process. */
  readonly records: number;
  readonly waitingBytes: number;
}

export interface RecordingsStatus {
  /** False where recording is switched off. */
  readonly isOn: boolean;
  readonly sessions: readonly RecordingState[];
  /** Bytes of all recordings when they were counted last; null before that. */
  readonly usedBytes: number | null;
  readonly maxBytes: number;
  /** Records written and failures since the start. */
  readonly records: number;
  readonly failures: number;
  /** Recordings removed for lack of space since the start. */
  readonly prunedForBudget: number;
}

/** Whose recordings are read, and what opens them where they are sealed. */
export interface RecordingsOf extends RecordedProduct {
  readonly seal?: FrameSeal;
}

/** Seals the frames of an owner's recordings while its key is there. */
export interface OwnerSealing extends FrameSeal {
  /** False: sessions wait, and begin to be recorded when it is true. */
  isReady(): boolean;
}

export interface OwnerRecordings extends SessionRecordings {
  /** Ends the recordings that were opened here. Resolves when they are on disk: the key may be destroyed then. */
  end(): Promise<void>;
}

/** Recordings that were removed. */
export interface ErasedRecordings {
  readonly count: number;
  readonly bytes: number;
}

export interface Recordings extends SessionRecordings {
  /** Recordings of an account's own feed, in a folder of their owner. They are read with the same seal. */
  ofOwner(owner: string, sealing: OwnerSealing): OwnerRecordings;
  /**
   * All runs that match, the oldest trading day first; null matches every owner, source or product. With their seal the
   * sealed ones that are still written are known to their end, without it to their last whole frame.
   */
  list(query?: Partial<RecordedProduct>, seal?: FrameSeal): Promise<readonly RunSummary[]>;
  /**
   * The market at an instant (milliseconds since 1970 UTC), from the run that holds it, or the last one before it; null
   * where there is none. Close it. Throws `DbnError` for a damaged file.
   */
  openInstant(of: RecordingsOf, timeMs: number): Promise<OpenedInstant | null>;
  /** Rows after `fromMs` up to `toMs` across runs and days: a snapshot first, gaps stated (`streamRuns`). */
  stream(of: RecordingsOf, fromMs: number, toMs: number): AsyncGenerator<StreamedBatch>;
  /**
   * Ends what is being recorded for the owner and removes all of it: in one step out of every listing and reading, so that
   * a kill leaves nothing that is found again, then from the disk.
   */
  eraseOwner(owner: string): Promise<ErasedRecordings>;
  /** Erases those of these owners who have a folder here. */
  eraseOwners(owners: Iterable<string>): Promise<void>;
  /** Removes what is older than kept, then the oldest beyond the disk budget; warns before that. */
  prune(nowMs: number): Promise<void>;
  status(): RecordingsStatus;
  /** Ends all recordings. Resolves when they are on disk. */
  close(): Promise<void>;
}

/** Depth and executions of a span of time (`FlowSpan`), deflated. */
export interface StoredFlowSpan {
  /** The dated contract of its prices. */
  readonly contract: string;
  /** Milliseconds since 1970 UTC. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly bytes: Uint8Array;
}

/** Whose spans they are: those of the platform's feed only. */
export interface FlowProduct {
  readonly source: string;
  readonly product: string;
}

/** Spans that outlive the process. */
export interface FlowStore {
  /** Nothing is thrown: a span that is not stored is logged, and the next one is tried. */
  append(of: FlowProduct, span: StoredFlowSpan): void;
  /** Spans that overlap `fromMs <= time < toMs`, oldest first. A damaged one is left out. */
  list(of: FlowProduct, fromMs: number, toMs: number): Promise<readonly StoredFlowSpan[]>;
  /** Removes what is older than kept. */
  prune(nowMs: number): Promise<void>;
  /** Resolves when what was appended is on disk. */
  close(): Promise<void>;
}
