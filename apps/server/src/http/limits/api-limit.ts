/** Requests a minute of all API keys of a user, in fixed windows that begin with the first request at a process. */
import { MINUTE_MS } from '@undertow/market';
import type { Clock } from '#ports/clock.ts';
import type { HeavyUse } from './heavy-use.ts';

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

const keyOf = (userId: string): string => `api ${userId}`;

export class ApiLimit {
  readonly #clock: Clock;
  readonly #heavyUse: HeavyUse;
  readonly #windows = new Map<string, Window>();

  constructor(clock: Clock, heavyUse: HeavyUse) {
    this.#clock = clock;
    this.#heavyUse = heavyUse;
  }

  /** Counts a request; one beyond the limit is counted too. */
  take(userId: string, limit: number): ApiQuota {
    const nowMs = this.#clock.nowMs();
    const window = this.#current(userId, nowMs) ?? this.#begin(userId, nowMs);
    window.count += 1;
    this.#heavyUse.note(keyOf(userId), window.count, limit, window.fromMs + MINUTE_MS);
    const count = window.count + this.#heavyUse.elsewhere(keyOf(userId));
    return {
      limit,
      isExceeded: count > limit,
      left: Math.max(0, limit - count),
      resetSeconds: Math.max(1, Math.ceil((window.fromMs + MINUTE_MS - nowMs) / 1000)),
    };
  }

  /** Requests of the present window. */
  countOf(userId: string): number {
    const own = this.#current(userId, this.#clock.nowMs())?.count ?? 0;
    return own + this.#heavyUse.elsewhere(keyOf(userId));
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
