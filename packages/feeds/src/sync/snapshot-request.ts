/** When a snapshot is to be requested from the feed: at once, and again while none comes. */

/** How long to wait for a snapshot before it is requested again. */
const WAIT_MS = 5000;

export class SnapshotRequest {
  #isWanted = false;
  #requestedMs = Number.NEGATIVE_INFINITY;

  want(): void {
    this.#isWanted = true;
  }

  /** Whatever was requested before is no longer useful. */
  wantAnew(): void {
    this.#isWanted = true;
    this.#requestedMs = Number.NEGATIVE_INFINITY;
  }

  /** A snapshot is here, or comes without a request; none is due within the next seconds. */
  settle(nowMs: number): void {
    this.#isWanted = false;
    this.#requestedMs = nowMs;
  }

  /** True when it is to be requested now; it then counts as requested. */
  isDue(nowMs: number): boolean {
    if (!this.#isWanted || nowMs - this.#requestedMs < WAIT_MS) return false;
    this.#requestedMs = nowMs;
    return true;
  }
}
