/** Turns the candidates of a labelled session into samples with truths. */
import type { ModelSpec } from '#calibration/judge.ts';
import { type Claim, fits, isOfRow, rowOfTruth } from '#evaluation/match-rules.ts';
import type { TruthLabel } from '#evaluation/truth-label.ts';
import { Samples } from '#learning/samples.ts';
import type { Candidate } from './candidate-log.ts';

/** Whether a claim of a candidate was true; null when that cannot be known. */
export type TruthOfClaim = (candidate: Candidate, claim: Claim) => boolean | null;

/**
 * How a model's claims are judged in a session. From labels: true where a label of its row that may be found fits, by
 * the rules of the score, and where both name orders, of the same trader. From outcomes: what the candidate itself
 * became.
 */
export function truthOf(spec: ModelSpec, labels: readonly TruthLabel[]): TruthOfClaim {
  const { truth } = spec;
  if (truth.from === 'outcome') return ({ outcome }) => outcome;
  const row = rowOfTruth(truth.type, truth.sub);
  if (row === null)
    throw new Error(`${spec.name}: no row of the score has labels ${truth.type}/${truth.sub}`);
  const mirror = truth.mirror === undefined ? null : rowOfTruth(truth.mirror, truth.sub);
  const isOfType = (label: TruthLabel): boolean =>
    isOfRow(label, row) || (mirror !== null && isOfRow(label, mirror));
  const wanted = labels.filter((label) => isOfType(label) && row.relevance(label) !== 'absent');
  const taught =
    truth.strongOnly === true ? wanted.filter(({ observability }) => observability !== 'weak') : wanted;
  const fitsAny = (among: readonly TruthLabel[], claim: Claim): boolean =>
    among.some((label) => fits(row, label, claim) && isOfOrders(label, claim));
  return (_, claim) => {
    if (fitsAny(taught, claim)) return true;
    return taught !== wanted && fitsAny(wanted, claim) ? null : false;
  };
}

/** Somebody else's order at the price of a label is not what the label is about. */
function isOfOrders({ orderIds }: TruthLabel, { orderId }: Claim): boolean {
  return orderIds === undefined || orderId === undefined || orderId === null || orderIds.includes(orderId);
}

/** Every kept look with its truth; the looks of one candidate weigh 1 together. */
export function samplesOf(spec: ModelSpec, candidates: Iterable<Candidate>, truth: TruthOfClaim): Samples {
  const samples = new Samples(spec.features.length);
  for (const candidate of candidates) {
    for (const { claim, features } of candidate.looks) {
      const isTrue = truth(candidate, claim);
      if (isTrue !== null) samples.add(features, 0, isTrue, 1 / candidate.looks.length);
    }
  }
  return samples;
}

/** The best look of a candidate, scored, with its truth. */
export interface JudgedCandidate {
  readonly score: number;
  readonly confidence: number;
  readonly truth: boolean;
}

/**
 * What probabilities are calibrated and measured on. Somebody else's order at the place of a label is left out: the
 * score would neither call it wrong nor, beside the right one, count it, and its low scores would flatten the curve.
 */
export function judgedCandidates(candidates: Iterable<Candidate>, truth: TruthOfClaim): JudgedCandidate[] {
  const judged: JudgedCandidate[] = [];
  for (const candidate of candidates) {
    const { best, bestScore: score, bestConfidence: confidence } = candidate;
    const isTrue = truth(candidate, best);
    const isAtPlace = isTrue === false && truth(candidate, { ...best, orderId: null }) !== false;
    if (isTrue !== null && !isAtPlace) judged.push({ score, confidence, truth: isTrue });
  }
  return judged;
}
