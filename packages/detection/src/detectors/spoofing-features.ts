/** What the judge is told of a withdrawal: the posture, how it was withdrawn, and what is usual. */
import type { Posture } from './spoofing-posture.ts';
import type { SpoofSequence } from './spoofing-sequence.ts';
import type { Manner } from './spoofing-usual.ts';

/** Rarity is told for a minute. */
const RARE_MS = 60_000;

/** The market around the withdrawal. */
export interface WithdrawalFacts {
  readonly manner: Manner;
  /** What a large order is at this time, contracts. */
  readonly largeSize: number;
  /** Distance up to which postures are watched, ticks. */
  readonly mostTicks: number;
  /** By how much the posture moved the weighted imbalance of the book. */
  readonly lift: number;
  /** Withdrawals like this one a millisecond. */
  readonly usualRate: number;
  /** Cycles of the same fingerprint on the other side. */
  readonly flippedCycles: number;
}

/** Where the price's return after one and after five seconds is filled in. */
export const REVERSION_SOON = 11;
export const REVERSION_LATER = 12;

/** Features of the newest cycle; what the price does afterwards is filled in at later looks. */
export function writeFeatures(sequence: SpoofSequence, posture: Posture, facts: WithdrawalFacts): void {
  const { features } = sequence;
  const { size, withdrawnMs } = posture;
  const { manner } = facts;
  features[0] = Math.log2(size / facts.largeSize);
  features[1] = Math.min(2, posture.distance / facts.mostTicks);
  features[2] = Math.log2(sequence.isLayered ? posture.orders.length : 1);
  features[3] = Math.log10(Math.max(1, withdrawnMs - posture.placedMs) / 1000);
  features[4] = posture.filled / size;
  features[5] = facts.lift;
  features[6] = Math.log2(1 + posture.moves);
  features[7] = sequence.answer;
  features[8] = Math.log1p(sequence.timing);
  features[9] = Math.min(1, sequence.oppositeContracts / size);
  features[10] = -Math.log10(facts.usualRate * RARE_MS);
  features[REVERSION_SOON] = 0;
  features[REVERSION_LATER] = 0;
  features[13] = Math.log2(sequence.cycles + facts.flippedCycles);
  features[14] = Math.log2((1 + manner.others) / (1 + manner.usualOthers));
}
