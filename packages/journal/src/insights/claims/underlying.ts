/** The underlying of a product: a micro contract counts as a tenth of its standard contract. */

/** A map, because a file may name a symbol like a property that every object has. */
const BIG_BROTHER: ReadonlyMap<string, string> = new Map([
  ['MES', 'ES'],
  ['MNQ', 'NQ'],
  ['MYM', 'YM'],
  ['M2K', 'RTY'],
  ['MCL', 'CL'],
  ['MGC', 'GC'],
  ['SIL', 'SI'],
  ['M6E', '6E'],
]);

/** Products that move together as one bet on American shares. */
const SHARE_INDICES: ReadonlySet<string> = new Set(['ES', 'NQ', 'YM', 'RTY']);

/** `ES` for `MES`; anything else is itself. */
export function underlyingOf(root: string): string {
  return BIG_BROTHER.get(root) ?? root;
}

/** True for ES, NQ, YM, RTY and their micros. */
export function isShareIndex(root: string): boolean {
  return SHARE_INDICES.has(underlyingOf(root));
}
