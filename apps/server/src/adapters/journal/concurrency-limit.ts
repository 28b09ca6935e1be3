/** A limit on concurrent work: so many at once, so many waiting, the rest is refused and may be retried. */
import { WorkUndone } from '#ports/journal-work.ts';

export class ConcurrencyLimit {
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number, mostWaiting: number) {
    this.#free = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** Runs `work` when its turn comes. Throws `WorkUndone` (`busy`) at once when too many wait, `ended` when `signal` says so. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  async #take(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) throw new WorkUndone('ended');
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= this.#mostWaiting) throw new WorkUndone('busy');
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(new WorkUndone('ended'));
      };
      const take = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.push(take);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
