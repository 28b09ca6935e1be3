/** What the probability of a model is worth on a tier, and from which probability on it raises. */
import {
  EVENT_TYPES,
  FEED_TIERS,
  type FeedTier,
  FINDING_STATES,
  type FindingState,
  type FlowEventType,
} from '@undertow/market';
import STATES from './finding-states.json' with { type: 'json' };
import { PlainObject } from './plain-data.ts';

export interface ModelState {
  readonly model: string;
  readonly tier: FeedTier;
  readonly state: FindingState;
  /** Probability of existence from which the model raises; null for outcomes, which raise nothing themselves. */
  readonly raiseFrom: number | null;
  /** One sentence with the figures that it rests on. */
  readonly reason: string;
}

/** State of a model on a tier; null where it was not measured there. */
export type StateSource = (model: string, tier: FeedTier) => ModelState | null;

/** Throws `PlainDataError` where the data is not a list of states. */
export function readModelStates(value: unknown): ModelState[] {
  return new PlainObject(value, 'states').objects('states').map((one) => ({
    model: one.text('model'),
    tier: one.oneOf('tier', FEED_TIERS),
    state: one.oneOf('state', FINDING_STATES),
    raiseFrom: one.numberOrNull('raiseFrom'),
    reason: one.text('reason'),
  }));
}

export const MODEL_STATES: readonly ModelState[] = readModelStates(STATES);
const BY_NAME = new Map(MODEL_STATES.map((one) => [`${one.model}.${one.tier}`, one]));

/** The committed state. */
export const modelState: StateSource = (model, tier) => BY_NAME.get(`${model}.${tier}`) ?? null;

/** What the headline of an event type is worth on a tier at its best. */
export function headlineState(
  type: FlowEventType,
  tier: FeedTier,
  states: StateSource = modelState,
): FindingState {
  const model = EVENT_TYPES[type].headline;
  return model === null ? 'exact' : (states(model, tier)?.state ?? 'experimental');
}

/**
 * What the headline of a finding is worth, by the calibrator it names. A model that was not measured on the tier is
 * experimental at best; one that is tested in the market at hand (`online`) is shown only while it holds there.
 */
export function stateOfCalibrator(
  calibrator: string,
  tier: FeedTier,
  states: StateSource = modelState,
): FindingState {
  if (calibrator === 'exact') return 'exact';
  if (calibrator === 'online') return 'calibrated';
  const [model = ''] = calibrator.split('@');
  return states(model, tier)?.state ?? 'experimental';
}
