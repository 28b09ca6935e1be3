/** How far price moved within a window, and whether that is the move a rule waits for: the same for rules of alerts and of backtests. */
import type { TradedSpan } from './traded-span.ts';

export interface PriceMove {
  /** Never negative, whichever way it went. */
  readonly ticks: number;
  readonly fromTicks: number;
}

/** Exactly one of `ticks` and `ratio`. */
export interface MoveLimits {
  readonly direction: 'up' | 'down' | 'either';
  readonly ticks: number | null;
  readonly ratio: number | null;
}

/** The extremes of the window before a span, ticks; null without a trade. */
export interface WindowExtremes {
  readonly lowest: number | null;
  readonly highest: number | null;
}

function larger(one: PriceMove, other: PriceMove | null): PriceMove {
  return other !== null && other.ticks > one.ticks ? other : one;
}

/** The largest move either way that ends in the span: within the span itself only the way to its last price is known. */
export function movesInto(
  { lowTicks, highTicks, lastTicks }: TradedSpan,
  { lowest, highest }: WindowExtremes,
): { readonly up: PriceMove; readonly down: PriceMove } {
  return {
    up: larger(
      { ticks: lastTicks - lowTicks, fromTicks: lowTicks },
      lowest === null ? null : { ticks: highTicks - lowest, fromTicks: lowest },
    ),
    down: larger(
      { ticks: highTicks - lastTicks, fromTicks: highTicks },
      highest === null ? null : { ticks: highest - lowTicks, fromTicks: highest },
    ),
  };
}

function isEnough({ ticks, fromTicks }: PriceMove, limits: MoveLimits): boolean {
  if (limits.ticks !== null) return ticks >= limits.ticks;
  return fromTicks !== 0 && ticks >= (limits.ratio ?? Number.POSITIVE_INFINITY) * Math.abs(fromTicks);
}

/** 1 where the move is one upwards that is large enough, -1 downwards, 0 neither. */
export function moveSide(up: PriceMove, down: PriceMove, limits: MoveLimits): 1 | -1 | 0 {
  if (limits.direction !== 'down' && isEnough(up, limits)) return 1;
  return limits.direction !== 'up' && isEnough(down, limits) ? -1 : 0;
}
