/** Orders that traded in part lately, by id: when one of them is cancelled, its owner gave up the rest. */

const SLOTS = 512;
const SHIFT = 32 - Math.log2(SLOTS);
/** The rest belongs to its last fill no longer than this. */
const MAX_MS = 3000;

/** One place an id; a newer order may take the place of an older one. */
export class PartlyFilled {
  readonly #keys = new Int32Array(SLOTS * 2);
  readonly #times = new Float64Array(SLOTS).fill(Number.NEGATIVE_INFINITY);

  note(hi: number, lo: number, timeMs: number): void {
    const slot = slotOf(hi, lo);
    this.#keys[slot * 2] = hi;
    this.#keys[slot * 2 + 1] = lo;
    this.#times[slot] = timeMs;
  }

  /** Milliseconds since a part of the order last traded; Infinity when that is seconds ago or never happened. */
  since(hi: number, lo: number, timeMs: number): number {
    const slot = slotOf(hi, lo);
    if (this.#keys[slot * 2] !== hi || this.#keys[slot * 2 + 1] !== lo) return Number.POSITIVE_INFINITY;
    const sinceMs = timeMs - this.#times[slot]!;
    return sinceMs <= MAX_MS ? sinceMs : Number.POSITIVE_INFINITY;
  }

  clear(): void {
    this.#times.fill(Number.NEGATIVE_INFINITY);
  }
}

function slotOf(hi: number, lo: number): number {
  return Math.imul(lo ^ Math.imul(hi, 0x85eb_ca6b), 0x9e37_79b1) >>> SHIFT;
}
