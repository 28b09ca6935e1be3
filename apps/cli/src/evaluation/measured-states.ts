/** States and operating points of all models, from sessions that were played without any. */
import {
  type EvaluationFigures,
  MODEL_STATES,
  type ModelReached,
  type ModelState,
  modelStateOf,
  operatingPoint,
  type PlayedCandidate,
} from '@undertow/detection';
import type { FeedTier } from '@undertow/market';
import { isFamily, type MarketName } from '@undertow/simulator';
import { figuresOf } from './evaluation-figures.ts';
import type { ScoredSession } from './score-session.ts';
import { MODELS } from './training.ts';

const ALL = 'all';
/** The market of most training, for feeds that no family was played on. */
const HOME = 'g1';
const FAMILIES = 'families';
const FULL_FEED = 'L3';

/** Models whose truth is a label raise something by themselves. */
const raises = (model: string): boolean =>
  MODELS.some(({ name, truth }) => name === model && truth.from === 'labels');

/** Markets of which sessions serve `statesOfFamilies`. */
export const choosesPoints = (market: MarketName): boolean => isFamily(market) || market === HOME;

/** Of sessions of families, by calibrators that never saw the family, and of the home market, when `states` were null. */
export function statesOfFamilies(sessions: readonly ScoredSession[]): ModelState[] {
  const own = sessions.filter(({ plan }) => isFamily(plan.generator));
  const home = sessions.filter(({ plan }) => plan.generator === HOME);
  return figuresOf(own)
    .models.filter(({ generator, instrument }) => generator === FAMILIES && instrument === ALL)
    .map((figures) => {
      const canRaise = raises(figures.model);
      const point = canRaise ? pointOf({ own, home }, figures.model, figures.tier) : null;
      return modelStateOf(figures, figures.tier, canRaise, point);
    });
}

/**
 * Completed for tiers where no family was played, by what was reached in the home market: no better than the full feed, whose
 * calibrators were measured away from home.
 */
export function withHomeStates(states: readonly ModelState[], { models }: EvaluationFigures): ModelState[] {
  const isKnown = ({ model, tier }: ModelReached): boolean =>
    states.some((state) => state.model === model && state.tier === tier);
  const others = models
    .filter((one) => one.generator === HOME && one.instrument === ALL && !isKnown(one))
    .map((one) => {
      const own = modelStateOf(one, one.tier, false, null);
      const full = states.find(({ model, tier }) => model === own.model && tier === FULL_FEED);
      const isBetter = full !== undefined && own.state === 'calibrated' && full.state !== 'calibrated';
      return isBetter ? { ...own, state: full.state, reason: full.reason } : own;
    });
  return [...states, ...others];
}

/** The committed states, as text of their file. */
export function statesText(states: readonly ModelState[]): string {
  const sorted = states.toSorted((a, b) => (`${a.model}.${a.tier}` < `${b.model}.${b.tier}` ? -1 : 1));
  return `${JSON.stringify({ states: sorted }, null, 2)}\n`;
}

export const COMMITTED_STATES: readonly ModelState[] = MODEL_STATES;

interface Played {
  readonly own: readonly ScoredSession[];
  readonly home: readonly ScoredSession[];
}

function pointOf({ own, home }: Played, model: string, tier: FeedTier): number | null {
  const cleanHours = own.filter(isClean).reduce((sum, { plan }) => sum + plan.minutes / 60, 0);
  const leftOut = candidatesOf(own, model, tier);
  return operatingPoint({ leftOut, cleanHours, home: candidatesOf(home, model, tier) }, model);
}

const isClean = ({ plan }: ScoredSession): boolean => plan.scenario === 'clean';

function candidatesOf(sessions: readonly ScoredSession[], model: string, tier: FeedTier): PlayedCandidate[] {
  return sessions.flatMap((session) =>
    session.tiers
      .filter((line) => line.tier === tier)
      .flatMap(({ models }) => models.filter((one) => one.model === model))
      .flatMap(({ row, raised, outcomes }) =>
        // As its findings are displayed and scored, where they have a row
        (row === null ? outcomes : raised).map((one) => ({ ...one, isClean: isClean(session) })),
      ),
  );
}
