/** Snapshots that were requested and are not whole yet, and which of them have taken too long. */

/** How long the gateway may take to begin one, and then to end it. */
const BEGIN_MS = 5000;
const END_MS = 10_000;

interface Awaited {
  sinceMs: number;
  hasBegun: boolean;
}

/** All times in milliseconds of a clock that never goes back. */
export class SnapshotWatch {
  readonly #scale: number;
  readonly #awaited = new Map<number, Awaited>();

  constructor(scale: number) {
    this.#scale = scale;
  }

  isAwaited(instrumentId: number): boolean {
    return this.#awaited.has(instrumentId);
  }

  requested(instrumentId: number, nowMs: number): void {
    this.#awaited.set(instrumentId, { sinceMs: nowMs, hasBegun: false });
  }

  /** One that nobody requested is watched too. */
  begun(instrumentId: number, nowMs: number): void {
    this.#awaited.set(instrumentId, { sinceMs: nowMs, hasBegun: true });
  }

  /** It is whole, or nobody waits for it any more. */
  ended(instrumentId: number): void {
    this.#awaited.delete(instrumentId);
  }

  clear(): void {
    this.#awaited.clear();
  }

  overdue(nowMs: number): readonly number[] {
    const isOverdue = ({ sinceMs, hasBegun }: Awaited): boolean =>
      nowMs - sinceMs > (hasBegun ? END_MS : BEGIN_MS) * this.#scale;
    return [...this.#awaited].filter(([, awaited]) => isOverdue(awaited)).map(([id]) => id);
  }
}
