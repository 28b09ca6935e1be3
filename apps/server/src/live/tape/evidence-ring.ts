/** The last minutes of an instrument's rows in a ring of integers, from which the window around an event is cut. */
import {
  ACTION_FILL,
  ACTION_HEARTBEAT,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_SNAPSHOT,
  NO_PRICE,
  nsHi,
  nsLo,
  splitNsToMs,
} from '@undertow/market';
import { EVIDENCE_WIDTH, isEvidence } from './event-window-codec.ts';
import { TAPE_WIDTH } from './row-codec.ts';
import { thinRows } from './thin-rows.ts';

/** Rows kept: 90 s at 700 rows a second. In a faster market the window is cut and marked so. */
const CAPACITY = 65_536;
const MASK = CAPACITY - 1;
/** Rows in a window. A busier one is thinned: rows of the event's own orders and the trades at its price are kept first. */
const MAX_ROWS = 3000;
const RANK_OWN = 0;
const RANK_TRADE_AT_PRICE = 1;
const RANK_TRADE = 2;
/** Of everything else, by its distance from the event's price. */
const RANK_NEAREST = 3;

export interface EvidenceRequest {
  readonly fromMs: number;
  readonly toMs: number;
  /** Prices of the event: rows nearest to them are kept when the window is thinned. */
  readonly lowTicks: number;
  readonly highTicks: number;
  /** Decimal ids of the orders the event is based on. */
  readonly orderIds: readonly string[];
}

export interface EvidenceWindow {
  /** True when the ring no longer reaches back so far. A window that was only thinned spans its whole time. */
  readonly truncated: boolean;
  /** Rows of `EVIDENCE_WIDTH` values in order of arrival. */
  readonly rows: Int32Array;
}

export class EvidenceRing {
  readonly #rows = new Int32Array(CAPACITY * TAPE_WIDTH);
  #written = 0;

  /** Rows appended since the beginning. */
  get written(): number {
    return this.#written;
  }

  /** Copies what evidence and a replay need of the row that starts at `at`. */
  push(rows: Int32Array, at: number): void {
    const action = rows[at + COL_ACTION]!;
    const flags = rows[at + COL_FLAGS]!;
    if (action === ACTION_HEARTBEAT || (flags & FLAG_SNAPSHOT) !== 0) return;
    const to = (this.#written & MASK) * TAPE_WIDTH;
    const ring = this.#rows;
    ring[to] = action;
    ring[to + 1] = rows[at + COL_SIDE]!;
    ring[to + 2] = rows[at + COL_PRICE_TICKS]!;
    ring[to + 3] = rows[at + COL_SIZE]!;
    ring[to + 4] = rows[at + COL_ORDER_HI]!;
    ring[to + 5] = rows[at + COL_ORDER_LO]!;
    ring[to + 6] = rows[at + COL_TIME_HI]!;
    ring[to + 7] = rows[at + COL_TIME_LO]!;
    ring[to + 8] = flags;
    ring[to + 9] = rows[at + COL_SEQUENCE]!;
    ring[to + 10] = rows[at + COL_AUX]!;
    this.#written += 1;
  }

  cut(request: EvidenceRequest): EvidenceWindow {
    const oldest = Math.max(0, this.#written - CAPACITY);
    const overrun = oldest > 0 && this.#timeMs(oldest) > request.fromMs;
    const inside: number[] = [];
    // Backwards from the newest row: the window is most often the end of the ring
    for (let n = this.#written - 1; n >= oldest; n -= 1) {
      const timeMs = this.#timeMs(n);
      if (timeMs < request.fromMs) break;
      if (timeMs < request.toMs && isEvidence(this.#rows[(n & MASK) * TAPE_WIDTH]!)) inside.push(n);
    }
    inside.reverse();
    const kept = this.#thinned(inside, request);
    const rows = new Int32Array(kept.length * EVIDENCE_WIDTH);
    for (const [n, from] of kept.entries()) {
      const at = (from & MASK) * TAPE_WIDTH;
      rows.set(this.#rows.subarray(at, at + EVIDENCE_WIDTH), n * EVIDENCE_WIDTH);
    }
    return { truncated: overrun, rows };
  }

  /**
   * Whole rows of `TAPE_WIDTH` values after the first `written` ones, up to `toMs`; null when the ring has overwritten
   * some.
   */
  since(written: number, toMs: number): Int32Array | null {
    if (this.#written - written > CAPACITY) return null;
    let end = this.#written;
    while (end > written && this.#timeMs(end - 1) >= toMs) end -= 1;
    const rows = new Int32Array((end - written) * TAPE_WIDTH);
    for (let n = written; n < end; n += 1) {
      const at = (n & MASK) * TAPE_WIDTH;
      rows.set(this.#rows.subarray(at, at + TAPE_WIDTH), (n - written) * TAPE_WIDTH);
    }
    return rows;
  }

  #timeMs(n: number): number {
    const at = (n & MASK) * TAPE_WIDTH;
    return splitNsToMs(this.#rows[at + 6]!, this.#rows[at + 7]!);
  }

  /** At most `MAX_ROWS` of them, in order of arrival. */
  #thinned(inside: readonly number[], { lowTicks, highTicks, orderIds }: EvidenceRequest): readonly number[] {
    if (inside.length <= MAX_ROWS) return inside;
    const own = orderIds.map((id) => ({ hi: nsHi(BigInt(id)), lo: nsLo(BigInt(id)) }));
    const rankOf = (at: number, priceTicks: number): number => {
      const row = this.#rows;
      const hi = row[at + 4]!;
      const lo = row[at + 5]!;
      if (own.some((id) => id.lo === lo && id.hi === hi)) return RANK_OWN;
      const distance =
        priceTicks === NO_PRICE ? 0 : Math.max(0, lowTicks - priceTicks, priceTicks - highTicks);
      const action = row[at];
      if (action === ACTION_TRADE || action === ACTION_FILL)
        return distance === 0 ? RANK_TRADE_AT_PRICE : RANK_TRADE;
      return RANK_NEAREST + distance;
    };
    const ranked = inside.map((n) => {
      const at = (n & MASK) * TAPE_WIDTH;
      const priceTicks = this.#rows[at + 2]!;
      return { at: n, priceTicks, rank: rankOf(at, priceTicks) };
    });
    return thinRows(ranked, MAX_ROWS).map((row) => row.at);
  }
}
