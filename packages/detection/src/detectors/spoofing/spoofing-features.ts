/** Input of the judge: for a first withdrawal by itself, and for a sequence of similar ones. */
import { SPOOFING_SINGLE_MODEL } from './spoofing-models.ts';
import type { Posture } from './spoofing-posture.ts';
import type { SpoofSequence } from './spoofing-sequence.ts';
import type { OtherCancels } from './spoofing-withdrawal.ts';
import type { Behaviour, Likeness, OwnEvidence } from './withdrawal-baseline.ts';

/** The market around the withdrawal. */
export interface WithdrawalFacts {
  readonly behaviour: Behaviour;
  readonly own: OwnEvidence;
  readonly likeness: Likeness;
  /** Distance up to which postures are watched, ticks. */
  readonly mostTicks: number;
  /** By how much the posture moved the weighted imbalance of the book. */
  readonly lift: number;
  readonly others: OtherCancels;
  /** Evidence of a like sequence on the other side. */
  readonly flipped: number;
}

/** Features of the newest cycle, then of the whole sequence. */
export function writeFeatures(sequence: SpoofSequence, posture: Posture, facts: WithdrawalFacts): void {
  writeCycle(sequence.single, sequence, posture, facts);
  const { features, sums, cycles } = sequence;
  features.set(sequence.single);
  const from = SPOOFING_SINGLE_MODEL.features.length;
  const { likeness } = facts;
  const rest = [
    sequence.evidence,
    Math.log2(sequence.withdrawals / cycles),
    likeness.total,
    likeness.soon,
    likeness.size,
    likeness.distance,
    likeness.layers,
    likeness.genuine,
    likeness.delay,
    sums.size / cycles,
    sums.rest / cycles,
    sums.answer / cycles,
    sums.best,
    sums.secondBest,
    sequence.sizeSpread,
    sequence.reversion,
  ];
  features.set(rest, from);
}

function writeCycle(
  features: Float64Array,
  sequence: SpoofSequence,
  posture: Posture,
  { behaviour, own, mostTicks, lift, others: cancels, flipped }: WithdrawalFacts,
): void {
  const { size } = posture;
  const { others, recentOthers, usualOthers } = cancels;
  features[0] = behaviour.excess;
  features[1] = Math.min(2, posture.first.distance / mostTicks);
  features[2] = Math.log2(sequence.layers);
  features[3] = Math.log10(Math.max(1, behaviour.restedMs) / 1000);
  features[4] = posture.filled / size;
  features[5] = lift;
  features[6] = Math.log2(1 + posture.moves);
  features[7] = sequence.answer;
  features[8] = sequence.timing;
  features[9] = Math.min(1, sequence.oppositeContracts / size);
  features[10] = own.size;
  features[11] = own.distance;
  features[12] = own.rest;
  features[13] = own.remainder;
  features[14] = Math.log2((1 + others) / (1 + Math.max(recentOthers, usualOthers)));
  features[15] = Math.log2((1 + others) / (1 + usualOthers));
  features[16] = Math.log1p(flipped);
  features[17] = sequence.flip;
  features[18] = own.chase;
}
