/** Finds records by a 64-bit id held as two int32: open addressing over a typed array, nothing allocated per entry. */

const HASH_LO = 0x9e37_79b1;
const HASH_HI = 0x85eb_ca6b;
/** Lowest bits of a cell: how far it lies behind the cell its id hashes to. */
const AWAY_BITS = 6;
const AWAY_MASK = (1 << AWAY_BITS) - 1;
/** Bits above them: low bits of the hash, which place nothing. The bits above those are the record number. */
const RECORD_SHIFT = 12;
const TAG_MASK = (1 << (RECORD_SHIFT - AWAY_BITS)) - 1;
const PROBE_MASK = (1 << RECORD_SHIFT) - 1;

/** Record numbers start at 1 and end here. */
export const MAX_RECORDS = 2 ** (32 - RECORD_SHIFT) - 1;

/**
 * A cell is one int32, so that the index of a deep book stays in the processor's cache; the ids themselves are in the
 * caller's records, low half first. Only an entry with the hash's tag, as far from its home as the probe is, can be the
 * id that is looked for, so a probe reads a record when it is all but found. Linear probing, load at most a quarter,
 * backward-shift delete: no tombstone ever lengthens a probe. Finding remembers the place for the
 * change that follows.
 */
export class IdIndex {
  #cells: Int32Array;
  #mask: number;
  #shift: number;
  #entries = 0;
  readonly #recordShift: number;
  /** What the last `find` came to: the cell, and its low bits for the id. */
  #place = 0;
  #wanted = 0;

  /** `recordShift`: log2 of the int32 values per record. `capacity`: entries held before the first growth. */
  constructor(recordShift: number, capacity: number) {
    const bits = Math.max(4, 34 - Math.clz32(capacity - 1));
    this.#recordShift = recordShift;
    this.#cells = new Int32Array(1 << bits);
    this.#mask = (1 << bits) - 1;
    this.#shift = 32 - bits;
  }

  get count(): number {
    return this.#entries;
  }

  /**
   * The id's record number, or 0. Remembers the place for `put` and `remove`. Throws RangeError when dozens of ids hash
   * to one place, which ids of an exchange do not.
   */
  find(records: Int32Array, hi: number, lo: number): number {
    const cells = this.#cells;
    const hash = hashOf(hi, lo);
    let cell = hash >>> this.#shift;
    let wanted = (hash & TAG_MASK) << AWAY_BITS;
    let value = cells[cell]!;
    while (value !== 0) {
      if ((value & PROBE_MASK) === wanted) {
        const id = (value >>> RECORD_SHIFT) << this.#recordShift;
        if (records[id]! === lo && records[id + 1]! === hi) {
          break;
        }
      }
      cell = (cell + 1) & this.#mask;
      value = cells[cell]!;
      wanted += 1;
      if ((wanted & AWAY_MASK) === 0) {
        refuseCrowd();
      }
    }
    this.#place = cell;
    this.#wanted = wanted;
    return value >>> RECORD_SHIFT;
  }

  /** Enters the id that the last `find` missed as this record, where the id is already stored. */
  put(records: Int32Array, record: number): void {
    this.#cells[this.#place] = (record << RECORD_SHIFT) | this.#wanted;
    this.#entries += 1;
    if (this.#entries << 2 > this.#mask) {
      this.#grow(records);
    }
  }

  /** Takes out the id that the last `find` found and closes the hole. */
  remove(): void {
    const cells = this.#cells;
    const mask = this.#mask;
    let hole = this.#place;
    let gap = 0;
    let cell = hole;
    for (;;) {
      cell = (cell + 1) & mask;
      gap += 1;
      const value = cells[cell]!;
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
    this.#entries -= 1;
  }

  clear(): void {
    this.#cells.fill(0);
    this.#entries = 0;
  }

  /** Runs once per doubling. */
  #grow(records: Int32Array): void {
    const old = this.#cells;
    this.#cells = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    this.#shift -= 1;
    for (const value of old) {
      const record = value >>> RECORD_SHIFT;
      if (record !== 0) {
        const id = record << this.#recordShift;
        this.find(records, records[id + 1]!, records[id]!);
        this.#cells[this.#place] = (record << RECORD_SHIFT) | this.#wanted;
      }
    }
  }
}

/** Folded before it is multiplied, so that ids which differ in high bits only spread as well as a plain sequence. */
function hashOf(hi: number, lo: number): number {
  return Math.imul(lo ^ (lo >>> 16), HASH_LO) ^ Math.imul(hi ^ (hi >>> 16), HASH_HI);
}

function refuseCrowd(): never {
  throw new RangeError('too many ids hash to one place');
}
