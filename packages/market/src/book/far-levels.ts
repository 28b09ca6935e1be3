/** The levels of a book side that lie far behind the touch: keys in rising order, each with the row it is kept in. */

/** The key of no level. */
export const NO_KEY = -0x8000_0000;

/** Few and rarely touched: a binary search finds a level, adding and removing moves the tail of two typed arrays. */
export class FarLevels {
  #keys = new Int32Array(64);
  #rows = new Int32Array(64);
  #held = 0;

  get count(): number {
    return this.#held;
  }

  /** Row of the level, or -1. */
  rowOf(key: number): number {
    const index = this.#indexOf(key);
    return index < this.#held && this.#keys[index]! === key ? this.#rows[index]! : -1;
  }

  /** The best (largest) key below `limit`, or `NO_KEY`. */
  keyBelow(limit: number): number {
    const index = this.#indexOf(limit);
    return index === 0 ? NO_KEY : this.#keys[index - 1]!;
  }

  add(key: number, row: number): void {
    if (this.#held === this.#keys.length) {
      this.#grow();
    }
    const index = this.#indexOf(key);
    this.#keys.copyWithin(index + 1, index, this.#held);
    this.#rows.copyWithin(index + 1, index, this.#held);
    this.#keys[index] = key;
    this.#rows[index] = row;
    this.#held += 1;
  }

  remove(key: number): void {
    const index = this.#indexOf(key);
    this.#keys.copyWithin(index, index + 1, this.#held);
    this.#rows.copyWithin(index, index + 1, this.#held);
    this.#held -= 1;
  }

  clear(): void {
    this.#held = 0;
  }

  /** Index of the first key that is not below `key`. */
  #indexOf(key: number): number {
    let low = 0;
    let high = this.#held;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keys[middle]! < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  #grow(): void {
    const keys = new Int32Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    const rows = new Int32Array(keys.length);
    rows.set(this.#rows);
    this.#rows = rows;
  }
}
