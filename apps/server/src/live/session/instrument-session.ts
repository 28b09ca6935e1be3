/** One instrument of one feed, from rows to updates: accept, apply and assemble, detect, record, publish. */
import type { FeedStatus } from '@undertow/contracts';
import type { Pipeline } from '@undertow/detection';
import {
  type AcceptedRows,
  BookSync,
  type Feed,
  type FeedSubscription,
  type StateChange,
} from '@undertow/feeds';
import {
  COL_FLAGS,
  type EventBatch,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type Instrument,
  InstrumentMarket,
  type MatchEvent,
  type Pattern,
  ROW_LENGTH,
  rowWholeMs,
} from '@undertow/market';
import { SessionTape } from '#live/tape/session-tape.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { FeedWatch } from './feed-watch.ts';
import { firstLiveMs } from './first-live-ms.ts';
import { HistoryCuts } from './history-cuts.ts';
import type { InstrumentSessionInput } from './instrument-session-input.ts';
import { MidWatch } from './mid-watch.ts';
import { NewsInput } from './news-input.ts';
import { RaisedSignals } from './raised-signals.ts';
import { isBookKnown, SessionFlow } from './session-flow.ts';
import { createSessionPipeline, isDetected } from './session-pipeline.ts';
import { SessionRecords } from './session-records.ts';
import { SessionUpdates } from './session-updates.ts';
import { barsBefore } from './stored-past.ts';

export class InstrumentSession {
  readonly instrument: Instrument;
  readonly tape: SessionTape;
  readonly records: SessionRecords;
  readonly #flow: SessionFlow;
  readonly #input: InstrumentSessionInput;
  readonly #feed: Feed;
  readonly #market: InstrumentMarket;
  readonly #sync: BookSync;
  readonly pipeline: Pipeline;
  readonly #raised: RaisedSignals;
  readonly updates: SessionUpdates;
  readonly #mid: MidWatch;
  readonly watch: FeedWatch;
  readonly #cuts: HistoryCuts;
  readonly #news: NewsInput;
  #subscription: FeedSubscription | null = null;
  /** At the row that is being applied; the state of `#sync` is already that of the end of the batch. */
  #isLive = false;
  #isRestored = false;
  /** An invariant broke: no row is taken until the book is rebuilt. */
  #isBroken = false;
  #isEnded = false;

