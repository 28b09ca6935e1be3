/** The underlying of a product: a micro contract counts as a tenth of its standard contract. */

const BIG_BROTHER: Readonly<Record<string, string>> = {
  MES: 'ES',
  MNQ: 'NQ',
  MYM: 'YM',
  M2K: 'RTY',
  MCL: 'CL',
  MGC: 'GC',
  SIL: 'SI',
  M6E: '6E',
};

/** Products that move together as one bet on American shares. */
const SHARE_INDICES: ReadonlySet<string> = new Set(['ES', 'NQ', 'YM', 'RTY']);

/** `ES` for `MES`; anything else is itself. */
export function underlyingOf(root: string): string {
  return BIG_BROTHER[root] ?? root;
}

/** True for ES, NQ, YM, RTY and their micros. */
export function isShareIndex(root: string): boolean {
  return SHARE_INDICES.has(underlyingOf(root));
}
