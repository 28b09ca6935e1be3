/** How trades met a price: strictly beyond it is a crossing, at it a touch. The same for rules of alerts and of backtests. */
import type { LevelTest } from '#events/vocabulary.ts';
import type { TradedSpan } from './traded-span.ts';

/** On which side of a price the last trades were: -1 below, 1 above, 0 unknown. */
export type LevelSide = -1 | 0 | 1;

export interface LevelMeeting {
  /** Trades crossed it upwards, downwards: both where they returned within the span. */
  readonly isUp: boolean;
  readonly isDown: boolean;
  /** They came to it from a side. A price that was the last traded one counts again only after trades have left it. */
  readonly isReached: boolean;
  /** The side after these trades. */
  readonly side: LevelSide;
}

export function sideOfLevel(lastTicks: number, priceTicks: number): LevelSide {
  if (lastTicks === priceTicks) return 0;
  return lastTicks > priceTicks ? 1 : -1;
}

function crossings(side: LevelSide, priceTicks: number, { lowTicks, highTicks, lastTicks }: TradedSpan) {
  if (side < 0) {
    const isUp = highTicks > priceTicks;
    return { isUp, isDown: isUp && lastTicks < priceTicks };
  }
  const isDown = side > 0 && lowTicks < priceTicks;
  return { isUp: isDown && lastTicks > priceTicks, isDown };
}

/** `side` is where the trades before were, `beforeTicks` the last of them. */
export function meetLevel(
  side: LevelSide,
  priceTicks: number,
  beforeTicks: number | null,
  span: TradedSpan,
): LevelMeeting {
  const { isUp, isDown } = crossings(side, priceTicks, span);
  const isTouched = isUp || isDown || (priceTicks >= span.lowTicks && priceTicks <= span.highTicks);
  const isReached = side !== 0 && beforeTicks !== priceTicks && isTouched;
  const now = sideOfLevel(span.lastTicks, priceTicks);
  if (now !== 0) return { isUp, isDown, isReached, side: now };
  return { isUp, isDown, isReached, side: isUp === isDown ? side : isUp ? 1 : -1 };
}

/** Whether that is what a rule waits for: 1 upwards, -1 downwards, 0 it is not. `from`: where the trades before were. */
export function metAs(
  test: LevelTest,
  { isUp, isDown, isReached }: LevelMeeting,
  from: LevelSide,
): LevelSide {
  if (test === 'reaches') return isReached ? (from > 0 ? -1 : 1) : 0;
  if (isUp && test !== 'crosses_below') return 1;
  return isDown && test !== 'crosses_above' ? -1 : 0;
}
