/** The few statistics that stylised facts need, on plain arrays; used after a run, never during one. */
import { log } from '#random/exact-math.ts';

export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

export function variance(values: readonly number[]): number {
  const centre = mean(values);
  let sum = 0;
  for (const value of values) sum += (value - centre) * (value - centre);
  return values.length === 0 ? 0 : sum / values.length;
}

/** Coefficient of variation: standard deviation over mean. */
export function variation(values: readonly number[]): number {
  return Math.sqrt(variance(values)) / mean(values);
}

/** The value below which a share of the sorted values lies (lower of the two neighbours). */
export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Correlation of a series with itself `lag` places earlier. */
export function autocorrelation(values: readonly number[], lag: number): number {
  const centre = mean(values);
  const spread = variance(values);
  let sum = 0;
  for (let at = lag; at < values.length; at++) sum += (values[at]! - centre) * (values[at - lag]! - centre);
  return spread === 0 ? 0 : sum / (values.length - lag) / spread;
}

/** Slope and share of explained variance of the straight line through (x, y). */
export function regression(x: readonly number[], y: readonly number[]): { slope: number; r2: number } {
  const meanX = mean(x);
  const meanY = mean(y);
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let at = 0; at < x.length; at++) {
    const dx = x[at]! - meanX;
    const dy = y[at]! - meanY;
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  }
  return { slope: xx === 0 ? 0 : xy / xx, r2: xx === 0 || yy === 0 ? 0 : (xy * xy) / (xx * yy) };
}

/** Slope of log(y) on log(x) over the points where y is positive. */
export function logLogSlope(x: readonly number[], y: readonly number[]): number {
  const kept = y.map((value, at) => [x[at]!, value] as const).filter(([, value]) => value > 0);
  return regression(
    kept.map(([value]) => log(value)),
    kept.map(([, value]) => log(value)),
  ).slope;
}

/** Chance that a score of an up case exceeds that of a down case: the area under the ROC curve (ties count half). */
export function rocArea(scores: readonly number[], ups: readonly boolean[]): number {
  const order = scores.map((_, at) => at).sort((a, b) => scores[a]! - scores[b]!);
  let rankSum = 0;
  let upCount = 0;
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && scores[order[to]!] === scores[order[from]!]) to++;
    for (let at = from; at < to; at++) {
      if (ups[order[at]!] !== true) continue;
      rankSum += (from + to + 1) / 2;
      upCount++;
    }
    from = to;
  }
  const downCount = order.length - upCount;
  return upCount === 0 || downCount === 0
    ? 0.5
    : (rankSum - (upCount * (upCount + 1)) / 2) / (upCount * downCount);
}

/** Fourth standardised moment less that of the normal law. */
export function excessKurtosis(values: readonly number[]): number {
  const centre = mean(values);
  const spread = variance(values);
  let sum = 0;
  for (const value of values) sum += (value - centre) ** 4;
  return spread === 0 ? 0 : sum / values.length / (spread * spread) - 3;
}

/** Changes over `step` places, not overlapping. */
export function differences(values: readonly number[], step: number): number[] {
  const changes: number[] = [];
  for (let at = step; at < values.length; at += step) changes.push(values[at]! - values[at - step]!);
  return changes;
}

/** Realised variance a second, from changes over `step` seconds. */
export function realisedVariance(mids: readonly number[], step: number): number {
  return mean(differences(mids, step).map((change) => change * change)) / step;
}
