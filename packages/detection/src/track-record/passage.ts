/** First passage: which of two barriers around a price the mid reaches first. */

export interface Passage {
  readonly fromMs: number;
  readonly midTicks: number;
  /** 1 up, -1 down, 0 either way. */
  readonly direction: number;
  readonly targetTicks: number;
  readonly adverseTicks: number;
  readonly horizonMs: number;
}

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
  if (along >= targetTicks) return true;
  if (direction !== 0 && -along >= adverseTicks) return false;
  if (timeMs < passage.fromMs + passage.horizonMs) return undefined;
  return direction === 0 ? false : null;
}
