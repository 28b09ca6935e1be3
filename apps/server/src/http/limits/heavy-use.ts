/** Requests of busy users at every process, so that a limit counts all of them; what they send below an eighth of it stays with each process. */
import type { Clock } from '#ports/clock.ts';

/** Of a limit: whoever uses less of it at a process is nobody else's concern. */
const NOTED_FROM = 1 / 8;
/** Users that others are notified of; beyond it those that were noted first are forgotten. */
const MAX_NOTED = 1_000;

interface Use {
  readonly count: number;
  readonly endsMs: number;
}

export class HeavyUse {
  readonly #clock: Clock;
  readonly #own = new Map<string, Use>();
  #elsewhere: ReadonlyMap<string, number> = new Map();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `count` requests at this process in a window that ends at `endsMs`, of at most `most`. */
  note(key: string, count: number, most: number, endsMs: number): void {
    if (count < most * NOTED_FROM) return;
    this.#own.delete(key);
    this.#own.set(key, { count: Math.min(count, most), endsMs });
    const [oldest] = this.#own.keys();
    if (this.#own.size > MAX_NOTED && oldest !== undefined) this.#own.delete(oldest);
  }

  /** Requests at the other processes, as they were a second ago. */
  elsewhere(key: string): number {
    return this.#elsewhere.get(key) ?? 0;
  }

  /** What the others have to know. */
  read(): Readonly<Record<string, number>> {
    const nowMs = this.#clock.nowMs();
    for (const [key, { endsMs }] of this.#own) if (endsMs <= nowMs) this.#own.delete(key);
    return Object.fromEntries([...this.#own].map(([key, { count }]) => [key, count]));
  }

  /** What each of the others has read. */
  see(uses: readonly Readonly<Record<string, number>>[]): void {
    const sums = new Map<string, number>();
    for (const [key, count] of uses.flatMap((use) => Object.entries(use)))
      sums.set(key, (sums.get(key) ?? 0) + count);
    this.#elsewhere = sums;
  }
}
