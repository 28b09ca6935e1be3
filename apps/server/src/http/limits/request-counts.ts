/**
 * Counts of requests within windows, on the product's clock. The plugin's own store reads the machine's: while that was set back, no window
 * would end, and whoever sent requests before would be refused until it came round again.
 */
import type {
  FastifyRateLimitOptions,
  FastifyRateLimitStore,
  FastifyRateLimitStoreCtor,
} from '@fastify/rate-limit';
import type { Clock } from '#ports/clock.ts';

interface Count {
  requests: number;
  readonly startMs: number;
}

type OnCount = Parameters<FastifyRateLimitStore['incr']>[1];

/** At most so many keys are kept; beyond them the one that was counted least recently is evicted. */
export function requestCountsOn(clock: Clock, maxKeys: number): FastifyRateLimitStoreCtor {
  return class RequestCounts implements FastifyRateLimitStore {
    readonly #counts = new Map<string, Count>();

    // The plugin calls it with options, none of which differ here
    constructor(_options: FastifyRateLimitOptions) {}

    incr(key: string, onCount: OnCount, windowMs: number): void {
      const nowMs = clock.nowMs();
      const known = this.#counts.get(key);
      const isOver = known === undefined || nowMs - known.startMs >= windowMs;
      const count = isOver ? { requests: 0, startMs: nowMs } : known;
      count.requests += 1;
      this.#counts.delete(key);
      this.#counts.set(key, count);
      const [oldest] = this.#counts.keys();
      if (this.#counts.size > maxKeys && oldest !== undefined) this.#counts.delete(oldest);
      onCount(null, { current: count.requests, ttl: windowMs - (nowMs - count.startMs) });
    }

    child(options: FastifyRateLimitOptions): FastifyRateLimitStore {
      return new RequestCounts(options);
    }
  };
}
