/** What the mid does after an instant: which of two barriers it reaches first, or where it is at the end of a time. */

export interface Passage {
  readonly fromMs: number;
  readonly midTicks: number;
  /** 1 up, -1 down, 0 either way. */
  readonly direction: number;
  readonly targetTicks: number;
  readonly adverseTicks: number;
  readonly horizonMs: number;
  /** Beyond the target without a break for this long; 0 where reaching it decides. */
  readonly stayMs: number;
  /** Decided at the end of the time alone: true where the mid is beyond the target then. */
  readonly isAtEnd: boolean;
  /** Neither barrier at the end of the time is false instead of undecided; always so of a move either way. */
  readonly isMissAtEnd: boolean;
}

/** An end that nobody saw for longer than this has no honest outcome. */
const LATE_MS = 2000;

/** One passage, followed by the mids after its instant in their order. */
export class PassageWatch {
  readonly #passage: Passage;
  #beyondSinceMs = Number.NaN;

  constructor(passage: Passage) {
    this.#passage = passage;
  }

  /** Longest time after its instant in which it is decided, milliseconds. */
  static spanMs({ horizonMs, stayMs }: Pick<Passage, 'horizonMs' | 'stayMs'>): number {
    return horizonMs + stayMs + LATE_MS;
  }

  /** True target, false adverse, null where it is undecided at the end of the time. Undefined while nothing is decided. */
  outcomeAt(timeMs: number, midTicks: number): boolean | null | undefined {
    const { direction, targetTicks, adverseTicks, fromMs, horizonMs, stayMs, isAtEnd, isMissAtEnd } =
      this.#passage;
    const move = midTicks - this.#passage.midTicks;
    const along = direction === 0 ? Math.abs(move) : move * direction;
    const pastMs = timeMs - fromMs - horizonMs;
    if (isAtEnd) {
      if (pastMs < 0) return undefined;
      return pastMs > LATE_MS ? null : along >= targetTicks;
    }
    if (along < targetTicks) this.#beyondSinceMs = Number.NaN;
    else if (Number.isNaN(this.#beyondSinceMs)) this.#beyondSinceMs = timeMs;
    if (timeMs >= this.#beyondSinceMs + stayMs) return true;
    if (direction !== 0 && -along >= adverseTicks) return false;
    // One that is there in time may stay its time out
    if (pastMs < 0 || !Number.isNaN(this.#beyondSinceMs)) return undefined;
    return isMissAtEnd || direction === 0 ? false : null;
  }
}
