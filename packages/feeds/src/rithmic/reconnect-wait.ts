/** How long to wait before the next attempt to connect: longer each time, spread by chance, never long. */

const FIRST_MS = 500;
/** With the longest attempt that a stalled node can take this keeps the data away for less than ten seconds after its return. */
const LONGEST_MS = 4000;
/** A connection that lived this long was a good one: the waits begin again. */
const GOOD_MS = 10_000;

export class ReconnectWait {
  readonly #random: () => number;
  #attempts = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Milliseconds until the next attempt: half of it for sure, half by chance. */
  next(): number {
    const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.#attempts, 10));
    this.#attempts += 1;
    return most / 2 + (most / 2) * this.#random();
  }

  /** A connection is over that lived so long. */
  ended(livedMs: number): void {
    if (livedMs >= GOOD_MS) this.#attempts = 0;
  }
}
