/** States and operating points of models from what they reached in markets that their calibrators never saw. */
import type { FeedTier, FindingState } from '@undertow/market';
import type { ModelState } from '#calibration/model-state.ts';
import { poissonInterval } from '#statistics/poisson-interval.ts';
import type { ModelReached } from './figures.ts';

/** A finding of a played session, or a candidate, at its surest. */
export interface PlayedCandidate {
  readonly confidence: number;
  readonly truth: boolean;
  /** Nothing was planted in its session. */
  readonly isClean: boolean;
}

/** What a raised finding of a model may cost at most. */
export interface OperatingBudget {
  /** Share that is right. */
  readonly precision: number;
  /** In sessions without anything planted: the most that their number allows to believe. */
  readonly falseAlarmsPerHour: number;
}

const USUAL_BUDGET: OperatingBudget = { precision: 0.7, falseAlarmsPerHour: 0.3 };
export const BUDGETS: Readonly<Record<string, OperatingBudget>> = {
  iceberg_synthetic: { precision: 0.75, falseAlarmsPerHour: 0.3 },
  spoofing: { precision: 0.9, falseAlarmsPerHour: 0.1 },
  // One withdrawal is weaker evidence than two: it must not spoil what both raise
  spoofing_single: { precision: 0.9, falseAlarmsPerHour: 0.1 },
  absorption: { precision: 0.7, falseAlarmsPerHour: 0.3 },
  stop_run: { precision: 0.9, falseAlarmsPerHour: 0.1 },
  trap_zone: { precision: 0.6, falseAlarmsPerHour: 0.3 },
};

/** Probabilities that are tried, the lowest first: every hundredth. */
export const LOWEST_POINT = 0.2;
const HIGHEST = 0.95;
const STEPS = 75;
/** Fewer raised candidates prove no precision. */
const MIN_RAISED = 20;

/** What a point is chosen on. */
export interface PlayedMarkets {
  readonly leftOut: readonly PlayedCandidate[];
  /** Hours of them in which nothing was planted. */
  readonly cleanHours: number;
  /** Of the market of most training, which is right at least as often as the budget wants too. */
  readonly home: readonly PlayedCandidate[];
}

/**
 * The lowest probability from which a model stays within its budget; null where none does. Precision is as it was measured, of
 * false alarms the upper end of the 95 % interval: they are few, and the point is chosen on the hours that it is measured on.
 */
export function operatingPoint({ leftOut, cleanHours, home }: PlayedMarkets, model: string): number | null {
  const budget = BUDGETS[model] ?? USUAL_BUDGET;
  for (let step = 0; step <= STEPS; step += 1) {
    // Rounded before it is tried: a capped probability lies at a whole hundredth, and is raised from it
    const from = Math.round(100 * (LOWEST_POINT + ((HIGHEST - LOWEST_POINT) * step) / STEPS)) / 100;
    const raised = leftOut.filter(({ confidence }) => confidence >= from);
    if (raised.length < MIN_RAISED) return null;
    const atHome = home.filter(({ confidence }) => confidence >= from);
    const alarms = raised.filter(({ truth, isClean }) => isClean && !truth).length;
    const isRight =
      precisionOf(raised) >= budget.precision &&
      (atHome.length < MIN_RAISED || precisionOf(atHome) >= budget.precision);
    if (isRight && poissonInterval(alarms).high <= budget.falseAlarmsPerHour * cleanHours) return from;
  }
  return null;
}

const precisionOf = (raised: readonly PlayedCandidate[]): number =>
  raised.filter(({ truth }) => truth).length / raised.length;

/** Below this area under the curve a model ranks hardly better than chance. */
const RANKS = 0.6;
const MIN_CANDIDATES = 100;
/** A probability that is off by more on average is no probability. */
const MAX_ERROR = 0.1;
/**
 * Promised by the specification: shown without skill too, with that statement. That it has some takes this much of it, for what
 * is drawn on every chart.
 */
const PROMISED: readonly string[] = ['level_bounce'];
const PROMISED_SKILL = 0.05;

/** State of a model by its figures; `raiseFrom` is null where no operating point stays within the budget. */
export function modelStateOf(
  figures: ModelReached,
  tier: FeedTier,
  raises: boolean,
  raiseFrom: number | null,
): ModelState {
  const { model } = figures;
  const [state, why] = judged(figures, raises && raiseFrom === null);
  return { model, tier, state, raiseFrom, reason: `${why} (${figuresText(figures)})` };
}

function judged(
  { model, candidates, auc, brierSkill, calibrationError }: ModelReached,
  isOverBudget: boolean,
): readonly [FindingState, string] {
  if (candidates < MIN_CANDIDATES || auc === null || brierSkill === null)
    return ['unavailable', 'Too few candidates in the measured markets to say'];
  const isPromised = PROMISED.includes(model);
  const isSkilled = brierSkill.low > 0 && (!isPromised || brierSkill.value > PROMISED_SKILL);
  if (isSkilled && calibrationError.value <= MAX_ERROR && !isOverBudget)
    return ['calibrated', 'Better than the base rate in markets that it was not trained on'];
  if (auc >= RANKS || isPromised)
    return [
      'experimental',
      isOverBudget
        ? 'No probability keeps its false alarms within the budget'
        : 'Without proven skill in markets that it was not trained on',
    ];
  return ['unavailable', 'Hardly better than chance in markets that it was not trained on'];
}

function figuresText({ generator, candidates, auc, brierSkill, calibrationError }: ModelReached): string {
  const skill =
    brierSkill === null
      ? 'none'
      : `${brierSkill.value.toFixed(2)}, ${brierSkill.low.toFixed(2)} to ${brierSkill.high.toFixed(2)}`;
  return `${generator}, ${candidates} candidates: AUC ${auc?.toFixed(2) ?? 'unknown'}, Brier skill ${skill}, calibration error ${calibrationError.value.toFixed(3)}`;
}
