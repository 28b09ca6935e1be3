/** Wilson's interval of a share (Wilson 1927): bounded by 0 and 1, sensible for small samples. */

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Standard normal quantiles: 80 % for a displayed probability, 95 % for reports. */
export const Z_80 = 1.281_551_565_544_6;
export const Z_95 = 1.959_963_984_540_054;

/** Interval of a share that was estimated from `count` samples; all of 0 to 1 without any. */
export function wilsonInterval(share: number, count: number, z: number): Interval {
  if (!(count > 0)) return { low: 0, high: 1 };
  const squared = (z * z) / count;
  const center = (share + squared / 2) / (1 + squared);
  const half = (z / (1 + squared)) * Math.sqrt((share * (1 - share)) / count + squared / (4 * count));
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}
