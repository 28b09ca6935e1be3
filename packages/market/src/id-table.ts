/** A hash table from a 64-bit id, held as two int32, to a positive int32: open addressing, no object per entry. */

/** Int32 values per cell: id low, id high, value (0 is an empty cell), unused. One probe touches one cache line. */
const CELL_SHIFT = 2;
const CELL_HI = 1;
const CELL_VALUE = 2;

/**
 * Linear probing with backward-shift delete, load at most one half. Positions returned by `locate` are offsets into
 * the cells; they are valid until the next change of the table.
 */
export class IdTable {
  #cells: Int32Array;
  #mask: number;
  #shift: number;
  #count = 0;

  /** `capacity`: entries held before the first growth; rounded up to a power of two. */
  constructor(capacity: number) {
    const bits = Math.max(4, 33 - Math.clz32(capacity - 1));
    this.#cells = new Int32Array(1 << (bits + CELL_SHIFT));
    this.#mask = (1 << bits) - 1;
    this.#shift = 32 - bits;
  }

  get count(): number {
    return this.#count;
  }

  /** Cells of the table; `positionAt(index)` for an index below it walks all entries. */
  get cellCount(): number {
    return this.#mask + 1;
  }

  /** Position of the id's cell, or of the empty cell where it would be put. */
  locate(hi: number, lo: number): number {
    const cells = this.#cells;
    const mask = this.#mask;
    let cell = (Math.imul(lo, 0x9e37_79b1) ^ Math.imul(hi, 0x85eb_ca6b)) >>> this.#shift;
    for (;;) {
      const at = cell << CELL_SHIFT;
      if ((cells[at + CELL_VALUE] as number) === 0) {
        return at;
      }
      if ((cells[at] as number) === lo && (cells[at + CELL_HI] as number) === hi) {
        return at;
      }
      cell = (cell + 1) & mask;
    }
  }

  /** The value at a position; 0 when the cell is empty. */
  valueAt(position: number): number {
    return this.#cells[position + CELL_VALUE] as number;
  }

  /** The value of an id, or 0. */
  get(hi: number, lo: number): number {
    return this.#cells[this.locate(hi, lo) + CELL_VALUE] as number;
  }

  /** Low half of the id of the `index`th cell; meaningful where `valueAt(positionOf(index))` is not 0. */
  lowAt(position: number): number {
    return this.#cells[position] as number;
  }

  positionOf(index: number): number {
    return index << CELL_SHIFT;
  }

  /** Fills the empty cell that `locate(hi, lo)` gave. `value` is above 0. Grows when half full. */
  putAt(position: number, hi: number, lo: number, value: number): void {
    const cells = this.#cells;
    cells[position] = lo;
    cells[position + CELL_HI] = hi;
    cells[position + CELL_VALUE] = value;
    this.#count += 1;
    if (this.#count << 1 > this.#mask) {
      this.#grow();
    }
  }

  /** Empties the cell and closes the hole, so that no tombstone ever lengthens a probe. */
  deleteAt(position: number): void {
    const cells = this.#cells;
    const mask = this.#mask;
    const shift = this.#shift;
    let hole = position >> CELL_SHIFT;
    let cell = hole;
    for (;;) {
      cell = (cell + 1) & mask;
      const at = cell << CELL_SHIFT;
      const value = cells[at + CELL_VALUE] as number;
      if (value === 0) {
        break;
      }
      const lo = cells[at] as number;
      const hi = cells[at + CELL_HI] as number;
      const home = (Math.imul(lo, 0x9e37_79b1) ^ Math.imul(hi, 0x85eb_ca6b)) >>> shift;
      if (((cell - home) & mask) >= ((cell - hole) & mask)) {
        const to = hole << CELL_SHIFT;
        cells[to] = lo;
        cells[to + CELL_HI] = hi;
        cells[to + CELL_VALUE] = value;
        hole = cell;
      }
    }
    cells[(hole << CELL_SHIFT) + CELL_VALUE] = 0;
    this.#count -= 1;
  }

  clear(): void {
    this.#cells.fill(0);
    this.#count = 0;
  }

  /** Kept out of `putAt`: runs once per doubling. */
  #grow(): void {
    const old = this.#cells;
    this.#cells = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    this.#shift -= 1;
    for (let at = 0; at < old.length; at += 1 << CELL_SHIFT) {
      const value = old[at + CELL_VALUE] as number;
      if (value === 0) {
        continue;
      }
      const lo = old[at] as number;
      const hi = old[at + CELL_HI] as number;
      const to = this.locate(hi, lo);
      this.#cells[to] = lo;
      this.#cells[to + CELL_HI] = hi;
      this.#cells[to + CELL_VALUE] = value;
    }
  }
}
