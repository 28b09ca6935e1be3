/** Counts of net results in steps of a round amount: the distribution of trade results. */
import { quantileOfSorted } from './bootstrap.ts';

export interface Distribution {
  /** Ascending, micros; one more than `counts`. Zero is an edge wherever it lies within. */
  readonly edgesMicros: readonly number[];
  /** Results from one edge up to, and not including, the next; the last includes its end. */
  readonly counts: readonly number[];
}

const BINS = 30;
/** Results outside this middle share the first and the last bin, so that one outlier does not flatten the rest. */
const TAIL = 0.01;
const ROUND_STEPS = [1, 2, 2.5, 5, 10];

/** Smallest round amount (1, 2, 2.5 or 5 times a power of ten) at or above the given one; at least a cent. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 10_000)));
  const step = ROUND_STEPS.find((times) => times * power >= least) ?? 10;
  return step * power;
}

/** Histogram of net results in micros, in any order. */
export function distributionOf(netMicros: Float64Array): Distribution {
  if (netMicros.length === 0) return { edgesMicros: [], counts: [] };
  const sorted = netMicros.toSorted();
  const least = sorted[0]!;
  const most = sorted.at(-1) as number;
  const low = quantileOfSorted(sorted, TAIL);
  const high = quantileOfSorted(sorted, 1 - TAIL);
  const step = roundStep((high - low) / BINS);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  const edges: number[] = [];
  if (least < first * step) edges.push(least);
  for (let at = first; at <= last; at++) edges.push(at * step + 0);
  if (most > last * step) edges.push(most);
  const counts = new Array<number>(edges.length - 1).fill(0);
  let bin = 0;
  for (const net of sorted) {
    while (bin < counts.length - 1 && net >= edges[bin + 1]!) bin += 1;
    counts[bin]! += 1;
  }
  return { edgesMicros: edges, counts };
}
