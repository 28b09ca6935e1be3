/** Executions joined per aggressive order and price, as columns: what a tape lists and a footprint is made of. */
import {
  ACTION_CLEAR,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  FLAG_SNAPSHOT,
  NO_PRICE,
  rowWholeMs,
} from '#events/market-event.ts';
import { type MatchEvent, ROUND_UNKNOWN } from '#events/match-event.ts';

/** Int32 values of a print: number of the aggressive order, `ROUND_*`, side of the aggressor, price in ticks, contracts. */
export const PRINT_STRIDE = 5;
export const PRINT_ORDER = 0;
export const PRINT_KIND = 1;
export const PRINT_SIDE = 2;
export const PRINT_PRICE_TICKS = 3;
export const PRINT_SIZE = 4;

/** Oldest first. Consecutive rows of one order number are one aggressive order that traded at several prices. */
export interface PrintRows {
  /** Exchange time of each row, whole milliseconds since 1970 UTC. */
  readonly times: Float64Array;
  readonly rows: Int32Array;
}

/** Two consecutive lists as one. */
export function joinPrints(earlier: PrintRows | null, later: PrintRows | null): PrintRows | null {
  if (earlier === null || later === null) return later ?? earlier;
  return joinAllPrints([earlier, later]);
}

/** Consecutive lists as one. */
export function joinAllPrints(lists: readonly PrintRows[]): PrintRows {
  const count = lists.reduce((sum, { times }) => sum + times.length, 0);
  const joined = { times: new Float64Array(count), rows: new Int32Array(count * PRINT_STRIDE) };
  let at = 0;
  for (const { times, rows } of lists) {
    joined.times.set(times, at);
    joined.rows.set(rows, at * PRINT_STRIDE);
    at += times.length;
  }
  return joined;
}

/** The rows with `fromMs <= time < toMs`. */
export function printsWithin({ times, rows }: PrintRows, fromMs: number, toMs: number): PrintRows {
  const isWithin = (n: number): boolean => times[n]! >= fromMs && times[n]! < toMs;
  return {
    times: times.filter((_, n) => isWithin(n)),
    rows: rows.filter((_, at) => isWithin(Math.floor(at / PRINT_STRIDE))),
  };
}

/** The last `count` rows. */
export function lastPrints({ times, rows }: PrintRows, count: number): PrintRows {
  const from = Math.max(0, times.length - count);
  return { times: times.slice(from), rows: rows.slice(from * PRINT_STRIDE) };
}

/** Of one instrument. Every trade that makes a bar is in exactly one print. */
export class PrintCollector {
  readonly #times: number[] = [];
  readonly #rows: number[] = [];
  /** Rows that belong to no closed match event yet. */
  #open = 0;
  #orders = 0;

  /** The row that starts at `at`, before the market applies it. */
  addRow(rows: Int32Array, at: number): void {
    const action = rows[at + COL_ACTION]!;
    if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0 || action === ACTION_CLEAR) {
      this.#closeUnknown();
      return;
    }
    const priceTicks = rows[at + COL_PRICE_TICKS]!;
    const size = rows[at + COL_SIZE]!;
    if (action !== ACTION_TRADE || priceTicks === NO_PRICE || size <= 0) return;
    this.#times.push(rowWholeMs(rows, at));
    this.#rows.push(0, ROUND_UNKNOWN, rows[at + COL_SIDE]!, priceTicks, size);
    this.#open += 1;
  }

  /** The match event that contains the trades since the one before it. */
  close({ rounds }: MatchEvent): void {
    let from = this.#times.length - this.#open;
    for (let round = 0; round < rounds.count; round += 1) {
      from = this.#joinOrder(from, this.#endOf(from, rounds.size[round]!), rounds.kind[round]!);
    }
    this.#open = this.#times.length - from;
    this.#closeUnknown();
  }

  /** Since the call before; null without a print. Trades of an event that is not over wait for the next call. */
  take(): PrintRows | null {
    const closed = this.#times.length - this.#open;
    if (closed === 0) return null;
    return {
      times: Float64Array.from(this.#times.splice(0, closed)),
      rows: Int32Array.from(this.#rows.splice(0, closed * PRINT_STRIDE)),
    };
  }

  /** Index after the row with which `size` contracts are complete. */
  #endOf(from: number, size: number): number {
    let [end, left] = [from, size];
    while (left > 0 && end < this.#times.length) {
      left -= this.#rows[end * PRINT_STRIDE + PRINT_SIZE]!;
      end += 1;
    }
    return end;
  }

  /** Rows `[from, end)` become one order: one row for each run of a price. Returns the index after the last of them. */
  #joinOrder(from: number, end: number, kind: number): number {
    this.#orders = (this.#orders + 1) | 0;
    let kept = from;
    for (let n = from; n < end; n += 1) {
      const at = n * PRINT_STRIDE;
      const last = (kept - 1) * PRINT_STRIDE;
      if (kept > from && this.#rows[last + PRINT_PRICE_TICKS] === this.#rows[at + PRINT_PRICE_TICKS]) {
        this.#rows[last + PRINT_SIZE]! += this.#rows[at + PRINT_SIZE]!;
        continue;
      }
      const to = kept * PRINT_STRIDE;
      this.#rows[to + PRINT_ORDER] = this.#orders;
      this.#rows[to + PRINT_KIND] = kind;
      this.#rows[to + PRINT_SIDE] = this.#rows[at + PRINT_SIDE]!;
      this.#rows[to + PRINT_PRICE_TICKS] = this.#rows[at + PRINT_PRICE_TICKS]!;
      this.#rows[to + PRINT_SIZE] = this.#rows[at + PRINT_SIZE]!;
      this.#times[kept] = this.#times[n]!;
      kept += 1;
    }
    this.#times.splice(kept, end - kept);
    this.#rows.splice(kept * PRINT_STRIDE, (end - kept) * PRINT_STRIDE);
    return kept;
  }

  /** Trades outside a match event: each is an order of its own, of unknown kind. */
  #closeUnknown(): void {
    for (let n = this.#times.length - this.#open; n < this.#times.length; n += 1) {
      this.#orders = (this.#orders + 1) | 0;
      this.#rows[n * PRINT_STRIDE + PRINT_ORDER] = this.#orders;
    }
    this.#open = 0;
  }
}
