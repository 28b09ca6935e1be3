/** The last minutes of an instrument's rows in a ring of integers, from which the window around an event is cut. */
import { type EvidenceDelta, instantOfMs } from '@undertow/contracts';
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_LEVEL,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_SNAPSHOT,
  formatTicks,
  type Instrument,
  NO_PRICE,
  orderIdString,
  SIDE_ASK,
  SIDE_BID,
  splitNsToMs,
} from '@undertow/market';

/** Rows kept: 90 s at 700 rows a second. In a faster market the window is cut and says so. */
const CAPACITY = 65_536;
const MASK = CAPACITY - 1;
/** Int32 values kept of a row. */
const WIDTH = 8;
/** Deltas in a window; an event's own price comes first when there are more. */
const MAX_DELTAS = 4000;

const ACTIONS: Readonly<Record<number, EvidenceDelta['action']>> = {
  [ACTION_ADD]: 'add',
  [ACTION_MODIFY]: 'modify',
  [ACTION_CANCEL]: 'cancel',
  [ACTION_TRADE]: 'trade',
  [ACTION_FILL]: 'fill',
  [ACTION_LEVEL]: 'level',
  [ACTION_CLEAR]: 'clear',
};

export interface EvidenceRequest {
  readonly fromMs: number;
  readonly toMs: number;
  /** The event's start; offsets count from it. */
  readonly startMs: number;
  /** Prices of the event: deltas nearest to them are kept when the window is cut. */
  readonly lowTicks: number;
  readonly highTicks: number;
}

export interface EvidenceWindow {
  readonly truncated: boolean;
  readonly deltas: readonly EvidenceDelta[];
}

export class EvidenceRing {
  readonly #instrument: Instrument;
  readonly #rows = new Int32Array(CAPACITY * WIDTH);
  #written = 0;

  constructor(instrument: Instrument) {
    this.#instrument = instrument;
  }

  /** Copies what evidence needs of the row that starts at `at`. */
  push(rows: Int32Array, at: number): void {
    const action = rows[at + COL_ACTION] as number;
    if (ACTIONS[action] === undefined || ((rows[at + COL_FLAGS] as number) & FLAG_SNAPSHOT) !== 0) return;
    const to = (this.#written & MASK) * WIDTH;
    const ring = this.#rows;
    ring[to] = action;
    ring[to + 1] = rows[at + COL_SIDE] as number;
    ring[to + 2] = rows[at + COL_PRICE_TICKS] as number;
    ring[to + 3] = rows[at + COL_SIZE] as number;
    ring[to + 4] = rows[at + COL_ORDER_HI] as number;
    ring[to + 5] = rows[at + COL_ORDER_LO] as number;
    ring[to + 6] = rows[at + COL_TIME_HI] as number;
    ring[to + 7] = rows[at + COL_TIME_LO] as number;
    this.#written += 1;
  }

  /** The window in order of arrival. `truncated` when the ring no longer reaches back or the window was cut. */
  cut(request: EvidenceRequest): EvidenceWindow {
    const oldest = Math.max(0, this.#written - CAPACITY);
    const overrun = oldest > 0 && this.#timeMs(oldest) > request.fromMs;
    const inside: number[] = [];
    for (let n = oldest; n < this.#written; n += 1) {
      const timeMs = this.#timeMs(n);
      if (timeMs >= request.fromMs && timeMs < request.toMs) inside.push(n);
    }
    const kept = this.#nearest(inside, request);
    return {
      truncated: overrun || kept.length < inside.length,
      deltas: kept.map((n) => this.#delta(n, request.startMs)),
    };
  }

  #timeMs(n: number): number {
    const at = (n & MASK) * WIDTH;
    return splitNsToMs(this.#rows[at + 6] as number, this.#rows[at + 7] as number);
  }

  /** At most `MAX_DELTAS` rows: those whose price is nearest to the event's, in order of arrival. */
  #nearest(rows: readonly number[], { lowTicks, highTicks }: EvidenceRequest): readonly number[] {
    if (rows.length <= MAX_DELTAS) return rows;
    const distance = (n: number): number => {
      const price = this.#rows[(n & MASK) * WIDTH + 2] as number;
      if (price === NO_PRICE) return 0;
      return Math.max(0, lowTicks - price, price - highTicks);
    };
    return rows
      .toSorted((a, b) => distance(a) - distance(b) || a - b)
      .slice(0, MAX_DELTAS)
      .sort((a, b) => a - b);
  }

  #delta(n: number, startMs: number): EvidenceDelta {
    const at = (n & MASK) * WIDTH;
    const column = (index: number): number => this.#rows[at + index] as number;
    const timeMs = this.#timeMs(n);
    const hasOrder = column(4) !== 0 || column(5) !== 0;
    return {
      at: instantOfMs(timeMs),
      offsetMs: Math.round((timeMs - startMs) * 1000) / 1000,
      action: ACTIONS[column(0)] as EvidenceDelta['action'],
      side: column(1) === SIDE_BID ? 'bid' : column(1) === SIDE_ASK ? 'ask' : 'none',
      price: column(2) === NO_PRICE ? null : formatTicks(this.#instrument, column(2)),
      size: Math.max(0, column(3)),
      orderId: hasOrder ? orderIdString(column(4), column(5)) : null,
    };
  }
}
