/** How much of the last trading day the detectors covered: the share that counts of events are scaled by. */
import type { ExchangeCalendar } from '@undertow/market';

const SLICE_MS = 600_000;
/** Less than this share of a day counts as this: the largest event of the first minutes is one of about ten a day. */
const MIN_SHARE = 0.1;
/** Of an earlier run only its events are known: it ran between two of them that are no further apart. */
const BRIDGED_MS = 2 * 3_600_000;

export interface LastDay {
  /** The same point of the trading day before, milliseconds since 1970 UTC. */
  readonly fromMs: number;
  /** Share of the open hours since then that was watched, over 0 to 1. */
  readonly share: number;
}

export class WatchedTime {
  readonly #calendar: ExchangeCalendar;
  /** Starts of the slices of ten minutes in which the market was seen, oldest first. */
  readonly #slices: number[] = [];
  #bridgeMs = Number.NaN;

  constructor(calendar: ExchangeCalendar) {
    this.#calendar = calendar;
  }

  add(atMs: number): void {
    const slice = Math.floor(atMs / SLICE_MS) * SLICE_MS;
    if (slice > (this.#slices.at(-1) ?? Number.NEGATIVE_INFINITY)) this.#slices.push(slice);
  }

  /** An event of an earlier run: what lies between it and the one before was watched, unless that is long. */
  bridge(atMs: number): void {
    const gapMs = atMs - this.#bridgeMs;
    if (gapMs <= BRIDGED_MS)
      for (let passedMs = this.#bridgeMs + SLICE_MS; passedMs < atMs; passedMs += SLICE_MS)
        this.add(passedMs);
    this.add(atMs);
    this.#bridgeMs = atMs;
  }

  /**
   * Begins as far into the trading day before as the instant is into its own, so that it holds one day's open hours.
   */
  lastDay(atMs: number): LastDay {
    const today = this.#calendar.sessionBounds(this.#calendar.tradingDayOf(atMs));
    const before = this.#calendar.sessionBounds(this.#calendar.tradingDayOf(today.openMs - 1));
    const fromMs = Math.min(before.openMs + (atMs - today.openMs), before.closeMs);
    const openMs = before.closeMs - fromMs + Math.min(atMs, today.closeMs) - today.openMs;
    const first = this.#slices.findIndex((slice) => slice + SLICE_MS > fromMs);
    if (first > 0) this.#slices.splice(0, first);
    const watchedMs = first < 0 ? 0 : this.#slices.length * SLICE_MS;
    return { fromMs, share: Math.min(1, Math.max(MIN_SHARE, watchedMs / openMs)) };
  }
}
