/**
 * What comes between a detector's features and the probability it shows: the only place where confidence comes from.
 */
import type { FeedTier } from '@undertow/market';

/** From this confidence on a detector raises its event where no operating point was measured (simulator, section 6). */
export const EMIT_CONFIDENCE = 0.6;

/**
 * What a probability is about: declared beside its detector. A change of meaning of any feature, or of how candidates
 * are raised, takes a new version; a calibrator of another version is refused.
 */
export interface ModelSpec {
  /** For example `absorption` or `absorption_hold`. */
  readonly name: string;
  readonly version: number;
  /** Names of the features in order; all dimensionless and finite. */
  readonly features: readonly string[];
  /**
   * Where the truth comes from: `labels` of this type and sub (null: any sub), given by labelled markets alone, or the
   * candidate's own `outcome`, which every market gives later through `resolve`. `strongOnly`: what fits weak labels
   * alone is neither true nor false, since chance makes such things in any market.
   */
  readonly truth:
    | {
        readonly from: 'labels';
        readonly type: string;
        readonly sub: string | null;
        /** The same thing on the other side of the market, where that has a type of its own. */
        readonly mirror?: string;
        readonly strongOnly?: boolean;
      }
    | { readonly from: 'outcome' };
}

/** One look at a candidate. The same `key` may be judged again as it grows; it stays one candidate. */
export interface CandidateFacts {
  readonly key: string;
  /** `SIDE_BID`, `SIDE_ASK`, or `SIDE_NONE` where the type has no side. As in the event it would become. */
  readonly side: number;
  readonly timeMs: number;
  readonly priceLowTicks: number;
  readonly priceHighTicks: number;
  /** An order it rests on, where the feed names orders: a labelled market then has its owner. */
  readonly orderHi?: number;
  readonly orderLo?: number;
  /** In the order of the model's features. A caller that keeps it makes a copy. */
  readonly features: ArrayLike<number>;
}

export interface Judgement {
  /** Logit of the logistic regression or of the boosted trees, before calibration. */
  readonly score: number;
  /** 0 to 1: calibrated and corrected for prevalence, or even odds while not calibrated. */
  readonly confidence: number;
  readonly low: number;
  readonly high: number;
  /** Share of true candidates among all: what a confidence adds to. 0.5 while not calibrated. */
  readonly base: number;
  /** `name@version`, or `score` while not calibrated. */
  readonly calibrator: string;
  /** The operating point of its model on this tier. */
  readonly raiseFrom: number;
  /** A forecast of which too few outcomes are known in this market to state it in full. */
  readonly isNew?: boolean;
}

/** Whether the model is sure enough for a finding to be raised. */
export function isRaised({ confidence, raiseFrom }: Judgement): boolean {
  return confidence >= raiseFrom;
}

/** While a model has no calibrator of its own version nothing is known: even odds, marked as uncalibrated. */
export const UNKNOWN_JUDGEMENT: Judgement = {
  score: 0,
  confidence: 0.5,
  low: 0,
  high: 1,
  base: 0.5,
  calibrator: 'score',
  raiseFrom: EMIT_CONFIDENCE,
};

export interface Judge {
  judge(model: ModelSpec, candidate: CandidateFacts): Judgement;
  /**
   * The outcome of a judged candidate of an outcome model, known now. `null` when it can never be known (interrupted):
   * the candidate leaves every score.
   */
  resolve(model: ModelSpec, key: string, outcome: boolean | null, timeMs: number): void;
}

/** Receives every look at every candidate, raised or not: training and evaluation. */
export interface CandidateListener {
  onCandidate(model: ModelSpec, tier: FeedTier, candidate: CandidateFacts, judgement: Judgement): void;
  onOutcome(model: ModelSpec, key: string, outcome: boolean | null, timeMs: number): void;
}
