/** What the mid does after an instant: which of two barriers it reaches first, or where it is at the end of a time. */

export interface Passage {
  readonly fromMs: number;
  readonly midTicks: number;
  /** 1 up, -1 down, 0 either way. */
  readonly direction: number;
  readonly targetTicks: number;
  readonly adverseTicks: number;
  readonly horizonMs: number;
  /** Decided at the end of the time alone: true where the mid is beyond the target then. */
  readonly isAtEnd: boolean;
}

/** An end that nobody saw for longer than this has no honest outcome. */
const LATE_MS = 2000;

/**
 * True target, false adverse; at the end of the time an expansion either way is missed, a directed one undecided (null).
 * Undefined while nothing is decided.
 */
export function passageOutcome(
  passage: Passage,
  timeMs: number,
  midTicks: number,
): boolean | null | undefined {
  const { direction, targetTicks, adverseTicks } = passage;
  const move = midTicks - passage.midTicks;
  const along = direction === 0 ? Math.abs(move) : move * direction;
  if (passage.isAtEnd) {
    const pastMs = timeMs - passage.fromMs - passage.horizonMs;
    if (pastMs < 0) return undefined;
    return pastMs > LATE_MS ? null : along >= targetTicks;
  }
  if (along >= targetTicks) return true;
  if (direction !== 0 && -along >= adverseTicks) return false;
  if (timeMs < passage.fromMs + passage.horizonMs) return undefined;
  return direction === 0 ? false : null;
}
