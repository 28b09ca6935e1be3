/** What a process must show with everything that only one owner at a time may store or publish. */

/**
 * Proves an ownership; a later owner of the same name has a higher fence. Compared by `epoch`, then by `revision`: the
 * epoch changes only when the store of leases was made anew.
 */
export interface Fence {
  readonly name: string;
  readonly epoch: number;
  readonly revision: number;
}

/** A later owner of the same name published or wrote since: this process is no longer its owner. */
export class FencedOff extends Error {
  override readonly name = 'FencedOff';
}
