/** Tasks of one key run one after the other, however the previous one ended; different keys run concurrently. */
import pLimit, { type LimitFunction } from 'p-limit';

export class KeyedQueue {
  readonly #queues = new Map<string, LimitFunction>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(key) ?? pLimit(1);
    this.#queues.set(key, queue);
    try {
      return await queue(work);
    } finally {
      if (queue.activeCount + queue.pendingCount === 0) this.#queues.delete(key);
    }
  }
}
