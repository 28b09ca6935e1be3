/** Whether a state of an event fits a rule: written for the oracle from the words of the product, not from its code. */
import type { AlertCondition, EventsPerDay, NearLevel, SessionFacts } from '@undertow/contracts';
import type { SeenFacts } from '#tests/soak/witness.ts';
import { both, type Holds, holdsIf } from './effect.ts';

type EventCondition = Extract<AlertCondition, { kind: 'event' }>;

/** An event as it was from one change to the next, prices in ticks. */
export interface EventState {
  readonly type: string;
  readonly side: string;
  readonly size: number;
  readonly confidence: number;
  readonly exact: boolean;
  readonly perDay: number;
  readonly status: string;
  readonly degraded: boolean;
  /** Its probability has no proven skill, or the finding was withdrawn: nobody is alerted to it. */
  readonly isSilent: boolean;
  readonly lowTicks: number;
  readonly highTicks: number;
  /** When it became so, on the market's clock. */
  readonly atMs: number;
}

/** Facts within this of the state count: they are read every few seconds. */
const FACTS_MARGIN_MS = 12_000;

const LEVELS: Readonly<Record<NearLevel, (facts: SessionFacts) => string | null>> = {
  vwap: ({ vwap }) => vwap,
  prior_high: ({ priorHigh }) => priorHigh,
  prior_low: ({ priorLow }) => priorLow,
  prior_settlement: ({ priorSettlement }) => priorSettlement,
  overnight_high: ({ overnightHigh }) => overnightHigh,
  overnight_low: ({ overnightLow }) => overnightLow,
  opening_range_high: ({ openingRangeHigh }) => openingRangeHigh,
  opening_range_low: ({ openingRangeLow }) => openingRangeLow,
  point_of_control: ({ pointOfControl }) => pointOfControl,
  value_area_high: ({ valueAreaHigh }) => valueAreaHigh,
  value_area_low: ({ valueAreaLow }) => valueAreaLow,
};

function isWithin({ lowTicks, highTicks }: EventState, levelTicks: number, withinTicks: number): boolean {
  const away = levelTicks < lowTicks ? lowTicks - levelTicks : Math.max(0, levelTicks - highTicks);
  return away <= withinTicks;
}

/** Near a level of the session that moves: unclear unless all facts around the instant agree. */
function isNearLevel(
  state: EventState,
  level: NearLevel,
  withinTicks: number,
  tickSize: number,
  facts: readonly SeenFacts[],
): Holds {
  const around = facts.filter(({ atMs }) => Math.abs(atMs - state.atMs) <= FACTS_MARGIN_MS);
  const results = around.map(({ facts: seen }) => {
    const price = LEVELS[level](seen);
    return price !== null && isWithin(state, Number(price) / tickSize, withinTicks);
  });
  if (results.length < 2 || new Set(results).size > 1) return 'unclear';
  return holdsIf(results[0] === true);
}

function isNear(
  state: EventState,
  { near }: EventCondition,
  tickSize: number,
  facts: readonly SeenFacts[],
): Holds {
  if (near === null) return 'yes';
  if (near.price !== null)
    return holdsIf(isWithin(state, Math.round(Number(near.price) / tickSize), near.withinTicks));
  return near.level === null ? 'no' : isNearLevel(state, near.level, near.withinTicks, tickSize, facts);
}

export interface EventSurroundings {
  readonly tickSize: number;
  /** Of the event's instrument. */
  readonly facts: readonly SeenFacts[];
  /** The preference of the owner. */
  readonly chosenPerDay: EventsPerDay;
}

/** True for what never changes about an event: its type and side. */
export function concernsEvent(condition: EventCondition, state: Pick<EventState, 'type' | 'side'>): boolean {
  const { eventTypes, side } = condition;
  return eventTypes.some((type) => type === state.type) && (side === null || side === state.side);
}

export function fitsEvent(
  condition: EventCondition,
  state: EventState,
  { tickSize, facts, chosenPerDay }: EventSurroundings,
): Holds {
  const { minConfidence, minSize } = condition;
  const perDay = condition.perDay === 'chosen' ? chosenPerDay : condition.perDay;
  return both(
    holdsIf(state.status !== 'failed' && state.status !== 'expired' && !state.degraded && !state.isSilent),
    holdsIf(concernsEvent(condition, state)),
    holdsIf(state.exact || state.confidence >= minConfidence),
    holdsIf(state.size >= minSize && (perDay === null || state.perDay <= perDay)),
    isNear(state, condition, tickSize, facts),
  );
}
