/** Executions of the past before those of the present: where the two lists overlap they are one. */
import { joinAllPrints, PRINT_STRIDE, type PrintRows, printsWithin } from '@undertow/market';

export const NO_PRINTS: PrintRows = { times: new Float64Array(), rows: new Int32Array() };

/** A late execution may be this much out of order, milliseconds. */
const MAX_DISORDER_MS = 60_000;

const firstRows = ({ times, rows }: PrintRows, count: number): PrintRows => ({
  times: times.slice(0, count),
  rows: rows.slice(0, count * PRINT_STRIDE),
});

/** Time, order number, side, price and size: the same execution, not another of the same order. */
function isSame(one: PrintRows, at: number, other: PrintRows, otherAt: number): boolean {
  if (one.times[at] !== other.times[otherAt]) return false;
  for (let column = 0; column < PRINT_STRIDE; column += 1)
    if (one.rows[at * PRINT_STRIDE + column] !== other.rows[otherAt * PRINT_STRIDE + column]) return false;
  return true;
}

export interface FlowJoin {
  /** The rows of the earlier list that precede the later one. */
  readonly earlier: PrintRows;
  /** False: executions between the two lists may be missing. */
  readonly isWhole: boolean;
}

/**
 * Cuts the earlier list where the later one begins. Without a common execution the instant decides, and the lists meet
 * only if the earlier one is known up to `knownToMs`, at or after the first of the later one.
 */
export function joinFlow(earlier: PrintRows, later: PrintRows, knownToMs: number): FlowJoin {
  const firstMs = later.times[0];
  if (firstMs === undefined) return { earlier, isWhole: true };
  for (let at = earlier.times.length - 1; at >= 0; at -= 1) {
    if (earlier.times[at]! < firstMs - MAX_DISORDER_MS) break;
    if (isSame(earlier, at, later, 0)) return { earlier: firstRows(earlier, at), isWhole: true };
  }
  return {
    earlier: printsWithin(earlier, Number.NEGATIVE_INFINITY, firstMs),
    isWhole: knownToMs >= firstMs,
  };
}

export const joined = (...lists: readonly PrintRows[]): PrintRows =>
  joinAllPrints(lists.filter(({ times }) => times.length > 0));
