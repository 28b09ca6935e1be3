/** A repeated task: one run at a time; a failed run is reported and does not stop later ones. */
export class RepeatingTask {
  readonly #round: () => Promise<unknown>;
  readonly #onFailure: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;

  /** The first run starts after `everyMs`, or with `run`. */
  constructor(everyMs: number, round: () => Promise<unknown>, onFailure: (error: unknown) => void) {
    this.#round = round;
    this.#onFailure = onFailure;
    this.#timer = setInterval(() => void this.run(), everyMs);
    this.#timer.unref();
  }

  /** Starts a run unless one is in progress, and resolves after it. Never rejects. */
  run(): Promise<void> {
    this.#running ??= this.#safeRound().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #safeRound(): Promise<void> {
    try {
      await this.#round();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Starts no more runs, and resolves after the one in progress. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
