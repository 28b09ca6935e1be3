/** What only the whole evaluation plays: days of icebergs for their forecasts, and worlds of several products for who leads. */
import type { ForecastReached, LeadReached, PairMinuteOutcome } from '@undertow/detection';
import type { FeedTier } from '@undertow/market';
import type { Generator } from '@undertow/simulator';
import type { WorldPlan } from './cross-market-session.ts';
import { forecastsOf, leadsOf } from './evaluation-figures.ts';
import type { DayPlan, TierForecasts } from './forecast-session.ts';
import { SIMULATED_PRODUCTS } from './session-plan.ts';
import type { SessionPool } from './session-pool.ts';

/** Hours of all products of one world at once. The null has nothing in common and hides nothing. */
const WORLDS = { g1: 12, g4: 6, g0: 0 } as const;
const WORLD_MINUTES = 60;
/** Days of one product, in turns. */
const DAYS = { g1: 10, g4: 5, g0: 0 } as const;
const DAY_MINUTES = 6 * 60;
/** Feeds that show the orders or the events of an iceberg's end. */
const FORECAST_TIERS: readonly FeedTier[] = ['L3', 'L2S'];

export interface FurtherPlans {
  readonly worlds: readonly WorldPlan[];
  readonly days: readonly DayPlan[];
}

export const NO_FURTHER_PLANS: FurtherPlans = { worlds: [], days: [] };

export function furtherPlans(
  generators: readonly Generator[],
  seedsOf: (generator: Generator, count: number) => readonly number[],
): FurtherPlans {
  return {
    worlds: generators.flatMap((generator) =>
      seedsOf(generator, WORLDS[generator]).map((seed) => ({ seed, generator, minutes: WORLD_MINUTES })),
    ),
    days: generators.flatMap((generator) =>
      seedsOf(generator, DAYS[generator]).map((seed, index) => ({
        symbol: SIMULATED_PRODUCTS[index % SIMULATED_PRODUCTS.length]!,
        seed,
        generator,
        minutes: DAY_MINUTES,
      })),
    ),
  };
}

/** `onDone` receives how many of all are finished. */
export async function playFurther(
  pool: SessionPool,
  { worlds, days }: FurtherPlans,
  requested: readonly FeedTier[],
  onDone: (done: number, all: number) => void,
): Promise<{ forecasts: ForecastReached[]; leads: LeadReached[] }> {
  const all = worlds.length + days.length;
  const tiers = FORECAST_TIERS.filter((tier) => requested.includes(tier));
  const played = await pool.play(
    days.map((plan) => ({ kind: 'forecast' as const, plan, tiers })),
    (done) => onDone(done, all),
  );
  const minutes = await pool.play(
    worlds.map((plan) => ({ kind: 'world' as const, plan })),
    (done) => onDone(days.length + done, all),
  );
  return {
    forecasts: forecastsOf(
      days.map(({ generator }, at) => ({ generator, tiers: played[at] as TierForecasts[] })),
    ),
    leads: leadsOf(
      worlds.map(({ generator }, at) => ({ generator, minutes: minutes[at] as PairMinuteOutcome[] })),
    ),
  };
}
