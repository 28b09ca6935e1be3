/** Words and numbers of descriptions and rules. */
import { type EvidenceValue, SIDE_BID } from '@undertow/market';

/** One rule as the evidence panel shows it: what was measured (a number is a count, a fraction comes as text), what was needed. */
export function rule(
  name: string,
  value: number | string,
  needed: string,
  met: boolean,
): { readonly [key: string]: EvidenceValue } {
  return { name, value: typeof value === 'number' ? grouped(value) : value, needed, met };
}

/** Whole number with thousands separated: 1,166. */
export function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `once`, `twice`, `9 times`. */
export function times(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${grouped(count)} times`;
}

export function bookSide(side: number): 'bid' | 'ask' {
  return side === SIDE_BID ? 'bid' : 'ask';
}
