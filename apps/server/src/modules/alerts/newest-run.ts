/** One run per user at a time, the newest: the previous one is stopped and awaited. */

interface Run {
  readonly stop: AbortController;
  readonly over: Promise<unknown>;
}

export class NewestRun {
  readonly #runs = new Map<string, Run>();

  /** Runs `work`; its signal aborts when a newer run replaces it. Rejects with what `work` throws. */
  async start<T>(userId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const before = this.#runs.get(userId);
    before?.stop.abort();
    const stop = new AbortController();
    const over = Promise.allSettled([before?.over]).then(() => work(stop.signal));
    const run = { stop, over };
    this.#runs.set(userId, run);
    try {
      return await over;
    } finally {
      if (this.#runs.get(userId) === run) this.#runs.delete(userId);
    }
  }
}
