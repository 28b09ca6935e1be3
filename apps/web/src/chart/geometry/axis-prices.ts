/** The prices that the axis names: nine of them on round multiples of the tick. */
import type { PriceRange } from './price-range.ts';

export const AXIS_LABELS = 9;
/** Labels are at least this far apart. */
const MIN_LABEL_GAP = 17;
/** Close enough to each other that nine labels cover most of any range. */
const MANTISSAS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8] as const;

/** Round steps in ticks from large to small, so that four-tick and ten-tick instruments both get whole points. */
function* roundSteps(below: number): Generator<number> {
  for (let decade = 10 ** Math.ceil(Math.log10(Math.max(10, below))); decade >= 1; decade /= 10) {
    for (let index = MANTISSAS.length - 1; index >= 0; index--) {
      const step = Math.round(MANTISSAS[index]! * decade * 10) / 10;
      if (Number.isInteger(step)) yield step;
    }
  }
}

function multiplesWithin(range: PriceRange, step: number): number {
  return Math.floor(range.high / step) - Math.ceil(range.low / step) + 1;
}

/**
 * Prices in ticks, ascending. Nine where the range holds that many ticks and the height that many labels, otherwise fewer.
 * When the step gives more, the outermost are left out, the farther one first.
 */
export function axisPrices(range: PriceRange, heightPx: number): number[] {
  const wanted = Math.max(2, Math.min(AXIS_LABELS, Math.floor(heightPx / MIN_LABEL_GAP)));
  let step = 1;
  for (const candidate of roundSteps(range.high - range.low)) {
    if (multiplesWithin(range, candidate) >= wanted) {
      step = candidate;
      break;
    }
  }
  let first = Math.ceil(range.low / step);
  let last = Math.floor(range.high / step);
  while (last - first + 1 > wanted) {
    if (range.high - last * step < first * step - range.low) last -= 1;
    else first += 1;
  }
  const prices: number[] = [];
  for (let multiple = first; multiple <= last; multiple++) prices.push(multiple * step);
  return prices;
}
