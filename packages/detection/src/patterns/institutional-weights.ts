/** How the evidence for a programme is weighed: its model, the sequential test of its streams, steadiness of taking part. */
import type { ModelSpec } from '#learning/judge.ts';
import type { ProgrammeStreams } from './institutional-programme.ts';

export const INSTITUTIONAL: ModelSpec = {
  name: 'institutional',
  version: 1,
  features: [
    'flowFast',
    'flowSlow',
    'cusum',
    'steady',
    'clips',
    'clipMinutes',
    'hiddenShare',
    'hiddenMinutes',
    'hiddenKin',
    'sliceChain',
    'large',
    'drift',
    'strongest',
    'evidence',
    'hiddenProgramme',
  ],
  truth: { from: 'labels', type: 'institutional', sub: null },
};

/** A step of ten seconds adds at most and takes at most this much. */
const STEP_MOST = 0.8;
const STEP_LEAST = -0.4;
const SLOPE = 0.4;
/** Deviations at which a stream says neither yes nor no. */
const NEUTRAL = 2;
const OTHERS_SHARE = 0.25;
/** Lean and share at which hidden or sliced volume counts as three deviations. */
const FULL_SHARE = 0.05;
const FULL_DEVIATIONS = 3;
/** Participation is read in buckets of half a minute (three steps) over seven and a half minutes. */
const BUCKETS = 15;
const BUCKET_STEPS = 3;

export const bounded = (value: number, least: number, most: number): number =>
  Number.isNaN(value) ? 0 : Math.min(most, Math.max(least, value));

/** Deviations that a share of the volume and its lean to one side stand for. */
export function fullness(share: number, lean: number): number {
  return FULL_DEVIATIONS * lean * Math.min(2, share / FULL_SHARE);
}

/** Log-likelihood ratio of ten seconds: the strongest stream, and a part of what others say for it. */
export function likelihood({ flow, clips, hidden, slices, large }: ProgrammeStreams): number {
  const strongest = Math.max(flow, clips, hidden, slices, large);
  let support = 0;
  for (const stream of [flow, clips, hidden, slices, large]) support += Math.max(0, stream - NEUTRAL);
  const others = support - Math.max(0, strongest - NEUTRAL);
  return bounded(SLOPE * (strongest - NEUTRAL + OTHERS_SHARE * others), STEP_LEAST, STEP_MOST);
}

/** How evenly one side outweighs the other: signed shares of half minutes. */
export class Participation {
  private readonly shares = new Float64Array(BUCKETS);
  private bucketAt = 0;
  private stepInBucket = 0;
  private bought = 0;
  private sold = 0;

  /** Mean of the shares over their deviation; positive is buying. */
  get steadiness(): number {
    let sum = 0;
    let squares = 0;
    for (const share of this.shares) {
      sum += share;
      squares += share * share;
    }
    const mean = sum / BUCKETS;
    return mean / (Math.sqrt(Math.max(0, squares / BUCKETS - mean * mean)) + 0.1);
  }

  add(buys: boolean, size: number): void {
    if (buys) this.bought += size;
    else this.sold += size;
  }

  /** Every ten seconds. */
  step(): void {
    this.stepInBucket = (this.stepInBucket + 1) % BUCKET_STEPS;
    if (this.stepInBucket !== 0) return;
    const total = this.bought + this.sold;
    this.bucketAt = (this.bucketAt + 1) % BUCKETS;
    this.shares[this.bucketAt] = total === 0 ? 0 : (this.bought - this.sold) / total;
    this.bought = 0;
    this.sold = 0;
  }
}
