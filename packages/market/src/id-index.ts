/** Finds records by a 64-bit id held as two int32: open addressing over a typed array, nothing allocated per entry. */

const HASH_LO = 0x9e37_79b1;
const HASH_HI = 0x85eb_ca6b;
/** Low bits of a cell: how far it lies behind the cell its id hashes to. The bits above are the record number. */
const AWAY_BITS = 12;
const AWAY_MASK = (1 << AWAY_BITS) - 1;

/** Record numbers start at 1 and end here. */
export const MAX_RECORDS = 2 ** (32 - AWAY_BITS) - 1;

/**
 * A cell is one int32, so that the index of a deep book stays in the processor's cache; the ids themselves stand in the
 * caller's records, low half first. Only an entry as far from its home as the probe can be the id that is looked for, so
 * a probe reads a record when it is all but found. Linear probing, load at most a quarter, backward-shift delete: no
 * tombstone ever lengthens a probe. Positions are valid until the next change.
 */
export class IdIndex {
  private cells: Int32Array;
  private mask: number;
  private shift: number;
  private entries = 0;
  private readonly recordShift: number;

  /** `recordShift`: log2 of the int32 values per record. `capacity`: entries held before the first growth. */
  constructor(recordShift: number, capacity: number) {
    const bits = Math.max(4, 34 - Math.clz32(capacity - 1));
    this.recordShift = recordShift;
    this.cells = new Int32Array(1 << bits);
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
    let cell = (Math.imul(lo, HASH_LO) ^ Math.imul(hi, HASH_HI)) >>> this.shift;
    let away = 0;
    for (;;) {
      const value = cells[cell] as number;
      if (value === 0) {
        return cell;
      }
      if ((value & AWAY_MASK) === away) {
        const id = (value >>> AWAY_BITS) << this.recordShift;
        if ((records[id] as number) === lo && (records[id + 1] as number) === hi) {
          return cell;
        }
      }
      cell = (cell + 1) & mask;
      away += 1;
    }
  }

  /** The record number at a position; 0 when the cell is empty. */
  recordAt(position: number): number {
    return (this.cells[position] as number) >>> AWAY_BITS;
  }

  /**
   * Fills the empty cell that `locate` gave for the id, which already stands in its record. Throws RangeError when
   * thousands of ids hash to one place, which ids of an exchange do not.
   */
  putAt(position: number, records: Int32Array, record: number): void {
    const id = record << this.recordShift;
    this.fill(position, records[id + 1] as number, records[id] as number, record);
    this.entries += 1;
    if (this.entries << 2 > this.mask) {
      this.grow(records);
    }
  }

  /** Empties the cell and closes the hole. */
  deleteAt(position: number): void {
    const cells = this.cells;
    const mask = this.mask;
    let hole = position;
    let gap = 0;
    let cell = position;
    for (;;) {
      cell = (cell + 1) & mask;
      gap += 1;
      const value = cells[cell] as number;
      if (value === 0) {
        break;
      }
      if ((value & AWAY_MASK) >= gap) {
        cells[hole] = value - gap;
        hole = cell;
        gap = 0;
      }
    }
    cells[hole] = 0;
    this.entries -= 1;
  }

  clear(): void {
    this.cells.fill(0);
    this.entries = 0;
  }

  private fill(position: number, hi: number, lo: number, record: number): void {
    const home = (Math.imul(lo, HASH_LO) ^ Math.imul(hi, HASH_HI)) >>> this.shift;
    const away = (position - home) & this.mask;
    if (away > AWAY_MASK) {
      throw new RangeError('too many ids hash to one place');
    }
    this.cells[position] = (record << AWAY_BITS) | away;
  }

  /** Runs once per doubling. */
  private grow(records: Int32Array): void {
    const old = this.cells;
    this.cells = new Int32Array(old.length * 2);
    this.mask = this.mask * 2 + 1;
    this.shift -= 1;
    for (const value of old) {
      const record = value >>> AWAY_BITS;
      if (record !== 0) {
        const id = record << this.recordShift;
        const hi = records[id + 1] as number;
        const lo = records[id] as number;
        this.fill(this.locate(records, hi, lo), hi, lo, record);
      }
    }
  }
}
