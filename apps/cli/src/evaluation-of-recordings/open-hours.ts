/** How much of an open market a recording holds. */
import {
  ACTION_HEARTBEAT,
  CME_CALENDAR,
  COL_ACTION,
  COL_FLAGS,
  FLAG_SNAPSHOT,
  HOUR_MS,
  MINUTE_MS,
  rowTimeMs,
} from '@undertow/market';

/** A longer silence is a hole of the recording: it covers nothing. */
const MAX_SILENCE_MS = 10 * MINUTE_MS;
/** The calendar is queried no more often than this. */
const STEP_MS = 1000;

export class OpenHours {
  /** First and last instant of the recording, open or not; NaN before. */
  fromMs = Number.NaN;
  toMs = Number.NaN;
  #openMs = 0;
  #countedToMs = Number.NaN;

  get hours(): number {
    return this.#openMs / HOUR_MS;
  }

  applyRow(rows: Int32Array, at: number): void {
    if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0 || rows[at + COL_ACTION] === ACTION_HEARTBEAT) return;
    const timeMs = rowTimeMs(rows, at);
    // Time that goes back was covered before.
    if (timeMs < this.toMs) return;
    if (Number.isNaN(this.fromMs)) {
      this.fromMs = timeMs;
      this.#countedToMs = timeMs;
    }
    this.toMs = timeMs;
    if (timeMs - this.#countedToMs >= STEP_MS) this.finish();
  }

  /** Counts up to the last row. */
  finish(): void {
    const silentMs = this.toMs - this.#countedToMs;
    const isOpen =
      silentMs <= MAX_SILENCE_MS &&
      CME_CALENDAR.marketPhase(this.#countedToMs) === 'open' &&
      CME_CALENDAR.marketPhase(this.toMs) === 'open';
    if (isOpen) this.#openMs += silentMs;
    this.#countedToMs = this.toMs;
  }
}
