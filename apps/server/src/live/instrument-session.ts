/** One instrument of one feed: rows become book, facts and detections; what changed is collected as updates. */
import type { FeedStatus } from '@undertow/contracts';
import { createPipeline, type Pipeline } from '@undertow/detection';
import { BookSync, type Feed, type FeedSubscription } from '@undertow/feeds';
import {
  COL_FLAGS,
  type EventBatch,
  type ExchangeCalendar,
  epochMs,
  type FeedState,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type Instrument,
  InstrumentMarket,
  LATE_ARRIVAL_MS,
  type Pattern,
  ROW_LENGTH,
  rowWholeMs,
} from '@undertow/market';
import type { InstrumentUpdate } from '#dependencies.ts';
import { FeedWatch, type FeedWatchInput } from './feed-watch.ts';
import { MidWatch } from './mid-watch.ts';
import { RaisedSignals } from './raised-signals.ts';
import { SessionNews } from './session-news.ts';
import { SessionTape } from './session-tape.ts';
import type { StoredPast } from './stored-past.ts';
import { TopOfBook } from './top-of-book.ts';

/** Rows this much older than the feed's present are history that is being caught up. */
const BACKFILL_LAG_MS = 2000;
/** History that a delayed view will show is cut finely, what lies before it once a minute. */
const FINE_CUT_MS = 1000;
const COARSE_CUT_MS = 60_000;
const FINE_SPAN_MS = 20 * 60_000;
/** Of history that is made or caught up only this much is read for signals: it warms the baselines, and more takes minutes. */
const DETECTED_SPAN_MS = 3 * 3_600_000;
/** A trade may arrive this much after the end of its minute. */
const LATE_TRADE_MS = 2000;
const MINUTE_MS = 60_000;

export interface InstrumentSessionInput extends Pick<FeedWatchInput, 'onResync'>, StoredPast {
  readonly feed: Feed;
  readonly instrument: Instrument;
  readonly calendar: ExchangeCalendar;
  /** Hears the updates of history while it is caught up; those of the present are collected. */
  onUpdate(update: InstrumentUpdate): void;
  /** Hears each change of the mid of the present, and when the price path broke. */
  onMid(timeMs: number, midTicks: number): void;
  onDiscontinuity(timeMs: number): void;
  /** Hears a broken invariant: the book is then rebuilt from a snapshot. */
  onFault(error: unknown): void;
}

export class InstrumentSession {
  readonly instrument: Instrument;
  readonly tape = new SessionTape();
  readonly #input: InstrumentSessionInput;
  readonly #feed: Feed;
  readonly #market: InstrumentMarket;
  readonly #pipeline: Pipeline;
  readonly #mid: MidWatch;
  readonly #news: SessionNews;
  readonly #watch: FeedWatch;
  readonly #sync: BookSync;
  readonly #top = new TopOfBook();
  #subscription: FeedSubscription | null = null;
  readonly #raised: RaisedSignals;
  #heard = false;
  #wasLive = false;
  #isBroken = false;
  #restored = false;
  #ended = false;
  #behind = false;
  #cutMs = Number.NEGATIVE_INFINITY;
  #detectFromMs = Number.NEGATIVE_INFINITY;
  #dirty = false;
  #whole = true;
  #sequence = 0;
  #barsTaken = 0;
  #asOfMs = 0;

