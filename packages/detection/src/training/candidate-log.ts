/** Keeps what a session's judge received: the looks of training, the best look of each candidate, the outcomes. */
import { type FeedTier, orderIdString, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { CandidateFacts, CandidateListener, Judgement, ModelSpec } from '#calibration/judge.ts';
import type { Claim } from '#evaluation/match-rules.ts';
import { type ScoreModel, scoreOf } from '#learning/score-model.ts';

/** One look with its features. */
export interface Look {
  readonly claim: Claim;
  readonly features: Float64Array;
}

/** One candidate: every key of a model and side. */
export interface Candidate {
  readonly key: string;
  /** Looks at powers of two (first, second, fourth, …), where they are kept: early and late ones, not all of a chatty one. */
  readonly looks: Look[];
  lookCount: number;
  /** Highest score, with what was claimed then and the confidence that was shown. */
  bestScore: number;
  bestConfidence: number;
  best: Claim;
  /** Null while unknown or forever. */
  outcome: boolean | null;
}

/** A model that was requested, with its candidates by key. */
export interface LoggedModel {
  readonly spec: ModelSpec;
  readonly candidates: Map<string, Candidate>;
}

export interface CandidateLogOptions {
  /** Whether looks are kept with their features. */
  readonly keepsLooks: boolean;
  /** Scores looks in place of the judge that raised them: a model that is just being calibrated. */
  readonly scorers?: ReadonlyMap<string, ScoreModel>;
}

export class CandidateLog implements CandidateListener {
  /** By name of the model; specs are those of the registry. */
  readonly models = new Map<
    string,
    { readonly spec: ModelSpec; readonly candidates: Map<string, Candidate> }
  >();
  readonly #options: CandidateLogOptions;

  constructor(options: CandidateLogOptions) {
    this.#options = options;
  }

  onCandidate(model: ModelSpec, _tier: FeedTier, facts: CandidateFacts, judgement: Judgement): void {
    refuseUnfit(model, facts);
    const scorer = this.#options.scorers?.get(model.name);
    const score = scorer === undefined ? judgement.score : scoreOf(scorer, facts.features);
    const candidate = this.#candidateOf(model, facts);
    candidate.lookCount += 1;
    if (!(score <= candidate.bestScore)) {
      candidate.bestScore = score;
      candidate.bestConfidence = judgement.confidence;
      candidate.best = claimOf(facts);
    }
    if (this.#options.keepsLooks && isPowerOfTwo(candidate.lookCount))
      candidate.looks.push({ claim: claimOf(facts), features: Float64Array.from(facts.features) });
  }

  onOutcome(model: ModelSpec, key: string, outcome: boolean | null): void {
    const candidate = this.models.get(model.name)?.candidates.get(key);
    if (candidate !== undefined) candidate.outcome = outcome;
  }

  #candidateOf(spec: ModelSpec, facts: CandidateFacts): Candidate {
    let model = this.models.get(spec.name);
    if (model === undefined) {
      model = { spec, candidates: new Map() };
      this.models.set(spec.name, model);
    }
    let candidate = model.candidates.get(facts.key);
    if (candidate === undefined) {
      candidate = {
        key: facts.key,
        looks: [],
        lookCount: 0,
        bestScore: Number.NEGATIVE_INFINITY,
        bestConfidence: 0,
        best: claimOf(facts),
        outcome: null,
      };
      model.candidates.set(facts.key, candidate);
    }
    return candidate;
  }
}

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

function claimOf(facts: CandidateFacts): Claim {
  const { side, timeMs, priceLowTicks, priceHighTicks, orderHi = 0, orderLo = 0 } = facts;
  return {
    orderId: orderHi === 0 && orderLo === 0 ? null : orderIdString(orderHi, orderLo),
    side: side === SIDE_BID ? 'bid' : side === SIDE_ASK ? 'ask' : null,
    timeMs,
    priceLowTicks,
    priceHighTicks,
  };
}

/** A feature that is missing or not finite is a fault of the detector: better raised in training than shown as a probability. */
function refuseUnfit({ name, features }: ModelSpec, facts: CandidateFacts): void {
  if (facts.features.length !== features.length)
    throw new Error(`${name}: expected ${features.length} features, got ${facts.features.length}`);
  for (let at = 0; at < features.length; at += 1) {
    const value = facts.features[at]!;
    if (!Number.isFinite(value))
      throw new Error(`${name}: feature ${features[at]} is ${value} at ${facts.key}`);
  }
}
