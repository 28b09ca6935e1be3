/** Open candidates of a detector by a 64-bit key, bounded: the one untouched for longest makes room. */

const CAPACITY = 512;
/** Twice the entries, so that probes stay short. */
const SLOTS = 1024;
const MASK = SLOTS - 1;
const EMPTY = 0;

/** Keys are two int32, as order ids are; nothing is allocated by a lookup. */
export class EpisodeTable<Episode> {
  readonly #keys = new Int32Array(SLOTS * 2);
  /** Index of the episode plus one; 0 is empty. */
  readonly #slots = new Int16Array(SLOTS);
  readonly #episodes: (Episode | undefined)[] = Array.from({ length: CAPACITY }, () => undefined);
  readonly #slotKeys = new Int32Array(CAPACITY * 2);
  readonly #touched = new Float64Array(CAPACITY);
  readonly #free: number[] = Array.from({ length: CAPACITY }, (_, index) => CAPACITY - 1 - index);
  #turn = 0;

  get size(): number {
    return CAPACITY - this.#free.length;
  }

  /** The episode of a key, which thereby counts as used, or undefined. */
  find(hi: number, lo: number): Episode | undefined {
    const index = this.#slots[this.#locate(hi, lo)]! - 1;
    if (index < 0) return undefined;
    this.#touch(index);
    return this.#episodes[index];
  }

  /** Adds an episode under a new key. Returns the one that had to go, or undefined. */
  add(hi: number, lo: number, episode: Episode): Episode | undefined {
    const evicted = this.#free.length === 0 ? this.#evictOldest() : undefined;
    const index = this.#free.pop();
    if (index === undefined) throw new Error('an eviction must free a place');
    const slot = this.#locate(hi, lo);
    if (this.#slots[slot] !== EMPTY) throw new Error('the key is in the table already');
    this.#keys[slot * 2] = hi;
    this.#keys[slot * 2 + 1] = lo;
    this.#slots[slot] = index + 1;
    this.#slotKeys[index * 2] = hi;
    this.#slotKeys[index * 2 + 1] = lo;
    this.#episodes[index] = episode;
    this.#touch(index);
    return evicted;
  }

  delete(hi: number, lo: number): void {
    const slot = this.#locate(hi, lo);
    const index = this.#slots[slot]! - 1;
    if (index < 0) return;
    this.#episodes[index] = undefined;
    this.#free.push(index);
    this.#closeGap(slot);
  }

  /** All episodes, in no order of meaning but the same for the same input. */
  all(): Episode[] {
    return this.#episodes.filter((episode): episode is Episode => episode !== undefined);
  }

  clear(): void {
    this.#slots.fill(EMPTY);
    this.#episodes.fill(undefined);
    this.#free.length = 0;
    for (let index = CAPACITY - 1; index >= 0; index -= 1) this.#free.push(index);
  }

  #touch(index: number): void {
    this.#turn += 1;
    this.#touched[index] = this.#turn;
  }

  #evictOldest(): Episode | undefined {
    let oldest = 0;
    for (let index = 1; index < CAPACITY; index += 1) {
      if (this.#touched[index]! < this.#touched[oldest]!) oldest = index;
    }
    const episode = this.#episodes[oldest];
    this.delete(this.#slotKeys[oldest * 2]!, this.#slotKeys[oldest * 2 + 1]!);
    return episode;
  }

  /** Slot of the key, or the empty slot where it would go. */
  #locate(hi: number, lo: number): number {
    let slot = home(hi, lo);
    while (this.#slots[slot] !== EMPTY && (this.#keys[slot * 2] !== hi || this.#keys[slot * 2 + 1] !== lo)) {
      slot = (slot + 1) & MASK;
    }
    return slot;
  }

  /** Moves later entries of the probe chain back, so that no lookup stops at the hole. */
  #closeGap(from: number): void {
    let hole = from;
    for (let slot = (hole + 1) & MASK; this.#slots[slot] !== EMPTY; slot = (slot + 1) & MASK) {
      const wanted = home(this.#keys[slot * 2]!, this.#keys[slot * 2 + 1]!);
      if (((slot - wanted) & MASK) < ((slot - hole) & MASK)) continue;
      this.#slots[hole] = this.#slots[slot]!;
      this.#keys[hole * 2] = this.#keys[slot * 2]!;
      this.#keys[hole * 2 + 1] = this.#keys[slot * 2 + 1]!;
      hole = slot;
    }
    this.#slots[hole] = EMPTY;
  }
}

function home(hi: number, lo: number): number {
  const mixed = Math.imul(lo ^ Math.imul(hi, 0x85eb_ca6b), 0x9e37_79b1);
  return (mixed >>> 15) & MASK;
}
