/** The judge of a running pipeline: features to a calibrated probability by the committed calibrators of its tier. */
import type { FeedTier } from '@undertow/market';
import { CalibratedModel } from './calibrated-model.ts';
import { type CalibratorSource, calibratorFor, chooseCalibrator } from './calibrator-for.ts';
import {
  type CandidateFacts,
  type CandidateListener,
  type Judge,
  type Judgement,
  type ModelSpec,
  UNKNOWN_JUDGEMENT,
} from './judge.ts';

export interface JudgeOptions {
  readonly tier: FeedTier;
  /** Receives every look at every candidate and each outcome. */
  readonly listener?: CandidateListener;
  /** Where calibrators come from; by default the committed ones. */
  readonly calibrators?: CalibratorSource;
}

class LiveJudge implements Judge {
  readonly #tier: FeedTier;
  readonly #listener: CandidateListener | undefined;
  readonly #calibrators: CalibratorSource;
  /** Null where a model is not calibrated. */
  readonly #models = new Map<ModelSpec, CalibratedModel | null>();

  constructor({ tier, listener, calibrators }: JudgeOptions) {
    this.#tier = tier;
    this.#listener = listener;
    this.#calibrators = calibrators ?? calibratorFor;
  }

  judge(model: ModelSpec, candidate: CandidateFacts): Judgement {
    const judgement = this.#modelOf(model)?.judge(candidate) ?? UNKNOWN_JUDGEMENT;
    this.#listener?.onCandidate(model, this.#tier, candidate, judgement);
    return judgement;
  }

  resolve(model: ModelSpec, key: string, outcome: boolean | null, timeMs: number): void {
    this.#listener?.onOutcome(model, key, outcome, timeMs);
  }

  #modelOf(model: ModelSpec): CalibratedModel | null {
    const known = this.#models.get(model);
    if (known !== undefined) return known;
    const chosen = chooseCalibrator(this.#calibrators, model, this.#tier);
    const made = chosen === null ? null : new CalibratedModel(chosen);
    this.#models.set(model, made);
    return made;
  }
}

export function createJudge(options: JudgeOptions): Judge {
  return new LiveJudge(options);
}
