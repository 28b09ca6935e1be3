/** Learns of one login whether the gateway numbers the events of an instrument without a hole. */

/** Holes that were no loss, after which holes are treated as the numbers of other instruments. */
const HARMLESS_HOLES = 3;

/**
 * It is not documented whether `sequence_number` counts per instrument or per channel. A hole after which the book
 * equals the gateway's snapshot was none; one that hid a loss proves that the numbers can be trusted.
 */
export class Numbering {
  #harmless = 0;
  #hasLost = false;

  /** True where numbers that are missing belong to other instruments. */
  get isSparse(): boolean {
    return !this.#hasLost && this.#harmless >= HARMLESS_HOLES;
  }

  /** True while a hole is not yet conclusive: the book is compared with the gateway's before anything else. */
  get isOpen(): boolean {
    return !this.#hasLost && !this.isSparse;
  }

  /** A hole was looked into. */
  learn(wasHarmless: boolean): void {
    if (wasHarmless) this.#harmless += 1;
    else this.#hasLost = true;
  }
}
