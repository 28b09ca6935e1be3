/** The present of a replayed recording: exchange time that runs at a multiple of real time, or with the rows. */

export class ReplayClock {
  /** Null: the clock follows the rows, which come as fast as they can be taken. */
  readonly speed: number | null;
  readonly #realMs: () => number;
  #anchorMs: number;
  #anchorRealMs: number | null = null;
  #reachedMs: number;
  #endMs = Number.POSITIVE_INFINITY;

  /** `startMs` is the first instant; `realMs` a clock that never goes back, in milliseconds. */
  constructor(startMs: number, speed: number | null, realMs: () => number) {
    this.#anchorMs = startMs;
    this.#reachedMs = startMs;
    this.speed = speed;
    this.#realMs = realMs;
  }

  /** Lets time run, the first time it is called. */
  start(): void {
    this.#anchorRealMs ??= this.#realMs();
  }

  /** Milliseconds since 1970 UTC; never goes back. */
  nowMs(): number {
    if (this.speed !== null && this.#anchorRealMs !== null) {
      const runMs = this.#anchorMs + (this.#realMs() - this.#anchorRealMs) * this.speed;
      this.reach(Math.min(runMs, this.#endMs));
    }
    return this.#reachedMs;
  }

  /** Real milliseconds until the instant; 0 when it has come, or when the clock follows the rows. */
  realMsUntil(timeMs: number): number {
    return this.speed === null ? 0 : Math.max(0, (timeMs - this.nowMs()) / this.speed);
  }

  /** Goes forward to the instant of a row that was handed out. */
  reach(timeMs: number): void {
    if (timeMs > this.#reachedMs) this.#reachedMs = timeMs;
  }

  /** The recording is over: time stays at this instant. */
  stopAt(timeMs: number): void {
    this.#endMs = timeMs;
  }
}
