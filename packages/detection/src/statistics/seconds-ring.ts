/** A running number at each of the last seconds: differences over any stretch up to seventeen minutes. */

const SECONDS = 1024;

export class SecondsRing {
  readonly #values = new Float64Array(SECONDS).fill(Number.NaN);
  #second = 0;
  #dueMs = Number.NaN;

  /** Whether the clock would keep a number now. */
  isDue(timeMs: number): boolean {
    return !(timeMs < this.#dueMs);
  }

  /** Records the number on the clock; kept once a second. */
  onClock(timeMs: number, value: number): void {
    if (timeMs < this.#dueMs) return;
    this.#dueMs = timeMs + 1000;
    this.#second += 1;
    this.#values[this.#second % SECONDS] = value;
  }

  /** The number so many seconds ago, at most as long ago as is known; NaN before anything was recorded. */
  ago(seconds: number): number {
    const back = Math.min(SECONDS - 1, Math.max(0, Math.round(seconds)), Math.max(0, this.#second - 1));
    return this.#values[(this.#second - back) % SECONDS]!;
  }

  clear(): void {
    this.#values.fill(Number.NaN);
    this.#second = 0;
    this.#dueMs = Number.NaN;
  }
}
