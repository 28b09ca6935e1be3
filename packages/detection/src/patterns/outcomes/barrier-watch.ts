/** Which of two prices trades first (first passage): the outcome of patterns that predict where price goes. */

export interface Barriers {
  readonly key: string;
  /** 1 when price is expected to rise. */
  readonly sign: number;
  /** Prices at which the outcome is true and false. */
  readonly winTicks: number;
  readonly loseTicks: number;
  /** Without either by then it is false. */
  readonly dueMs: number;
}

const MAX_WATCHED = 64;

export class BarrierWatch<Watched extends Barriers> {
  #watched: Watched[] = [];
  readonly #settle: (barriers: Watched, won: boolean | null, timeMs: number) => void;

  /** `settle` receives each once; `won` is null when it was interrupted. */
  constructor(settle: (barriers: Watched, won: boolean | null, timeMs: number) => void) {
    this.#settle = settle;
  }

  get open(): readonly Watched[] {
    return this.#watched;
  }

  add(barriers: Watched): void {
    this.#watched.push(barriers);
  }

  /** Compares the price on the clock. */
  onClock(timeMs: number, lastTicks: number): void {
    let isOver = this.#watched.length > MAX_WATCHED;
    for (const barriers of this.#watched)
      if (outcomeOf(barriers, timeMs, lastTicks) !== undefined) isOver = true;
    if (!isOver) return;
    const watched = this.#watched;
    this.#watched = [];
    watched.forEach((barriers, index) => {
      const outcome = index < watched.length - MAX_WATCHED ? null : outcomeOf(barriers, timeMs, lastTicks);
      if (outcome === undefined) this.#watched.push(barriers);
      else this.#settle(barriers, outcome, timeMs);
    });
  }

  /** The market was lost: what became of them will never be known. */
  interrupt(timeMs: number): void {
    const watched = this.#watched;
    this.#watched = [];
    for (const barriers of watched) this.#settle(barriers, null, timeMs);
  }
}

function outcomeOf(barriers: Barriers, timeMs: number, lastTicks: number): boolean | undefined {
  if ((lastTicks - barriers.winTicks) * barriers.sign >= 0) return true;
  if ((lastTicks - barriers.loseTicks) * barriers.sign <= 0) return false;
  return timeMs > barriers.dueMs ? false : undefined;
}
