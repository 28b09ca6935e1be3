/** Lines of a client one after another: more than so many subscriptions a second wait. */

const WINDOW_MS = 1_000;
/** Lines that may wait; a client that sends more without a pause is cut off. */
const MAX_WAITING = 2_000;

export class LinePace {
  readonly #perSecond: number;
  readonly #isPaced: (line: string) => boolean;
  readonly #handle: (line: string) => void;
  readonly #waiting: string[] = [];
  #recentMs: number[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(perSecond: number, isPaced: (line: string) => boolean, handle: (line: string) => void) {
    this.#perSecond = perSecond;
    this.#isPaced = isPaced;
    this.#handle = handle;
  }

  /** False where too many wait. */
  push(line: string): boolean {
    this.#waiting.push(line);
    this.#run();
    return this.#waiting.length <= MAX_WAITING;
  }

  stop(): void {
    this.#waiting.length = 0;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #run(): void {
    while (this.#timer === null) {
      const line = this.#waiting[0];
      if (line === undefined) return;
      const waitMs = this.#isPaced(line) ? this.#waitMs() : 0;
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#resume(), waitMs);
        return;
      }
      this.#waiting.shift();
      this.#handle(line);
    }
  }

  #resume(): void {
    this.#timer = null;
    this.#run();
  }

  /** Counts the line where it need not wait. */
  #waitMs(): number {
    const nowMs = performance.now();
    this.#recentMs = this.#recentMs.filter((atMs) => nowMs - atMs < WINDOW_MS);
    if (this.#recentMs.length >= this.#perSecond) return WINDOW_MS - (nowMs - this.#recentMs[0]!);
    this.#recentMs.push(nowMs);
    return 0;
  }
}
