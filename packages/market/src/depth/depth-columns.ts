/** Resting size per price and instant as a grid: what depth over time is drawn from. */
import { DEPTH_STRIDE, type DepthChange } from '#book/depth-change.ts';
import { NO_PRICE, SIDE_BID } from '#events/market-event.ts';

export interface DepthWindow {
  /** Instant of the first column, milliseconds since 1970 UTC. */
  readonly fromMs: number;
  /** Time between columns. */
  readonly everyMs: number;
  readonly columns: number;
  /** Lowest tick of the lowest row. */
  readonly lowTicks: number;
  readonly rowTicks: number;
  readonly rows: number;
}

/** Cells are column by column, the lowest row first: cell `column * rows + row`. */
export interface DepthColumns extends DepthWindow {
  /** Contracts resting at the instant of the column, of both sides: a price rarely has both. */
  readonly sizes: Int32Array;
  /** 0 where the feed does not count orders. */
  readonly orders: Int32Array;
  /** `NO_PRICE` where a side is empty or the depth was not known. */
  readonly bestBidTicks: Int32Array;
  readonly bestAskTicks: Int32Array;
  /** 1 where the depth was known. */
  readonly known: Uint8Array;
}

/** Eight hours of seconds by 120 rows and more. */
const MAX_CELLS = 4_000_000;

function emptyColumns(window: DepthWindow): DepthColumns {
  const { fromMs, everyMs, columns, lowTicks, rowTicks, rows } = window;
  const isGrid =
    [columns, rows, rowTicks].every((count) => Number.isSafeInteger(count) && count > 0) &&
    Number.isSafeInteger(lowTicks) &&
    Number.isFinite(fromMs) &&
    everyMs > 0;
  if (!isGrid || columns * rows > MAX_CELLS)
    throw new RangeError(
      `expected columns by rows of 1 to ${MAX_CELLS} cells, got ${columns} every ${everyMs} ms by ${rows} of ${rowTicks} ticks`,
    );
  return {
    ...window,
    sizes: new Int32Array(columns * rows),
    orders: new Int32Array(columns * rows),
    bestBidTicks: new Int32Array(columns).fill(NO_PRICE),
    bestAskTicks: new Int32Array(columns).fill(NO_PRICE),
    known: new Uint8Array(columns),
  };
}

/** Combines size and orders of a level in one safe integer. */
const ORDERS = 2 ** 20;

/** One side of the depth at the cursor, whole: what is outside the window decides the best price too. */
class CursorSide {
  readonly #levels = new Map<number, number>();
  readonly #direction: number;
  /** `NO_PRICE` while empty. */
  best = NO_PRICE;

  /** `direction` is 1 where the highest price is the best. */
  constructor(direction: number) {
    this.#direction = direction;
  }

  /** Returns what was at the price before, as `size * ORDERS + orders`. */
  set(priceTicks: number, level: number): number {
    const before = this.#levels.get(priceTicks) ?? 0;
    if (level > 0) {
      this.#levels.set(priceTicks, level);
      if (this.best === NO_PRICE || (priceTicks - this.best) * this.#direction > 0) this.best = priceTicks;
    } else if (this.#levels.delete(priceTicks) && priceTicks === this.best) this.#findBest();
    return before;
  }

  clear(): void {
    this.#levels.clear();
    this.best = NO_PRICE;
  }

  #findBest(): void {
    this.best = NO_PRICE;
    for (const price of this.#levels.keys())
      if (this.best === NO_PRICE || (price - this.best) * this.#direction > 0) this.best = price;
  }
}

/** Goes through samples in the order of time and fills the columns of a grid. */
export class DepthCursor {
  readonly grid: DepthColumns;
  readonly #bids = new CursorSide(1);
  readonly #asks = new CursorSide(-1);
  /** The column as it is now. */
  readonly #sizes: Int32Array;
  readonly #orders: Int32Array;
  #isKnown = false;
  #column = 0;

  /** Throws RangeError for a window that is no grid, or too large for one. */
  constructor(window: DepthWindow) {
    this.grid = emptyColumns(window);
    this.#sizes = new Int32Array(window.rows);
    this.#orders = new Int32Array(window.rows);
  }

  get isDone(): boolean {
    return this.#column === this.grid.columns;
  }

  /** Fills the columns whose instant is before `untilMs` with the depth as it is now. */
  fillUntil(untilMs: number): void {
    const { grid } = this;
    const { fromMs, everyMs, columns, rows } = grid;
    for (; this.#column < columns && fromMs + this.#column * everyMs < untilMs; this.#column += 1) {
      if (!this.#isKnown) continue;
      grid.sizes.set(this.#sizes, this.#column * rows);
      grid.orders.set(this.#orders, this.#column * rows);
      grid.bestBidTicks[this.#column] = this.#bids.best;
      grid.bestAskTicks[this.#column] = this.#asks.best;
      grid.known[this.#column] = 1;
    }
  }

  /** The depth is not known until a whole one is applied. */
  clear(): void {
    this.#isKnown = false;
    this.#bids.clear();
    this.#asks.clear();
    this.#sizes.fill(0);
    this.#orders.fill(0);
  }

  apply({ isWhole, levels }: DepthChange): void {
    if (isWhole) this.clear();
    else if (!this.#isKnown) return;
    this.#isKnown = true;
    const { lowTicks, rowTicks, rows } = this.grid;
    for (let at = 0; at < levels.length; at += DEPTH_STRIDE) {
      const [priceTicks, size] = [levels[at + 1]!, levels[at + 2]!];
      const orders = Math.min(levels[at + 3]!, ORDERS - 1);
      const side = levels[at] === SIDE_BID ? this.#bids : this.#asks;
      const before = side.set(priceTicks, size * ORDERS + (size === 0 ? 0 : orders));
      const row = Math.floor((priceTicks - lowTicks) / rowTicks);
      if (row < 0 || row >= rows) continue;
      this.#sizes[row]! += size - Math.floor(before / ORDERS);
      this.#orders[row]! += (size === 0 ? 0 : orders) - (before % ORDERS);
    }
  }
}
