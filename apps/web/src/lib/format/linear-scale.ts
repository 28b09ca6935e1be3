/** A linear scale: bounds that contain every value, round ticks, and the position of a value. Pure. */

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

const ROUND = [1, 2, 2.5, 5, 10];

/** Smallest round step (1, 2, 2.5 or 5 times a power of ten) at or above the given one. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (ROUND.find((times) => times * power >= least) ?? 10) * power;
}

/** Bounds of all values with a margin, at least from 0 to 0: a line of results always shows where nothing is. */
export function boundsOf(values: readonly number[], margin = 0.04): Bounds {
  const known = values.filter(Number.isFinite);
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  const padding = (high - low || 1) * margin;
  return { low: low - padding, high: high + padding };
}

/** Position of a value between the bounds, 0 to 1; clamped to them. */
export function shareOf(value: number, { low, high }: Bounds): number {
  if (high <= low) return 0.5;
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** At most `most` round marks within the bounds, ascending. */
export function marksOf({ low, high }: Bounds, most: number): readonly number[] {
  if (high <= low) return [low];
  const step = roundStep((high - low) / most);
  const first = Math.ceil(low / step);
  const marks: number[] = [];
  for (let at = first; at * step <= high; at++) marks.push(Number((at * step).toPrecision(12)) + 0);
  return marks;
}

/** A share as the per cent of a place in CSS and SVG: `0.25` is `25.00%`. */
export function placeOf(share: number): string {
  return `${(share * 100).toFixed(2)}%`;
}
