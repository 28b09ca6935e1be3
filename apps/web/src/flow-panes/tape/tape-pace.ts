/** How fast a tape runs: contracts traded in each of the last seconds. Pure. */
import { SECOND_MS, type TapeOrder } from '@undertow/market';

/** Contracts in each of the `count` whole seconds before an instant, oldest first. */
export function contractsBySecond(orders: readonly TapeOrder[], nowMs: number, count: number): number[] {
  const end = Math.floor(nowMs / SECOND_MS);
  const sums = new Array<number>(count).fill(0);
  for (let n = orders.length - 1; n >= 0; n -= 1) {
    const { timeMs, size } = orders[n]!;
    const at = Math.floor(timeMs / SECOND_MS) - end + count;
    // The clock of the exchange steps back within an event only: a second earlier ends it
    if (at < -1) break;
    if (at >= 0 && at < count) sums[at]! += size;
  }
  return sums;
}

/** Mean of the last `count` seconds. */
export function pacePerSecond(seconds: readonly number[], count: number): number {
  const last = seconds.slice(-count);
  return last.length === 0 ? 0 : last.reduce((sum, contracts) => sum + contracts, 0) / last.length;
}
