/** How long to wait before the next snapshot of a book: longer each time that it is lost again soon. */

const FIRST_MS = 100;
const MAX_MS = 4000;
/** A book that was sound this long is not one that is lost again and again. */
const CALM_MS = 10_000;

export class SnapshotWait {
  #ms = FIRST_MS;
  #lostMs = Number.NEGATIVE_INFINITY;

  /** Milliseconds until the next snapshot. */
  next(): number {
    const ms = this.#ms;
    this.#ms = Math.min(MAX_MS, ms * 2);
    return ms;
  }

  /** The book was lost right now. */
  lost(): void {
    const nowMs = performance.now();
    if (nowMs - this.#lostMs > CALM_MS) this.#ms = FIRST_MS;
    this.#lostMs = nowMs;
  }
}
