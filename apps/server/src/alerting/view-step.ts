/** Turns an update of a view into a step for the rules. */
import { NEAR_LEVELS, type NearLevel, type SessionFacts } from '@undertow/contracts';
import type { Instrument } from '@undertow/market';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { LevelTicks, MarketStep, MinuteFacts, PastBar } from './market-step.ts';

const NANOS_PER_POINT = 1_000_000_000;
/** An event that changed longer ago than this is only repeated by the update and is no news. */
const FRESH_MS = 5000;

type PriceFact = {
  [K in keyof SessionFacts]: SessionFacts[K] extends string | null ? K : never;
}[keyof SessionFacts];

const FACT_OF_LEVEL: Readonly<Record<NearLevel, PriceFact>> = {
  vwap: 'vwap',
  prior_high: 'priorHigh',
  prior_low: 'priorLow',
  prior_settlement: 'priorSettlement',
  overnight_high: 'overnightHigh',
  overnight_low: 'overnightLow',
  opening_range_high: 'openingRangeHigh',
  opening_range_low: 'openingRangeLow',
  point_of_control: 'pointOfControl',
  value_area_high: 'valueAreaHigh',
  value_area_low: 'valueAreaLow',
};

export function levelsOf(instrument: Instrument, facts: SessionFacts): LevelTicks {
  const ticks = (price: string | null): number | null =>
    price === null ? null : (Number(price) * NANOS_PER_POINT) / instrument.tickNanos;
  const entries = NEAR_LEVELS.map((level) => [level, ticks(facts[FACT_OF_LEVEL[level]])]);
  return Object.fromEntries(entries) as Record<NearLevel, number | null>;
}

/** A bar of one minute as the rules see it. */
export function minuteOf({ startMs, lowTicks, highTicks, volume, contract }: PastBar): MinuteFacts {
  return { startMs, lowTicks, highTicks, volume, ...(contract === undefined ? {} : { contract }) };
}

/** True when the update carries the event's state as news, by the market's time: its rows may come late. */
export function isFresh({ marketMs }: InstrumentUpdate, updatedNs: bigint): boolean {
  return marketMs - Number(updatedNs / 1_000_000n) <= FRESH_MS;
}

/** True where nothing in the update is news. */
export function isHistory({ backfill, marketMs, newsFromMs }: InstrumentUpdate): boolean {
  return backfill && marketMs < newsFromMs;
}

export function stepOf(instrument: Instrument, update: InstrumentUpdate): MarketStep {
  const { facts, formingBar, contract } = update;
  return {
    atMs: update.asOfMs,
    contract,
    traded: update.traded,
    closed: update.closedBars.map((bar) => minuteOf({ ...bar, contract })),
    forming: formingBar === null ? null : minuteOf({ ...formingBar, contract }),
    trend: facts?.dailyTrend ?? null,
    levels: facts === null ? null : levelsOf(instrument, facts),
    events: update.events.map(({ event }) => event).filter(({ updatedNs }) => isFresh(update, updatedNs)),
    firedMs: update.backfill ? update.marketMs : update.asOfMs,
    isHistory: isHistory(update),
  };
}
