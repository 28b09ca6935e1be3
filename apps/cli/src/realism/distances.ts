/** How far two distributions are apart: half the L1 distance of histograms and Wasserstein-1, as LOB-Bench does. */

/** Bins of the histograms, over the range that holds all but the outermost thousandth of both. */
const BINS = 40;
const OUTERMOST = 0.001;

export interface Distance {
  /** 0 the same, 1 nothing in common: half the sum of the differences of shares. */
  readonly l1: number;
  /** Wasserstein-1 in standard deviations of the recorded values. */
  readonly w1: number;
}

/** Both samples must hold something; the first is the recorded one. */
export function distanceOf(recorded: readonly number[], simulated: readonly number[]): Distance {
  const first = Float64Array.from(recorded).sort();
  const second = Float64Array.from(simulated).sort();
  return { l1: halfL1(first, second), w1: wasserstein(first, second) / (deviation(first) || 1) };
}

const at = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;

function halfL1(first: Float64Array, second: Float64Array): number {
  const low = Math.min(at(first, OUTERMOST), at(second, OUTERMOST));
  const high = Math.max(at(first, 1 - OUTERMOST), at(second, 1 - OUTERMOST));
  const width = (high - low) / BINS || 1;
  const shares = (values: Float64Array): Float64Array => {
    const bins = new Float64Array(BINS);
    for (const value of values) {
      const bin = Math.max(0, Math.min(BINS - 1, Math.floor((value - low) / width)));
      bins[bin]! += 1 / values.length;
    }
    return bins;
  };
  const other = shares(second);
  return shares(first).reduce((sum, share, bin) => sum + Math.abs(share - other[bin]!) / 2, 0);
}

/** Area between the two distribution functions. */
function wasserstein(first: Float64Array, second: Float64Array): number {
  let area = 0;
  let fromFirst = 0;
  let fromSecond = 0;
  let previous = Math.min(first[0]!, second[0]!);
  while (fromFirst < first.length || fromSecond < second.length) {
    const next = Math.min(
      first[fromFirst] ?? Number.POSITIVE_INFINITY,
      second[fromSecond] ?? Number.POSITIVE_INFINITY,
    );
    area += Math.abs(fromFirst / first.length - fromSecond / second.length) * (next - previous);
    previous = next;
    while (first[fromFirst] === next) fromFirst += 1;
    while (second[fromSecond] === next) fromSecond += 1;
  }
  return area;
}

function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
