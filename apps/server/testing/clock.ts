/** For tests: clocks over a time that the test moves, which lies between two milliseconds as machines' times do. */
import { epochMs } from '@undertow/market';
import { createClock } from '#adapters/clock/clock.ts';
import type { Clock } from '#ports/clock.ts';

/** What a raw clock reads beyond the whole millisecond. */
export const RAW_FRACTION_MS = 0.6328125;

export function testClock(wholeMs: () => number): Clock {
  return { nowMs: () => epochMs(wholeMs() + RAW_FRACTION_MS) };
}

/** A machine whose wall clock is set, forward or back, and drifts; the clock of a process on it is the product's own. */
export class TestMachine {
  #wallMs: number;
  #monotonicMs = 1_000 + RAW_FRACTION_MS;

  constructor(wallMs: number) {
    this.#wallMs = wallMs + RAW_FRACTION_MS;
  }

  /** Time passes; with a drift of 0.001 the wall clock is a millisecond ahead after a second. */
  pass(ms: number, drift = 0): void {
    this.#monotonicMs += ms;
    this.#wallMs += ms * (1 + drift);
  }

  /** Somebody, or a time server, sets the wall clock. */
  setWall(byMs: number): void {
    this.#wallMs += byMs;
  }

  get wallMs(): number {
    return this.#wallMs;
  }

  /** The clock of a process that starts now. */
  startClock(): Clock {
    return createClock(
      () => this.#wallMs,
      () => this.#monotonicMs,
    );
  }
}
