/** Rows of one instrument on their way to the listener: written with its number, in exchange time. */
import * as event from '@undertow/market';

// A module's own constants are folded into machine code, imported ones are loaded at each use
const { ACTION_HEARTBEAT, ACTION_NONE, COL_FLAGS, COL_INSTRUMENT, COL_TIME_HI, COL_TIME_LO, ROW_LENGTH } =
  event;

const INITIAL_ROWS = 256;

export class FlowRows {
  rows = new Int32Array(INITIAL_ROWS * ROW_LENGTH);
  count = 0;
  /** The latest exchange time of any row but those of snapshots, milliseconds since 1970 UTC. */
  latestMs = Number.NEGATIVE_INFINITY;
  readonly #instrumentId: number;
  /** The last live row, to recognise one that comes twice. */
  readonly #last = new Int32Array(ROW_LENGTH);
  #latestHi = 0;
  #latestLo = 0;

  constructor(instrumentId: number) {
    this.#instrumentId = instrumentId;
  }

  clear(): void {
    this.count = 0;
  }

  /** True where the row is the same as the one before it, in every column. */
  isRepeated(rows: Int32Array, at: number): boolean {
    const last = this.#last;
    for (let column = COL_FLAGS; column >= 0; column -= 1)
      if (rows[at + column] !== last[column]) return false;
    return rows[at + event.COL_SEQUENCE] === last[event.COL_SEQUENCE];
  }

  /** A live row. */
  add(rows: Int32Array, at: number): void {
    const to = this.#copy(rows, at);
    const last = this.#last;
    for (let column = 0; column < ROW_LENGTH; column += 1) last[column] = this.rows[to + column]!;
    this.#reach(rows, at);
  }

  /** A row of a snapshot: its times are those of the orders, days ago perhaps. */
  addSnapshot(rows: Int32Array, at: number): void {
    this.#copy(rows, at);
  }

  /** A status, not before the rows that came ahead of it: what the gateway repeats of the past holds now. */
  addStatus(rows: Int32Array, at: number): void {
    const to = this.#copy(rows, at);
    if (!this.#reach(rows, at)) this.#stampLatest(to);
  }

  /** A row without prices at the latest instant. */
  addNone(flags: number): void {
    const to = this.#empty(ACTION_NONE);
    this.rows[to + COL_FLAGS] = flags;
    this.#stampLatest(to);
  }

  addHeartbeat(nowMs: number): void {
    const to = this.#empty(ACTION_HEARTBEAT);
    const timeNs = BigInt(Math.floor(nowMs * 1000)) * 1000n;
    this.rows[to + COL_TIME_HI] = event.nsHi(timeNs);
    this.rows[to + COL_TIME_LO] = event.nsLo(timeNs);
  }

  #empty(action: number): number {
    const to = this.#room();
    this.rows.fill(0, to, to + ROW_LENGTH);
    this.rows[to + event.COL_ACTION] = action;
    this.rows[to + COL_INSTRUMENT] = this.#instrumentId;
    this.rows[to + event.COL_PRICE_TICKS] = event.NO_PRICE;
    return to;
  }

  /** False where the row is older than the latest one. */
  #reach(rows: Int32Array, at: number): boolean {
    const timeMs = event.rowTimeMs(rows, at);
    if (timeMs < this.latestMs) return false;
    this.latestMs = timeMs;
    this.#latestHi = rows[at + COL_TIME_HI]!;
    this.#latestLo = rows[at + COL_TIME_LO]!;
    return true;
  }

  #stampLatest(to: number): void {
    this.rows[to + COL_TIME_HI] = this.#latestHi;
    this.rows[to + COL_TIME_LO] = this.#latestLo;
  }

  #copy(rows: Int32Array, at: number): number {
    const to = this.#room();
    const own = this.rows;
    for (let column = 0; column < ROW_LENGTH; column += 1) own[to + column] = rows[at + column]!;
    own[to + COL_INSTRUMENT] = this.#instrumentId;
    return to;
  }

  #room(): number {
    const to = this.count * ROW_LENGTH;
    if (to === this.rows.length) {
      const grown = new Int32Array(this.rows.length * 2);
      grown.set(this.rows);
      this.rows = grown;
    }
    this.count += 1;
    return to;
  }
}
