/** How fast the tape runs: trades of the last seconds, against what is usual at this time of the trading day. */
import type { Bar } from '#bars/bar.ts';
import { MINUTE_MS, SECOND_MS } from '#time/durations.ts';

/** Seconds that are kept: two minutes. */
const SECONDS = 128;
const MASK = SECONDS - 1;

/**
 * Trades per second of exchange time.
 * @beta No pane draws it yet.
 */
export class TapeSpeed {
  readonly #counts = new Int32Array(SECONDS);
  /** The newest second, as seconds since 1970 UTC. */
  #second = Number.NaN;
  #endMs = Number.NEGATIVE_INFINITY;

  /** A trade that is late counts in the newest second. */
  add(timeMs: number): void {
    if (timeMs >= this.#endMs) this.#advance(timeMs);
    this.#counts[this.#second & MASK]! += 1;
  }

  /** Trades in each of the `count` whole seconds before an instant, oldest first; at most 127. */
  seconds(nowMs: number, count: number): number[] {
    const now = Math.floor(nowMs / SECOND_MS);
    return Array.from({ length: Math.min(count, MASK) }, (_, n) =>
      this.#countOf(now - Math.min(count, MASK) + n),
    );
  }

  /** Mean of the `count` whole seconds before an instant. */
  perSecond(nowMs: number, count: number): number {
    const counts = this.seconds(nowMs, count);
    return counts.reduce((sum, trades) => sum + trades, 0) / counts.length;
  }

  #countOf(second: number): number {
    const isKept = second <= this.#second && second > this.#second - SECONDS;
    return isKept ? this.#counts[second & MASK]! : 0;
  }

  #advance(timeMs: number): void {
    const second = Math.floor(timeMs / SECOND_MS);
    const from = Number.isNaN(this.#second) ? second - SECONDS : this.#second;
    for (let at = Math.max(from, second - SECONDS) + 1; at <= second; at += 1) this.#counts[at & MASK] = 0;
    this.#second = second;
    this.#endMs = (second + 1) * SECOND_MS;
  }
}

/** Minutes before and after the time of day that are averaged: single minutes vary too much. */
const AROUND_MINUTES = 5;
/** Fewer days have no usual. */
const MIN_DAYS = 3;

/**
 * Trades per second that are usual at an instant: of every earlier trading day the mean of the eleven minutes around the
 * same time since its open, and of these the median. Minutes without a bar had no trade. Null for less than three days.
 */
export function usualTradesPerSecond(
  minuteBars: readonly Pick<Bar, 'startMs' | 'trades'>[],
  nowMs: number,
  dayOpenMs: (timeMs: number) => number,
): number | null {
  const todayMs = dayOpenMs(nowMs);
  const sinceMs = Math.floor((nowMs - todayMs) / MINUTE_MS) * MINUTE_MS;
  const fromMs = Math.max(0, sinceMs - AROUND_MINUTES * MINUTE_MS);
  const toMs = sinceMs + (AROUND_MINUTES + 1) * MINUTE_MS;
  const days = new Map<number, number>();
  for (const { startMs, trades } of minuteBars) {
    const openMs = dayOpenMs(startMs);
    if (openMs >= todayMs) continue;
    const isAround = startMs - openMs >= fromMs && startMs - openMs < toMs;
    days.set(openMs, (days.get(openMs) ?? 0) + (isAround ? trades : 0));
  }
  if (days.size < MIN_DAYS) return null;
  const perSecond = [...days.values()]
    .map((trades) => (trades * SECOND_MS) / (toMs - fromMs))
    .sort((a, b) => a - b);
  const middle = perSecond.length / 2;
  return (perSecond[Math.ceil(middle) - 1]! + perSecond[Math.floor(middle)]!) / 2;
}
