/** The feed of a replayed session: it delivers what the player hands it, and its present is the replayed instant. */
import {
  type Feed,
  type FeedContract,
  type FeedListener,
  type FeedSubscription,
  snapshotRows,
} from '@undertow/feeds';
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EpochMs,
  type EventBatch,
  epochMs,
  type FeedSource,
  type FeedTier,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  LevelBook,
  NO_PRICE,
  NS_PER_MS,
  nsHi,
  nsLo,
  OrderBook,
  ROW_LENGTH,
} from '@undertow/market';

export interface ReplayedFeedInput {
  readonly source: FeedSource;
  readonly tier: FeedTier;
  readonly run: string;
  readonly instrumentId: number;
  /** The dated contract of its rows. */
  readonly contract: string;
  /** The replayed instant, milliseconds since 1970 UTC. */
  nowMs(): number;
}

export class ReplayedFeed implements Feed {
  readonly source: FeedSource;
  readonly tier: FeedTier;
  readonly run: string;
  readonly instrumentIds: readonly number[];
  readonly replaySpeed = null;
  readonly isReplay = true;
  readonly #input: ReplayedFeedInput;
  /** The book as delivered: what a requested snapshot shows. */
  readonly #book: OrderBook | LevelBook;
  readonly #last = new Int32Array(ROW_LENGTH);
  #listener: FeedListener | null = null;
  #wantsSnapshot = false;
  /** The recording states a gap: its own snapshot ends it, and until then nobody knows the book. */
  #isInGap = false;

  constructor(input: ReplayedFeedInput) {
    this.#input = input;
    this.source = input.source;
    this.tier = input.tier;
    this.run = input.run;
    this.instrumentIds = [input.instrumentId];
    this.#book = input.tier === 'L3' ? new OrderBook() : new LevelBook();
  }

  contractOf(instrumentId: number): FeedContract {
    return { instrumentId, code: this.#input.contract, expiry: null };
  }

  nowMs(): EpochMs {
    return epochMs(this.#input.nowMs());
  }

  open(_instrumentId: number, listener: FeedListener): FeedSubscription {
    this.#listener = listener;
    return {
      requestSnapshot: () => {
        this.#wantsSnapshot = true;
      },
      close: () => {
        this.#listener = null;
      },
    };
  }

  deliver(batch: EventBatch): void {
    const { rows, count } = batch;
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      this.#watchGap(rows, at);
      this.#book.applyRow(rows, at);
    }
    const last = (count - 1) * ROW_LENGTH;
    this.#last.set(rows.subarray(last, last + ROW_LENGTH));
    this.#listener?.onBatch(batch);
    const isWhole = (this.#last[COL_FLAGS]! & FLAG_LAST) !== 0;
    if (this.#wantsSnapshot && isWhole && !this.#isInGap) this.#sendSnapshot();
  }

  /** The feed is alive, without a row. */
  heartbeat(): void {
    const row = new Int32Array(ROW_LENGTH);
    const timeNs = BigInt(this.nowMs()) * NS_PER_MS;
    row[COL_ACTION] = ACTION_HEARTBEAT;
    row[COL_INSTRUMENT] = this.#input.instrumentId;
    row[COL_PRICE_TICKS] = NO_PRICE;
    row[COL_TIME_HI] = nsHi(timeNs);
    row[COL_TIME_LO] = nsLo(timeNs);
    this.#listener?.onBatch({ rows: row, count: 1 });
  }

  #watchGap(rows: Int32Array, at: number): void {
    const flags = rows[at + COL_FLAGS]!;
    if (rows[at + COL_ACTION] === ACTION_CLEAR && (flags & FLAG_MAYBE_BAD_BOOK) !== 0) this.#isInGap = true;
    const isSnapshotEnd = (flags & FLAG_SNAPSHOT) !== 0 && (flags & FLAG_LAST) !== 0;
    if (!this.#isInGap || !isSnapshotEnd) return;
    this.#isInGap = false;
    this.#wantsSnapshot = false;
  }

  #sendSnapshot(): void {
    this.#wantsSnapshot = false;
    const stamp = {
      instrumentId: this.#input.instrumentId,
      timeHi: this.#last[COL_TIME_HI]!,
      timeLo: this.#last[COL_TIME_LO]!,
      sequence: this.#last[COL_SEQUENCE]!,
      rptSeq: 0,
    };
    this.#listener?.onBatch(snapshotRows(this.#book, stamp));
  }

  async close(): Promise<void> {
    this.#listener = null;
  }
}
