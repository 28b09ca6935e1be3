/** How figures are written in tables: with their interval, or a dash where there is none. */
import type { Estimate } from '@undertow/detection';

export const NONE = '–';

export function estimate(value: Estimate | null, digits = 2): string {
  if (value === null) return NONE;
  return `${value.value.toFixed(digits)} (${value.low.toFixed(digits)}–${value.high.toFixed(digits)})`;
}

export function decimals(value: number | null, digits = 2): string {
  return value === null ? NONE : value.toFixed(digits);
}
