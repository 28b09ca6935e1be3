/** Requests a minute of all API keys of a user, at this process, in fixed windows that begin with the first request. */
import { MINUTE_MS } from '@undertow/market';
import type { Clock } from '#ports/clock.ts';

export const API_WINDOW_S = 60;
/** Users kept in memory; beyond it the one whose window began first is forgotten. */
const MAX_USERS = 100_000;

export interface ApiQuota {
  readonly isExceeded: boolean;
  readonly limit: number;
  /** Requests left in the window, and seconds until the next one. */
  readonly left: number;
  readonly resetSeconds: number;
}

interface Window {
  readonly fromMs: number;
  count: number;
}

export class ApiLimit {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a request; one beyond the limit is counted too. */
  take(userId: string, limit: number): ApiQuota {
    const nowMs = this.#clock.nowMs();
    const window = this.#current(userId, nowMs) ?? this.#begin(userId, nowMs);
    window.count += 1;
    return {
      limit,
      isExceeded: window.count > limit,
      left: Math.max(0, limit - window.count),
      resetSeconds: Math.max(1, Math.ceil((window.fromMs + MINUTE_MS - nowMs) / 1000)),
    };
  }

  /** Requests of the present window. */
  countOf(userId: string): number {
    return this.#current(userId, this.#clock.nowMs())?.count ?? 0;
  }

  #current(userId: string, nowMs: number): Window | undefined {
    const window = this.#windows.get(userId);
    return window === undefined || nowMs - window.fromMs >= MINUTE_MS ? undefined : window;
  }

  #begin(userId: string, nowMs: number): Window {
    const window = { fromMs: nowMs, count: 0 };
    this.#windows.delete(userId);
    this.#windows.set(userId, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_USERS && oldest !== undefined) this.#windows.delete(oldest);
    return window;
  }
}
