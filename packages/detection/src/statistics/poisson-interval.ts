/** The exact 95 % interval of the mean of a Poisson count (Garwood 1936): what a number of events says about their rate. */
import type { Interval } from './wilson.ts';

const TAIL = 0.025;
/** Halvings of the bracket: beyond the precision of a double. */
const STEPS = 60;

/** Means for which neither as many nor as few events as `count` would be rarer than 2.5 %. */
export function poissonInterval(count: number): Interval {
  return {
    low: count === 0 ? 0 : meanAt(count - 1, 1 - TAIL),
    high: meanAt(count, TAIL),
  };
}

/** The mean at which `most` events or fewer have this probability, which falls as the mean grows. */
function meanAt(most: number, probability: number): number {
  let low = 0;
  let high = most + 10 * Math.sqrt(most + 1) + 10;
  for (let step = 0; step < STEPS; step += 1) {
    const mean = (low + high) / 2;
    if (atMost(most, mean) > probability) low = mean;
    else high = mean;
  }
  return (low + high) / 2;
}

/** Summed by logarithms: `e^-mean` alone is 0 in a double from 746 on. */
function atMost(most: number, mean: number): number {
  let logTerm = -mean;
  let sum = Math.exp(logTerm);
  for (let count = 1; count <= most; count += 1) {
    logTerm += Math.log(mean / count);
    sum += Math.exp(logTerm);
  }
  return sum;
}
