/** The grid around what is visible: read again only when the visible stretch leaves it. */
import { type DepthColumns, NO_PRICE, SECOND_MS, sizeScale } from '@undertow/market';
import type { DepthTimeline, TimelineReader } from './depth-timeline.ts';
import type { DepthFrame, TouchedRange } from './depth-view.ts';

/** Within what a grid may have. */
const MAX_CELLS = 2_000_000;
/** Columns beyond the visible ones, in parts of them. */
const AHEAD = 0.25;

export class DepthGrid {
  readonly #timeline: DepthTimeline;
  #reader: TimelineReader | null = null;
  #revision = -1;
  #scale: readonly number[] = [];
  #scaledAt = 0;

  constructor(timeline: DepthTimeline) {
    this.#timeline = timeline;
  }

  /** Least sizes of the second to last step of the ramp. */
  get scale(): readonly number[] {
    return this.#scale;
  }

  /** The grid that contains a frame, up to date. */
  read(frame: DepthFrame): DepthColumns {
    if (
      this.#reader === null ||
      this.#revision !== this.#timeline.revision ||
      !contains(this.#reader.grid, frame)
    ) {
      this.#reader = this.#timeline.read(windowOf(frame));
      this.#revision = this.#timeline.revision;
      this.#scaledAt = Number.NEGATIVE_INFINITY;
    }
    this.#reader.advance(this.#timeline.untilMs);
    const { grid } = this.#reader;
    // The colours stay for some seconds: a scale that moves each second cannot be read
    if (this.#timeline.untilMs - this.#scaledAt > 30 * SECOND_MS || this.#scale.length === 0) {
      this.#scale = sizeScale(grid.sizes);
      this.#scaledAt = this.#timeline.untilMs;
    }
    return grid;
  }
}

function windowOf({ fromMs, toMs, plotWidth, lowTicks, highTicks, rowTicks }: DepthFrame) {
  const seconds = (toMs - fromMs) / SECOND_MS;
  // A column is a second, or as many as share a pixel
  const everyMs = Math.max(1, Math.floor(seconds / plotWidth)) * SECOND_MS;
  const visible = Math.ceil((toMs - fromMs) / everyMs);
  const extra = Math.ceil(visible * AHEAD) + 2;
  const ticks = highTicks - lowTicks + 1;
  const rows = Math.ceil((ticks * 1.5) / rowTicks);
  const low = Math.floor((lowTicks - ticks * 0.25) / rowTicks) * rowTicks;
  const columns = Math.min(visible + 2 * extra, Math.floor(MAX_CELLS / rows));
  return {
    fromMs: Math.floor(fromMs / everyMs) * everyMs - extra * everyMs,
    everyMs,
    columns,
    lowTicks: low,
    rowTicks,
    rows,
  };
}

function contains(grid: DepthColumns, frame: DepthFrame): boolean {
  const wanted = windowOf(frame);
  return (
    grid.everyMs === wanted.everyMs &&
    grid.rowTicks === wanted.rowTicks &&
    frame.fromMs >= grid.fromMs &&
    frame.toMs <= grid.fromMs + grid.columns * grid.everyMs &&
    frame.lowTicks >= grid.lowTicks &&
    frame.highTicks < grid.lowTicks + grid.rows * grid.rowTicks
  );
}

/** Column of an instant; outside the grid it is below 0 or beyond the last. */
export const columnAt = (grid: DepthColumns, timeMs: number): number =>
  Math.floor((timeMs - grid.fromMs) / grid.everyMs);

/** Prices that were best in the columns of a stretch. */
export function touchedRange(grid: DepthColumns, fromMs: number, toMs: number): TouchedRange {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const end = Math.min(grid.columns, columnAt(grid, toMs) + 1);
  for (let column = Math.max(0, columnAt(grid, fromMs)); column < end; column += 1) {
    for (const ticks of [grid.bestBidTicks[column]!, grid.bestAskTicks[column]!]) {
      if (ticks === NO_PRICE) continue;
      low = Math.min(low, ticks);
      high = Math.max(high, ticks);
    }
  }
  return low > high ? null : { lowTicks: low, highTicks: high };
}

export interface CellFacts {
  readonly isKnown: boolean;
  readonly size: number;
  /** 0 where the feed does not count them. */
  readonly orders: number;
  /** How long something has rested there without a break; null for an empty cell. */
  readonly ageMs: number | null;
  /** It rested there before the grid begins. */
  readonly isOlder: boolean;
  readonly isBid: boolean;
}

/** What rested at a price at an instant; null outside the grid. */
export function cellFacts(grid: DepthColumns, timeMs: number, ticks: number): CellFacts | null {
  const column = columnAt(grid, timeMs);
  const row = Math.floor((ticks - grid.lowTicks) / grid.rowTicks);
  if (column < 0 || column >= grid.columns || row < 0 || row >= grid.rows) return null;
  const at = column * grid.rows + row;
  const size = grid.sizes[at]!;
  let first = column;
  while (first > 0 && size > 0 && grid.sizes[(first - 1) * grid.rows + row]! > 0) first -= 1;
  const bid = grid.bestBidTicks[column]!;
  return {
    isKnown: grid.known[column] === 1,
    size,
    orders: grid.orders[at]!,
    ageMs: size === 0 ? null : (column - first) * grid.everyMs,
    isOlder: size > 0 && first === 0,
    isBid: bid !== NO_PRICE && ticks <= bid,
  };
}
