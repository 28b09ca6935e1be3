/** The present on the reader's clock, renewed at a given interval: in the whole page at the same instants, so in one frame. */
import { useSyncExternalStore } from 'react';

/** Ticks at the multiples of its interval while anybody listens. */
class Ticker {
  readonly #intervalMs: number;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nowMs = Date.now();

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  readonly get = (): number => {
    if (this.#listeners.size === 0 && Date.now() - this.#nowMs >= this.#intervalMs) this.#nowMs = Date.now();
    return this.#nowMs;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#wait();
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearTimeout(this.#timer);
    };
  };

  #wait(): void {
    this.#timer = setTimeout(
      () => {
        this.#nowMs = Date.now();
        this.#wait();
        for (const listener of [...this.#listeners]) listener();
      },
      this.#intervalMs - (Date.now() % this.#intervalMs),
    );
  }
}

const tickers = new Map<number, Ticker>();

/** Milliseconds since 1970 UTC, at most `intervalMs` old. */
export function useNow(intervalMs: number): number {
  let ticker = tickers.get(intervalMs);
  if (ticker === undefined) {
    ticker = new Ticker(intervalMs);
    tickers.set(intervalMs, ticker);
  }
  return useSyncExternalStore(ticker.subscribe, ticker.get);
}
