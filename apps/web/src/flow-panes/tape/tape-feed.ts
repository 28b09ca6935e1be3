/** The orders of a tape as they arrive: the present from the socket, what came before it from the past, and what gaps left out. */
import {
  lastPrints,
  PRINT_ORDER,
  PRINT_PRICE_TICKS,
  PRINT_STRIDE,
  type PrintRows,
  type TapeOrder,
  tapeOrders,
} from '@undertow/market';

/** Orders kept: half an hour of a busy market. */
export const MAX_TAPE_ORDERS = 20_000;

/** A stretch of which no execution is known; times in milliseconds since 1970 UTC. */
export interface TapeGap {
  readonly fromMs: number;
  /** Null while it lasts. */
  readonly toMs: number | null;
}

/** Index in `earlier` of the row that begins `later`; null where the lists share no row. */
function overlapAt(earlier: PrintRows, later: PrintRows): number | null {
  for (let n = earlier.times.length - 1; n >= 0 && earlier.times[n]! >= later.times[0]!; n -= 1) {
    const at = n * PRINT_STRIDE;
    const isSame =
      earlier.times[n] === later.times[0] &&
      earlier.rows[at + PRINT_ORDER] === later.rows[PRINT_ORDER] &&
      earlier.rows[at + PRINT_PRICE_TICKS] === later.rows[PRINT_PRICE_TICKS];
    if (isSame) return n;
  }
  return null;
}

/** Executions of the past that precede `later`: up to the row that begins it, else up to its first instant. */
export function printsBefore(past: PrintRows, later: PrintRows): PrintRows {
  if (later.times.length === 0) return past;
  const overlap = overlapAt(past, later);
  const first = past.times.findIndex((timeMs) => timeMs >= later.times[0]!);
  const count = overlap ?? (first === -1 ? past.times.length : first);
  return { times: past.times.slice(0, count), rows: past.rows.slice(0, count * PRINT_STRIDE) };
}

export class TapeFeed {
  readonly #blockSize: number;
  #orders: TapeOrder[] = [];
  #gaps: TapeGap[] = [];
  /** The first message of the present; what is older comes from the past. */
  #whole: PrintRows | null = null;
  #isKnown = false;
  #generation = 0;

  /** `blockSize` contracts are a block. */
  constructor(blockSize: number) {
    this.#blockSize = blockSize;
  }

  /** False before the first message. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Another number after everything was replaced: what a reader holds of it is of another market. */
  get generation(): number {
    return this.#generation;
  }

  /** Oldest first. */
  get orders(): readonly TapeOrder[] {
    return this.#orders;
  }

  get gaps(): readonly TapeGap[] {
    return this.#gaps;
  }

  /** What the socket brought. A whole list that continues what is known keeps what is older. Returns the new orders. */
  add(prints: PrintRows, isWhole: boolean): readonly TapeOrder[] {
    this.#isKnown = true;
    const found = tapeOrders(prints, this.#blockSize);
    if (!isWhole) {
      this.#keep([...this.#orders, ...found]);
      return found;
    }
    const [first] = found;
    const at =
      first === undefined
        ? -1
        : this.#orders.findLastIndex((one) => one.order === first.order && one.timeMs === first.timeMs);
    if (at === -1) {
      this.#whole = prints;
      this.#generation += 1;
      this.#gaps = [];
      this.#keep(found);
    } else this.#keep([...this.#orders.slice(0, at), ...found]);
    return [];
  }

  /** Executions before the first message of the present, oldest first. */
  addPast(past: PrintRows): void {
    if (this.#whole === null) return;
    const before = printsBefore(lastPrints(past, MAX_TAPE_ORDERS), this.#whole);
    const [first] = this.#orders;
    const older = tapeOrders(before, this.#blockSize).filter(
      ({ timeMs }) => first === undefined || timeMs <= first.timeMs,
    );
    this.#whole = null;
    this.#keep([...older, ...this.#orders]);
  }

  /** The newest gap of the feed; one that is known already is brought up to date. */
  addGap(gap: TapeGap): void {
    this.#gaps = [...this.#gaps.filter(({ fromMs }) => fromMs !== gap.fromMs), gap].slice(-50);
  }

  #keep(orders: TapeOrder[]): void {
    this.#orders = orders.length > MAX_TAPE_ORDERS ? orders.slice(-MAX_TAPE_ORDERS) : orders;
  }
}
