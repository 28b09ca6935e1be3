/** How the feed of one instrument does: its state with what lies over it, gaps of the day, trades a second, delays. */
import { type FeedStatus, instantOfMs } from '@undertow/contracts';
import type { Feed } from '@undertow/feeds';
import {
  COL_RECV_HI,
  COL_RECV_LO,
  type ExchangeCalendar,
  type FeedState,
  type InstrumentMarket,
  rowTimeMs,
  splitNsToMs,
} from '@undertow/market';

/** Without any message for this long in an open session the feed is stale. */
const STALE_MS = 10_000;
/** Trades a second are averaged over as many seconds. */
const RATE_SECONDS = 5;

interface Gap {
  readonly fromMs: number;
  toMs: number | null;
}

export interface FeedWatchInput {
  readonly feed: Feed;
  readonly market: InstrumentMarket;
  readonly calendar: ExchangeCalendar;
}

export class FeedWatch {
  readonly #input: FeedWatchInput;
  readonly #instrumentId: number;
  #lastMessageMs: number | null = null;
  /** The feed's present when the last message came. */
  #heardMs: number;
  #exchangeToServerMs: number | null = null;
  #day = '';
  #gaps = 0;
  #resyncs = 0;
  #lastGap: Gap | null = null;
  #gapMs = 0;
  readonly #startedMs: number;
  #rateSinceMs = Number.NEGATIVE_INFINITY;
  #rateTrades = 0;
  #tradesPerSecond = 0;

  constructor(input: FeedWatchInput) {
    this.#input = input;
    this.#instrumentId = input.market.instrument.id;
    this.#startedMs = input.feed.nowMs();
    this.#heardMs = this.#startedMs;
  }

  /** Notes the last row of a batch, a heartbeat included. */
  onRow(rows: Int32Array, at: number): void {
    this.#heardMs = this.#input.feed.nowMs();
    const timeMs = rowTimeMs(rows, at);
    this.#lastMessageMs = timeMs;
    const receivedMs = splitNsToMs(rows[at + COL_RECV_HI] as number, rows[at + COL_RECV_LO] as number);
    this.#exchangeToServerMs = receivedMs > 0 ? Math.round((receivedMs - timeMs) * 1000) / 1000 : null;
  }

  /** The stream has a hole from now on. */
  onGap(nowMs: number): void {
    this.#rollDay(nowMs);
    if (this.#lastGap?.toMs === null) return;
    this.#gaps += 1;
    this.#lastGap = { fromMs: nowMs, toMs: null };
  }

  /** The book is whole again after a gap. */
  onResynced(nowMs: number): void {
    this.#rollDay(nowMs);
    if (this.#lastGap === null || this.#lastGap.toMs !== null) return;
    this.#lastGap.toMs = nowMs;
    this.#gapMs += Math.max(0, nowMs - this.#lastGap.fromMs);
    this.#resyncs += 1;
  }

  /** Share of the time since the start in which the book had a gap, 0 to 1. */
  gapRate(nowMs: number): number {
    const open = this.#lastGap !== null && this.#lastGap.toMs === null ? nowMs - this.#lastGap.fromMs : 0;
    const total = nowMs - this.#startedMs;
    return total <= 0 ? 0 : Math.min(1, Math.max(0, (this.#gapMs + open) / total));
  }

  /** What is shown: the state of the book's synchronisation under the venue's hours, halts and silence. */
  state(syncState: FeedState, nowMs: number): FeedState {
    const phase = this.#input.calendar.marketPhase(nowMs);
    if (phase === 'closed' || phase === 'break') return 'closed';
    if (syncState !== 'live') return syncState;
    if (this.#input.market.status === 'halt') return 'halted';
    return nowMs - this.#heardMs > STALE_MS ? 'stale' : 'live';
  }

  status(syncState: FeedState, nowMs: number): FeedStatus {
    const { feed, calendar } = this.#input;
    this.#rollDay(nowMs);
    this.#measureRate(nowMs);
    const state = this.state(syncState, nowMs);
    const gap = this.#lastGap;
    return {
      instrumentId: this.#instrumentId,
      state,
      source: feed.source,
      contract: feed.contractOf(this.#instrumentId).code,
      tier: feed.tier,
      replaySpeed: feed.replaySpeed,
      lastMessageAt: this.#lastMessageMs === null ? null : instantOfMs(this.#lastMessageMs),
      exchangeToServerMs: this.#exchangeToServerMs,
      tradesPerSecond: this.#tradesPerSecond,
      gapsToday: this.#gaps,
      resyncsToday: this.#resyncs,
      lastGap:
        gap === null
          ? null
          : { from: instantOfMs(gap.fromMs), to: gap.toMs === null ? null : instantOfMs(gap.toMs) },
      opensAt: state === 'closed' ? instantOfMs(calendar.nextOpenMs(nowMs)) : null,
    };
  }

  #rollDay(nowMs: number): void {
    const day = this.#input.calendar.tradingDayOf(nowMs);
    if (day === this.#day) return;
    this.#day = day;
    this.#gaps = 0;
    this.#resyncs = 0;
    if (this.#lastGap?.toMs !== null) this.#lastGap = null;
  }

  #measureRate(nowMs: number): void {
    const seconds = (nowMs - this.#rateSinceMs) / 1000;
    if (seconds < RATE_SECONDS) return;
    const { total } = this.#input.market.facts.tape;
    if (Number.isFinite(seconds)) {
      this.#tradesPerSecond = Math.round(((total - this.#rateTrades) / seconds) * 10) / 10;
    }
    this.#rateTrades = total;
    this.#rateSinceMs = nowMs;
  }
}
