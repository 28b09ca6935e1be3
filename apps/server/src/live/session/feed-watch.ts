/** Health of the feed of one instrument: gaps of the day, trades a second, delays. */
import { type FeedStatus, instantOfMs } from '@undertow/contracts';
import type { Feed } from '@undertow/feeds';
import {
  COL_FLAGS,
  COL_RECV_HI,
  COL_RECV_LO,
  type ExchangeCalendar,
  type FeedState,
  FLAG_SNAPSHOT,
  type InstrumentMarket,
  rowTimeMs,
  splitNsToMs,
} from '@undertow/market';
import type { FeedGap } from '#ports/bus.ts';
import type { DetectorWarmth } from './detector-warmth.ts';

/** Trades a second are averaged over as many seconds. */
const RATE_SECONDS = 5;

interface Gap {
  readonly fromMs: number;
  toMs: number | null;
}

export interface FeedWatchInput {
  readonly feed: Feed;
  readonly contract: string;
  readonly market: InstrumentMarket;
  readonly calendar: ExchangeCalendar;
  readonly warmth: Pick<DetectorWarmth, 'warmingUntilMs'>;
  /** Called with each book that was rebuilt after a gap, and how long it had no data. */
  readonly onResync?: ((withoutDataMs: number) => void) | undefined;
}

export class FeedWatch {
  readonly #input: FeedWatchInput;
  readonly #instrumentId: number;
  #exchangeToServerMs: number | null = null;
  #day = '';
  #gaps = 0;
  #resyncs = 0;
  #lastGap: Gap | null = null;
  /** Gaps that changed and were not taken yet. */
  #changed = new Set<Gap>();
  #receivedMs = Number.POSITIVE_INFINITY;
  #rateSinceMs = Number.NEGATIVE_INFINITY;
  #rateTrades = 0;
  #tradesPerSecond = 0;

  constructor(input: FeedWatchInput) {
    this.#input = input;
    this.#instrumentId = input.market.instrument.id;
  }

  /** Records the delay of the last row of a batch, and when it arrived. */
  onRow(rows: Int32Array, at: number, nowMs: number): void {
    this.#receivedMs = nowMs;
    if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0) return;
    const timeMs = rowTimeMs(rows, at);
    const receivedMs = splitNsToMs(rows[at + COL_RECV_HI]!, rows[at + COL_RECV_LO]!);
    this.#exchangeToServerMs = receivedMs > 0 ? Math.round((receivedMs - timeMs) * 1000) / 1000 : null;
  }

  /** The stream has a gap from now on. */
  onGap(nowMs: number): void {
    this.#rollDay(nowMs);
    if (this.#lastGap?.toMs === null) return;
    this.#gaps += 1;
    // It is only found when a row arrives after it: it began with the last row before
    this.#lastGap = { fromMs: Math.min(this.#receivedMs, nowMs), toMs: null };
    this.#changed.add(this.#lastGap);
  }

  /** The book was rebuilt after a gap. */
  onResynced(nowMs: number): void {
    this.#rollDay(nowMs);
    if (this.#lastGap === null || this.#lastGap.toMs !== null) return;
    this.#endGap(nowMs);
    this.#resyncs += 1;
    this.#input.onResync?.(Math.max(0, Math.round(nowMs - this.#lastGap.fromMs)));
  }

  /** The contract ends: what comes after is no gap of it. */
  onEnd(nowMs: number): void {
    if (this.#lastGap?.toMs === null) this.#endGap(nowMs);
  }

  #endGap(nowMs: number): void {
    if (this.#lastGap === null) return;
    this.#lastGap.toMs = nowMs;
    this.#changed.add(this.#lastGap);
  }

  /** Of the trading day. */
  get gaps(): number {
    return this.#gaps;
  }

  /** Gaps that began or ended since the previous call. */
  takeGaps(): readonly FeedGap[] {
    const gaps = [...this.#changed].map(({ fromMs, toMs }) => ({ fromMs, toMs }));
    this.#changed.clear();
    return gaps;
  }

  /** `state` is the synchronisation state of the book. */
  status(state: FeedState, nowMs: number): FeedStatus {
    const { feed, contract, calendar, warmth } = this.#input;
    const lastMessageMs = this.#input.market.timeMs;
    this.#rollDay(nowMs);
    this.#measureRate(nowMs);
    const gap = this.#lastGap;
    const { messagesNotUnderstood = 0 } = feed;
    const warmingMs = warmth.warmingUntilMs(nowMs);
    return {
      instrumentId: this.#instrumentId,
      state: feed.isHeldBack === true ? 'halted' : state,
      source: feed.source,
      contract,
      tier: feed.tier,
      replaySpeed: feed.replaySpeed,
      ...(feed.isReplay === true ? { isReplay: true } : {}),
      lastMessageAt: Number.isFinite(lastMessageMs) ? instantOfMs(lastMessageMs) : null,
      exchangeToServerMs: this.#exchangeToServerMs,
      tradesPerSecond: this.#tradesPerSecond,
      gapsToday: this.#gaps,
      resyncsToday: this.#resyncs,
      lastGap:
        gap === null
          ? null
          : { from: instantOfMs(gap.fromMs), to: gap.toMs === null ? null : instantOfMs(gap.toMs) },
      ...(messagesNotUnderstood > 0 ? { messagesNotUnderstood } : {}),
      ...(warmingMs === null ? {} : { warmingUntil: instantOfMs(warmingMs) }),
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
