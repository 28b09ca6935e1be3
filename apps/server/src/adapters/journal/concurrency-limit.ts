/** A limit on concurrent work: so many at once, so many waiting, the rest is refused and may be retried. */
import pLimit, { type LimitFunction } from 'p-limit';
import { WorkUndone } from '#ports/journal-work.ts';

export class ConcurrencyLimit {
  readonly #limit: LimitFunction;
  readonly #maxWaiting: number;
  /** Those in the queue that have not left it. */
  #waiting = 0;

  constructor(atOnce: number, maxWaiting: number) {
    this.#limit = pLimit(atOnce);
    this.#maxWaiting = maxWaiting;
  }

  /** Runs `work` when its turn comes. Throws `WorkUndone` (`busy`) at once when too many wait, `ended` on `signal`. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) throw new WorkUndone('ended');
    const { activeCount, concurrency } = this.#limit;
    if (activeCount >= concurrency && this.#waiting >= this.#maxWaiting) throw new WorkUndone('busy');
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = (): void => {
      this.#waiting -= 1;
      reject(new WorkUndone('ended'));
    };
    signal?.addEventListener('abort', leave, { once: true });
    this.#waiting += 1;
    const worked = this.#limit(() => {
      if (signal?.aborted) return left;
      signal?.removeEventListener('abort', leave);
      this.#waiting -= 1;
      return work();
    });
    return Promise.race([worked, left]);
  }
}