  constructor(input: InstrumentSessionInput) {
    this.#input = input;
    const { feed, instrument, calendar, onResync } = input;
    const contract = feed.contractOf(instrument.id).code;
    const market = new InstrumentMarket({ instrument, tier: feed.tier, calendar });
    [this.#feed, this.instrument, this.#market] = [feed, instrument, market];
    this.#sync = new BookSync({ book: market.book, hours: calendar });
    this.tape = new SessionTape(market);
    this.records = new SessionRecords(input, market.book);
    this.#flow = new SessionFlow(market, this.records);
    this.#raised = new RaisedSignals(calendar, input.learnt?.atMs);
    this.pipeline = createSessionPipeline(input, { market, tape: this.tape, raised: this.#raised });
    this.updates = new SessionUpdates({
      ...{ feed, contract, market, calendar, raised: this.#raised, flow: this.#flow },
      readStatus: () => this.status(),
      takeGaps: () => this.watch.takeGaps(),
    });
    this.#mid = new MidWatch(market, input.onMid);
    this.watch = new FeedWatch({ feed, contract, market, calendar, onResync, warmth: this.#raised.warmth });
    this.#cuts = new HistoryCuts(feed.replaySpeed, input.onCaughtUp);
    this.#news = new NewsInput(instrument, input.newsWindow);
  }

  /** A pattern that was found by comparing this instrument with others. */
  addPattern(pattern: Pattern, change: 'new' | 'update'): void {
    this.pipeline.addPattern(pattern, change);
  }

  open(): void {
    this.#cuts.open(this.#feed.nowMs());
    this.#subscription = this.#feed.open(this.instrument.id, {
      onBatch: (batch) => {
        this.#guard(() => this.#step(batch));
        if (this.#isBroken) this.#guard(() => this.#rebuild());
      },
      onPast: (batch) => this.#guard(() => this.#takePast(batch)),
      onTransport: (state) => {
        // The first `up` belongs to the opening itself; silence after `down` shows as stale
        if (state === 'up' && this.#isRestored) this.#guard(() => this.#reconnect());
        this.updates.status.recheckStatus();
      },
      onEnd: () => {
        this.#isEnded = true;
        // The tape's clock has stopped: the state is published without waiting for its next second
        this.updates.status.recheckStatus();
      },
    });
  }

  /** The contract is no longer the front one: its signals end. Returns its last update; null where it had no row. */
  endContract(): InstrumentUpdate | null {
    this.close();
    const nowMs = this.#feed.nowMs();
    let last: InstrumentUpdate | null = null;
    this.#guard(() => {
      this.pipeline.onDiscontinuity(nowMs);
      this.watch.onEnd(nowMs);
      last = this.updates.takeLast(nowMs, this.#cuts.newsFromMs);
    });
    return last;
  }

  close(): void {
    this.#subscription?.close();
    this.#subscription = null;
    this.records.end();
  }

  /** A broken invariant is contained here, for this instrument alone: later rows wait for a new book. */
  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#isBroken = true;
      this.#input.onFault(error);
    }
  }

  /** The whole pipeline for the rows of one batch. */
  #step(batch: EventBatch): void {
    if (this.#isBroken) return;
    const nowMs = this.#feed.nowMs();
    const accepted = this.#sync.accept(batch, nowMs);
    if (!this.#isRestored) this.#restore(accepted);
    this.#cuts.beginLive();
    let at = 0;
    for (const change of accepted.changes) {
      const end = change.afterRows * ROW_LENGTH;
      this.#playRows(accepted.rows, at, end, nowMs);
      this.#onState(change);
      at = end;
    }
    this.#playRows(accepted.rows, at, accepted.count * ROW_LENGTH, nowMs);
    if (accepted.count > 0) this.#endBatch(accepted, nowMs);
    this.#settle(nowMs);
  }

  /** Trades of today before the first book: they make the facts of the day. Without a book nothing is detected. */
  #takePast(batch: EventBatch): void {
    if (this.#isBroken) return;
    const { rows, count } = batch;
    const nowMs = this.#feed.nowMs();
    if (!this.#isRestored) this.#restore(batch);
    this.#cuts.takePast();
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      this.#publishHistory(rows, at, nowMs);
      this.#flow.applyRow(rows, at);
      this.updates.rowTaken();
    }
    this.updates.batchTaken(true);
    if (this.#cuts.endBatch(this.#market.timeMs, nowMs, this.#isRestored)) this.updates.status.resendStatus();
  }

  /** Rows that start from `from` up to `to`, each through all steps before the next. */
  #playRows(rows: Int32Array, from: number, to: number, nowMs: number): void {
    for (let at = from; at < to; at += ROW_LENGTH) {
      this.#publishHistory(rows, at, nowMs);
      this.records.take(rows, at);
      const match = this.#flow.applyRow(rows, at);
      if (match !== null) this.#detect(match, nowMs);
      this.tape.record(rows, at, this.pipeline);
      this.updates.rowTaken();
    }
  }

  #detect(match: MatchEvent, nowMs: number): void {
    const { timeMs } = match;
    if (!this.#isLive || !isDetected(timeMs, nowMs)) return;
    this.#raised.watch(timeMs);
    this.pipeline.onMatch(match);
    // History is generated one instrument after the other: only the present can be compared
    if (!this.#cuts.isBehind) this.#mid.check(timeMs);
  }

  /** Only history is cut by its rows: in the present the publisher's timer collects. */
  #publishHistory(rows: Int32Array, at: number, nowMs: number): void {
    if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0) return;
    const timeMs = rowWholeMs(rows, at);
    if (!this.#cuts.isDue(timeMs) || !this.#cuts.check(timeMs, nowMs)) return;
    const update = this.#changes();
    if (update !== null) this.#input.onUpdate(update);
    this.#cuts.cutBefore(this.tape.nextCutMs(timeMs));
  }

  #endBatch({ rows, count }: AcceptedRows, nowMs: number): void {
    const last = (count - 1) * ROW_LENGTH;
    this.watch.onRow(rows, last, nowMs);
    this.updates.batchTaken((rows[last + COL_FLAGS]! & FLAG_LAST) !== 0);
    if (this.#cuts.endBatch(this.#market.timeMs, nowMs, this.#isRestored)) this.updates.status.resendStatus();
  }

  /** Updates what depends on the current book and on the time that passed. */
  #settle(nowMs: number): void {
    const { changes, needsSnapshot } = this.#sync.settle(nowMs);
    for (const change of changes) this.#onState(change);
    if (needsSnapshot) this.#subscription?.requestSnapshot();
  }

  #onState({ state, atMs }: StateChange): void {
    this.#isLive = state === 'live' || state === 'auction';
    this.#flow.setState(state, atMs);
    // Outside the exchange's hours a whole book is closed, not live
    if (state !== 'gap' && state !== 'resync') this.watch.onResynced(atMs);
    this.pipeline.setGapRate(this.#sync.gapRate);
    this.updates.status.recheckStatus();
    if (state !== 'gap') return;
    this.watch.onGap(atMs);
    this.records.gap(atMs);
    this.pipeline.onDiscontinuity(atMs);
    this.#input.onDiscontinuity(atMs);
  }

  #reconnect(): void {
    const nowMs = this.#feed.nowMs();
    this.#sync.reconnect(nowMs);
    this.#settle(nowMs);
  }

  #rebuild(): void {
    this.#isBroken = false;
    this.#market.book.clear();
    this.#reconnect();
    this.#subscription?.requestSnapshot();
  }

  /** Resumes from what was stored before the first row, so that no bar has a gap and levels include the prior day. */
  #restore({ rows, count }: EventBatch): void {
    const firstMs = firstLiveMs(rows, count);
    if (firstMs === null) return;
    this.#isRestored = true;
    this.#market.facts.restore(barsBefore(this.#input, firstMs));
    this.updates.barsRestored();
    this.#raised.restore(this.#input.storedEvents, firstMs);
    // What it followed before is lost; what it learnt is not
    if (this.#input.learnt !== undefined) this.pipeline.onDiscontinuity(this.#feed.nowMs());
    this.#input.onRestored?.(this.#market.facts, firstMs);
  }

  /** True when its bars have no hole up to the present and its book is whole: it can be published at once. */
  get isWarm(): boolean {
    const { state } = this.#sync;
    const isPresent = this.#isRestored && !this.#isBroken && !this.#cuts.isBehind && state !== 'stale';
    return isPresent && this.watch.gaps === 0 && isBookKnown(state);
  }

  /** Advances the time and returns what changed since the previous call; null when nothing did. */
  collect(): InstrumentUpdate | null {
    if (this.#isBroken) this.#guard(() => this.#rebuild());
    let update: InstrumentUpdate | null = null;
    this.#guard(() => {
      const nowMs = this.#feed.nowMs();
      this.#settle(nowMs);
      this.#stateNews(nowMs);
      update = this.updates.hasRows ? this.#changes() : null;
    });
    return update;
  }

  /** Never within an event, nor while there is no book: a replay would take the row elsewhere. */
  #stateNews(nowMs: number): void {
    if (!this.#isLive || !this.updates.isWhole || this.#cuts.isBehind) return;
    const row = this.#news.next(nowMs, this.#market.timeMs);
    if (row !== null) this.#playRows(row, 0, ROW_LENGTH, nowMs);
  }

  #changes(): InstrumentUpdate | null {
    const isBackfill = this.#cuts.isBehind;
    const nowMs = isBackfill ? this.#market.timeMs : this.#feed.nowMs();
    const { newsFromMs } = this.#cuts;
    return this.updates.take(nowMs, { isBackfill, advances: !isBackfill && this.#isRestored, newsFromMs });
  }

  /** Current state of the feed; while history is caught up, as it was at the history's instant. */
  status(): FeedStatus {
    const atMs = this.#cuts.isBehind ? this.updates.asOfMs : this.#feed.nowMs();
    const status = this.watch.status(this.#sync.state, atMs);
    return this.#isEnded ? { ...status, state: 'closed', opensAt: null } : status;
  }
}