  constructor(input: InstrumentSessionInput) {
    this.#input = input;
    const { feed, instrument, calendar, onResync } = input;
    this.#feed = feed;
    this.instrument = instrument;
    this.#news = new SessionNews(instrument, calendar);
    this.#raised = new RaisedSignals(calendar);
    this.#market = new InstrumentMarket({
      instrument,
      tier: feed.tier,
      calendar,
      onMatchEvent: (event) => {
        if (this.#sync.state !== 'live' || event.timeMs < this.#detectFromMs) return;
        this.#raised.watch(event.timeMs);
        this.#pipeline.onMatch(event);
        // History is made one instrument after the other: only the present can be compared.
        if (!this.#behind) this.#mid.look(event.timeMs);
      },
    });
    this.#mid = new MidWatch(this.#market, input.onMid);
    this.#watch = new FeedWatch({ feed, market: this.#market, calendar, onResync });
    this.#pipeline = createPipeline({
      instrument,
      tier: feed.tier,
      market: this.#market,
      emit: this.tape.hearing((event, change) => this.#raised.addEvent(event, change)),
      emitPattern: (pattern, change) => this.#raised.addPattern(pattern, change),
      onTrackRow: (row) => this.#raised.addTrackRow(row),
    });
    this.#sync = new BookSync({
      book: this.#market.book,
      hours: calendar,
      onRows: (batch) => this.#onRows(batch),
      onState: (state, atMs) => this.#onState(state, atMs),
      onDiscontinuity: (atMs) => {
        this.#pipeline.onDiscontinuity(atMs);
        input.onDiscontinuity(atMs);
      },
      requestSnapshot: () => this.#subscription?.requestSnapshot(),
    });
  }

  /** A pattern that was found by comparing this instrument with others. */
  addPattern(pattern: Pattern, change: 'new' | 'update'): void {
    this.#pipeline.addPattern(pattern, change);
  }

  open(): void {
    this.#subscription = this.#feed.open(this.instrument.id, {
      onBatch: (batch) => {
        this.#guard(() => this.#sync.onBatch(batch, this.#feed.nowMs()));
        if (this.#isBroken) this.#guard(() => this.#rebuild());
      },
      onTransport: (state) => {
        // The first `up` belongs to the opening itself; silence after `down` shows as stale
        if (state === 'up' && this.#restored) this.#guard(() => this.#sync.onReconnect(this.#feed.nowMs()));
        this.#news.hurryStatus();
      },
      onEnd: () => {
        this.#ended = true;
        // The tape's clock stands still from now on: the state is told without waiting for its next second
        this.#news.hurryStatus();
      },
    });
  }

  close(): void {
    this.#subscription?.close();
    this.#subscription = null;
  }

  #onState(state: FeedState, atMs: number): void {
    if (state === 'gap') this.#watch.onGap(atMs);
    else if (state === 'live') this.#watch.onResynced(atMs);
    this.#pipeline.setGapRate(this.#sync.gapRate);
    this.#news.hurryStatus();
  }

  /** A broken invariant ends here, for this instrument alone: what follows waits for a new book. */
  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#isBroken = true;
      this.#input.onFault(error);
    }
  }

  /** Rows that the synchronisation accepted. */
  #onRows(batch: EventBatch): void {
    if (!this.#isBroken) this.#guard(() => this.#takeRows(batch));
  }

  #rebuild(): void {
    this.#isBroken = false;
    this.#market.book.clear();
    this.#sync.onReconnect(this.#feed.nowMs());
    this.#subscription?.requestSnapshot();
  }

  #takeRows(batch: EventBatch): void {
    this.#heard = true;
    if (!this.#restored) this.#restore(batch);
    const presentMs = this.#feed.nowMs();
    this.#detectFromMs = presentMs - DETECTED_SPAN_MS;
    const end = batch.count * ROW_LENGTH;
    for (let at = 0; at < end; at += ROW_LENGTH) this.#applyRow(batch.rows, at, presentMs);
    if (end > 0) {
      this.#watch.onRow(batch.rows, end - ROW_LENGTH, presentMs);
      // A batch may end inside an event: the book is shown again when the event is whole
      this.#whole = ((batch.rows[end - ROW_LENGTH + COL_FLAGS] as number) & FLAG_LAST) !== 0;
    }
    const wasBehind = this.#behind;
    this.#behind = this.#isHistory(presentMs - this.#market.timeMs);
    if (!this.#behind && this.#restored) this.#wasLive = true;
    if (wasBehind && !this.#behind) this.#news.retellStatus();
  }

  #applyRow(rows: Int32Array, at: number, presentMs: number): void {
    if (((rows[at + COL_FLAGS] as number) & FLAG_SNAPSHOT) === 0) {
      const timeMs = rowWholeMs(rows, at);
      // Only history is cut here: in the present the publisher's timer cuts
      if (timeMs >= this.#cutMs) this.#cutHistory(timeMs, presentMs);
    }
    this.tape.apply(rows, at, this.#market, this.#pipeline);
    this.#dirty = true;
  }

  /** A fast replay covers as much more of its own time in the same hiccup. */
  #isHistory(lagMs: number): boolean {
    // Once a session was live, a hiccup of this process or of the feed is not history yet: its events are still news
    const allowedMs = this.#wasLive ? LATE_ARRIVAL_MS : BACKFILL_LAG_MS;
    return lagMs > allowedMs * Math.max(1, this.#feed.replaySpeed ?? 1);
  }

  #cutHistory(timeMs: number, presentMs: number): void {
    const lagMs = presentMs - timeMs;
    if (!this.#isHistory(lagMs)) {
      this.#flushHistory();
      // Looked at again when rows lag behind once more
      this.#cutMs = timeMs + BACKFILL_LAG_MS;
      return;
    }
    this.#behind = true;
    this.#flushHistory();
    const step = lagMs > FINE_SPAN_MS ? COARSE_CUT_MS : FINE_CUT_MS;
    this.#cutMs = Math.min((Math.floor(timeMs / step) + 1) * step, this.tape.nextCutMs(timeMs));
  }

  #flushHistory(): void {
    if (!this.#behind) return;
    const update = this.#changes();
    if (update !== null) this.#input.onUpdate(update);
  }

  /** Goes on from what was stored before the first row, so that no bar has a hole and levels know the prior day. */
  #restore({ rows, count }: EventBatch): void {
    let at = 0;
    while (at < count * ROW_LENGTH && ((rows[at + COL_FLAGS] as number) & FLAG_SNAPSHOT) !== 0)
      at += ROW_LENGTH;
    if (at >= count * ROW_LENGTH) return;
    this.#restored = true;
    const firstMs = rowWholeMs(rows, at);
    const { storedBars, storedEvents, resumes } = this.#input;
    // Of the minute of the first row there is a stored part only when the feed goes on within it
    const until = resumes ? firstMs : firstMs - MINUTE_MS;
    this.#market.facts.restore(storedBars.filter((bar) => bar.startMs <= until));
    this.#barsTaken = this.#market.facts.bars.pushed;
    this.#raised.restore(storedEvents, firstMs);
  }

  /** Lets time go on and says what changed since the call before; null when nothing did. */
  collect(): InstrumentUpdate | null {
    if (this.#isBroken) this.#guard(() => this.#rebuild());
    let update: InstrumentUpdate | null = null;
    this.#guard(() => {
      this.#sync.onClock(this.#feed.nowMs());
      // Before the first row the present says nothing, and history that follows would lie before it
      update = this.#heard ? this.#changes() : null;
    });
    return update;
  }

  #changes(): InstrumentUpdate | null {
    const asOfMs = epochMs(Math.max(this.#asOfMs, this.#behind ? this.#market.timeMs : this.#feed.nowMs()));
    this.#asOfMs = asOfMs;
    const { facts } = this.#market;
    if (!this.#behind && this.#restored) facts.advance(asOfMs - LATE_TRADE_MS);
    const closedBars = facts.bars.after(this.#barsTaken);
    const status = this.#news.status(() => this.status(), asOfMs);
    const nothingNew = !this.#dirty || !this.#whole;
    if (nothingNew && closedBars.length === 0 && status === null) return null;
    this.#barsTaken = facts.bars.pushed;
    const wasDirty = this.#dirty && this.#whole;
    this.#dirty &&= !wasDirty;
    this.#sequence += 1;
    return {
      instrumentId: this.instrument.id,
      source: this.#feed.source,
      run: this.#feed.run,
      sequence: this.#sequence,
      asOfMs,
      backfill: this.#behind,
      closedBars,
      formingBar: facts.formingBar(),
      traded: facts.span.take(),
      book: wasDirty ? this.#top.read(this.#market) : null,
      ...this.#raised.take(),
      facts: wasDirty ? this.#news.facts(facts, asOfMs) : null,
      status,
    };
  }

  /** State of the feed as it stands; while history is caught up, as it stood at the history's instant. */
  status(): FeedStatus {
    const status = this.#watch.status(this.#sync.state, this.#behind ? this.#asOfMs : this.#feed.nowMs());
    return this.#ended ? { ...status, state: 'closed', opensAt: null } : status;
  }
}
