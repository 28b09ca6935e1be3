/** Ranks flow events by size against their instrument's own trading day: how many of such a rank one day brings. */
import {
  type ExchangeCalendar,
  type FlowEvent,
  type FlowEventType,
  HOUR_MS,
  NS_PER_MS,
} from '@undertow/market';

const SLICE_MS = 600_000;
/** Less than this share of a day counts as this: the largest event of the first minutes is one of about ten a day. */
const MIN_SHARE = 0.1;
/** Of an earlier run only its events are known: it ran between two of them that are no further apart. */
const BRIDGED_MS = 2 * HOUR_MS;

interface LastDay {
  /** The same point of the trading day before, milliseconds since 1970 UTC. */
  readonly fromMs: number;
  /** Share of the open hours since then that was watched, over 0 to 1. */
  readonly share: number;
}

/** How much of the last trading day the detectors covered: the share that counts of events are scaled by. */
class WatchedTime {
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

/** What the ranking keeps of an event. */
export interface RankedEvent {
  readonly id: string;
  readonly type: FlowEventType;
  /** The largest size so far, contracts. */
  readonly size: number;
  readonly atMs: number;
  readonly perDay: number;
}

const wholeMs = (timeNs: bigint): number => Number(timeNs / NS_PER_MS);

/**
 * The k-th largest event of its type ranks equal to the k-th largest of every other type: sizes of different types do
 * not compare. `perDay` of rank k is the number of events a day that rank as high or higher, over all types.
 */
export class EventRanking {
  readonly #watched: WatchedTime;
  /** By id, in the order of their first rank. */
  readonly #known = new Map<string, RankedEvent>();

  constructor(calendar: ExchangeCalendar) {
    this.#watched = new WatchedTime(calendar);
  }

  /** The detectors were running at this instant. */
  watch(atMs: number): void {
    this.#watched.add(atMs);
  }

  /** Takes the events that an earlier run raised, oldest first, in their last state. */
  restore(events: readonly FlowEvent[]): void {
    for (const { id, type, size, detectedNs, perDay, degraded } of events) {
      const atMs = wholeMs(detectedNs);
      this.#watched.bridge(atMs);
      if (!degraded && perDay !== undefined) this.#known.set(id, { id, type, size, atMs, perDay });
    }
  }

  /**
   * The event with its rank: found when it is raised, and again each time it has grown; otherwise it keeps what it had.
   */
  rank(event: FlowEvent): FlowEvent {
    const known = this.#known.get(event.id);
    if (known !== undefined && event.size <= known.size) return { ...event, perDay: known.perDay };
    const atMs = wholeMs(event.updatedNs);
    const perDay = this.#perDay(event, atMs);
    // What a book with gaps raised may not be: it has a rank of its own and does not count in that of others
    if (!event.degraded) {
      const { id, type, size } = event;
      this.#known.set(id, { id, type, size, atMs: known?.atMs ?? wholeMs(event.detectedNs), perDay });
    }
    return { ...event, perDay };
  }

  #perDay({ id, type, size }: FlowEvent, atMs: number): number {
    const { fromMs, share } = this.#watched.lastDay(atMs);
    const counts = new Map<FlowEventType, number>([[type, 1]]);
    let place = 1;
    for (const other of this.#known.values()) {
      if (other.atMs < fromMs) this.#known.delete(other.id);
      else if (other.id !== id) {
        counts.set(other.type, (counts.get(other.type) ?? 0) + 1);
        if (other.type === type && other.size >= size) place += 1;
      }
    }
    let rank = 0;
    let level = 0;
    for (const count of counts.values()) {
      rank += Math.min(count, place);
      if (count >= place) level += 1;
    }
    return (rank - (level - 1) / 2) / share;
  }
}
