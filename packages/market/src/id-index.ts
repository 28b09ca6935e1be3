/** Finds records by a 64-bit id held as two int32: open addressing over a typed array, nothing allocated per entry. */

const HASH_LO = 0x9e37_79b1;
const HASH_HI = 0x85eb_ca6b;

/**
 * The ids themselves stand in the caller's records, low half first, so that a cell is only a record number and a hash
 * and most probes stay in the processor's cache. Linear probing, load at most a quarter, backward-shift delete: no
 * tombstone ever lengthens a probe. Positions are valid until the next change.
 */
export class IdIndex {
  /** Two int32 a cell: record number (0 is empty) and hash of its id. */
  private cells: Int32Array;
  private mask: number;
  private shift: number;
  private entries = 0;
  private readonly recordShift: number;

  /** `recordShift`: log2 of the int32 values per record. `capacity`: entries held before the first growth. */
  constructor(recordShift: number, capacity: number) {
    const bits = Math.max(4, 34 - Math.clz32(capacity - 1));
    this.recordShift = recordShift;
    this.cells = new Int32Array(2 << bits);
    this.mask = (1 << bits) - 1;
    this.shift = 32 - bits;
  }

  get count(): number {
    return this.entries;
  }

  /** Position of the id's cell, or of the empty cell where it would be put. */
  locate(records: Int32Array, hi: number, lo: number): number {
    const cells = this.cells;
    const mask = this.mask;
    const hash = Math.imul(lo, HASH_LO) ^ Math.imul(hi, HASH_HI);
    let cell = hash >>> this.shift;
    for (;;) {
      const record = cells[cell << 1] as number;
      if (record === 0) {
        return cell;
      }
      if ((cells[(cell << 1) + 1] as number) === hash) {
        const id = record << this.recordShift;
        if ((records[id] as number) === lo && (records[id + 1] as number) === hi) {
          return cell;
        }
      }
      cell = (cell + 1) & mask;
    }
  }

  /** The record number at a position; 0 when the cell is empty. */
  recordAt(position: number): number {
    return this.cells[position << 1] as number;
  }

  /** Fills the empty cell that `locate` gave for the id. Record numbers start at 1. */
  putAt(position: number, hi: number, lo: number, record: number): void {
    this.cells[position << 1] = record;
    this.cells[(position << 1) + 1] = Math.imul(lo, HASH_LO) ^ Math.imul(hi, HASH_HI);
    this.entries += 1;
    if (this.entries << 2 > this.mask) {
      this.grow();
    }
  }

  /** Empties the cell and closes the hole. */
  deleteAt(position: number): void {
    const cells = this.cells;
    const mask = this.mask;
    const shift = this.shift;
    let hole = position;
    let cell = position;
    for (;;) {
      cell = (cell + 1) & mask;
      const record = cells[cell << 1] as number;
      if (record === 0) {
        break;
      }
      const hash = cells[(cell << 1) + 1] as number;
      if (((cell - (hash >>> shift)) & mask) >= ((cell - hole) & mask)) {
        cells[hole << 1] = record;
        cells[(hole << 1) + 1] = hash;
        hole = cell;
      }
    }
    cells[hole << 1] = 0;
    this.entries -= 1;
  }

  clear(): void {
    this.cells.fill(0);
    this.entries = 0;
  }

  /** Runs once per doubling. */
  private grow(): void {
    const old = this.cells;
    const cells = new Int32Array(old.length * 2);
    this.cells = cells;
    this.mask = this.mask * 2 + 1;
    this.shift -= 1;
    for (let at = 0; at < old.length; at += 2) {
      const record = old[at] as number;
      if (record === 0) {
        continue;
      }
      const hash = old[at + 1] as number;
      let cell = hash >>> this.shift;
      while ((cells[cell << 1] as number) !== 0) {
        cell = (cell + 1) & this.mask;
      }
      cells[cell << 1] = record;
      cells[(cell << 1) + 1] = hash;
    }
  }
}
