/**
 * Recalibrates forecasts of outcomes by what came of them in the market at hand: a slope and an offset on the logit, learnt
 * in the order of settlement from a prior that trusts the training (sequential logistic regression; Gupta and Ramdas 2023).
 *
 * What is learnt is served from the next session on, and only once it would have been better than the training over the
 * forecasts so far: within a session the same forecast means the same probability, live and replayed.
 */
import { logistic, logitOf } from '#learning/logistic.ts';

/** Outcomes that the training counts for. */
const PRIOR_OUTCOMES = 200;
/** Information of one outcome at even odds. */
const INFORMATION = 0.25;
/** Fewer settled forecasts change nothing. */
const SERVED_FROM = 200;
/** Fewer settled forecasts are new: nothing was seen of them in this market. */
export const NEW_BELOW = 100;
/** A new forecast is stated no surer than this. */
export const NEW_CAP = 0.79;
/** What a session stated is off by chance alone within so many standard errors. */
const DRIFT_DEVIATIONS = 4;
const DRIFT_FROM = 50;

/** What is served of one model in a session. */
export interface ServedOutcomes {
  readonly slope: number;
  readonly offset: number;
  /** Settled forecasts before the session. */
  readonly outcomes: number;
  /** What the session before stated was off by more than chance allows. */
  readonly isDrifting: boolean;
}

/** What a session forecast and what came of it. */
export interface SessionOutcomes {
  readonly settled: number;
  /** Mean probability, and the share that came true. */
  readonly forecast: number;
  readonly observed: number;
}

/** Everything that is known of one model, as plain data. */
export interface OutcomeState extends ServedOutcomes {
  readonly learntSlope: number;
  readonly learntOffset: number;
  /** Precision of both and between them. */
  readonly precision: readonly [slope: number, both: number, offset: number];
  /** Log loss so far as trained, and as it would have been recalibrated. */
  readonly trainedLoss: number;
  readonly learntLoss: number;
  readonly settled: number;
  /** Of the session: stated less what came, and the variance that chance gives it. */
  readonly surplus: number;
  readonly variance: number;
  /** Of the session: how many came true. Rows of earlier versions have neither this nor the next. */
  readonly hits?: number;
  /** The session before; null where none of its forecasts was settled. */
  readonly lastSession?: SessionOutcomes | null;
}

/** By name of the model. */
export type OutcomeStates = Readonly<Record<string, OutcomeState>>;

const UNKNOWN: OutcomeState = {
  slope: 1,
  offset: 0,
  outcomes: 0,
  isDrifting: false,
  learntSlope: 1,
  learntOffset: 0,
  precision: [PRIOR_OUTCOMES * INFORMATION, 0, PRIOR_OUTCOMES * INFORMATION],
  trainedLoss: 0,
  learntLoss: 0,
  settled: 0,
  surplus: 0,
  variance: 0,
  hits: 0,
  lastSession: null,
};

export class OutcomeCalibration {
  #states: Record<string, OutcomeState>;
  readonly #sinceMs: number;

  /** `sinceMs`: exchange time of the states; outcomes before it are part of them already. */
  constructor(states: OutcomeStates = {}, sinceMs = Number.NEGATIVE_INFINITY) {
    this.#states = { ...states };
    this.#sinceMs = sinceMs;
  }

  /** What is served of a model now. */
  served(model: string): ServedOutcomes {
    return this.#states[model] ?? UNKNOWN;
  }

  /** A forecast was settled; `trained` is the probability before any recalibration, 0.01 to 0.99. */
  learn(model: string, trained: number, outcome: boolean, timeMs: number): void {
    if (timeMs < this.#sinceMs) return;
    const state = this.#states[model] ?? UNKNOWN;
    const x = logitOf(trained);
    const y = outcome ? 1 : 0;
    const learnt = logistic(state.learntSlope * x + state.learntOffset);
    const stated = logistic(state.slope * x + state.offset);
    const information = learnt * (1 - learnt);
    const [a, b, c] = state.precision;
    const precision = [a + information * x * x, b + information * x, c + information] as const;
    const determinant = precision[0] * precision[2] - precision[1] * precision[1];
    const error = y - learnt;
    this.#states[model] = {
      ...state,
      learntSlope: state.learntSlope + (error * (precision[2] * x - precision[1])) / determinant,
      learntOffset: state.learntOffset + (error * (precision[0] - precision[1] * x)) / determinant,
      precision,
      trainedLoss: state.trainedLoss + lossOf(trained, outcome),
      learntLoss: state.learntLoss + lossOf(learnt, outcome),
      settled: state.settled + 1,
      surplus: state.surplus + stated - y,
      variance: state.variance + stated * (1 - stated),
      hits: (state.hits ?? 0) + y,
    };
  }

  /** A session is over: what was learnt is served from now on. */
  endSession(): void {
    for (const [model, state] of Object.entries(this.#states)) {
      const isBetter = state.settled >= SERVED_FROM && state.learntLoss < state.trainedLoss;
      const deviations = Math.abs(state.surplus) / Math.sqrt(Math.max(1, state.variance));
      this.#states[model] = {
        ...state,
        slope: isBetter ? Math.max(0, state.learntSlope) : 1,
        offset: isBetter ? state.learntOffset : 0,
        outcomes: state.settled,
        isDrifting: state.variance >= DRIFT_FROM * INFORMATION && deviations > DRIFT_DEVIATIONS,
        surplus: 0,
        variance: 0,
        hits: 0,
        lastSession: sessionOf(state),
      };
    }
  }

  states(): OutcomeStates {
    return { ...this.#states };
  }
}

/**
 * The probability that is stated for a trained one: recalibrated, drawn halfway to the base where the last session was off,
 * and capped while it is new.
 */
export function servedProbability(
  trained: number,
  base: number,
  { slope, offset, outcomes, isDrifting }: ServedOutcomes,
): number {
  const logit = slope * logitOf(trained) + offset;
  const drawn = isDrifting ? (logit + logitOf(base)) / 2 : logit;
  const stated = logistic(drawn);
  return outcomes < NEW_BELOW ? Math.min(NEW_CAP, stated) : stated;
}

function sessionOf({
  settled: all,
  outcomes: before,
  surplus,
  hits = 0,
}: OutcomeState): SessionOutcomes | null {
  const settled = all - before;
  return settled === 0 ? null : { settled, forecast: (surplus + hits) / settled, observed: hits / settled };
}

function lossOf(probability: number, outcome: boolean): number {
  return -Math.log(Math.max(1e-6, outcome ? probability : 1 - probability));
}
