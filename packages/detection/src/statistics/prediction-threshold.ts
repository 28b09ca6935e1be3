/** How far the price has to move by the end of a prediction's time, ticks. */

const SIGMAS = 0.5;
const MIN_TICKS = 1;

/** Half a usual move of that time, and a tick at least; at no time ahead a tick. */
export function predictionThresholdTicks(sigma1Ticks: number, horizonMs: number): number {
  return Math.max(MIN_TICKS, SIGMAS * sigma1Ticks * Math.sqrt(horizonMs / 1000));
}
