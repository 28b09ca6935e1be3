/** Volume by price of a bar of which only the range is known, as profiles made from bars estimate it. */
import type { Bar } from './bar.ts';

/** The volume is spread evenly over the bar's range, the remainder is at the close. */
export function spreadBar(
  bar: Pick<Bar, 'highTicks' | 'lowTicks' | 'closeTicks' | 'volume'>,
  visit: (priceTicks: number, size: number) => void,
): void {
  const levels = bar.highTicks - bar.lowTicks + 1;
  const each = Math.floor(bar.volume / levels);
  for (let price = bar.lowTicks; each > 0 && price <= bar.highTicks; price += 1) visit(price, each);
  const rest = bar.volume - each * levels;
  if (rest > 0) visit(bar.closeTicks, rest);
}
