/** Work that is repeated: one round at a time, and one that fails is reported and does not end the rounds after it. */
export class RepeatingTask {
  readonly #round: () => Promise<unknown>;
  readonly #onFailure: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;

  /** The first round comes after `everyMs`, or with `run`. */
  constructor(everyMs: number, round: () => Promise<unknown>, onFailure: (error: unknown) => void) {
    this.#round = round;
    this.#onFailure = onFailure;
    this.#timer = setInterval(() => void this.run(), everyMs);
    this.#timer.unref();
  }

  /** Begins a round unless one runs, and resolves after it. Never rejects. */
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

  /** Begins no more rounds, and resolves after the one that runs. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
