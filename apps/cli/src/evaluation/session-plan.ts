/** Which sessions are played for training, calibration and evaluation: products, seeds and hours of the day. */
import { DAY_MS, HOUR_MS } from '@undertow/market';
import type { AgentStyle, MarketName, Scenario } from '@undertow/simulator';

/** The products of the simulator, the most traded first. */
export const SIMULATED_PRODUCTS = ['ES', 'NQ', 'YM', 'CL', 'GC'] as const;

/** The large, the middling and the small tick: each family of other mechanics is played on all of them. */
export const FAMILY_PRODUCTS = ['ES', 'CL', 'NQ'] as const;

/** Monday 2 March 2026, 00:00 UTC; five trading days follow. */
const FIRST_DAY_MS = Date.UTC(2026, 2, 2);
const DAYS = 5;
/** Beginnings in UTC: the opening in Chicago, the morning, noon, the afternoon, Europe's morning, the night. */
const START_HOURS = [14.5, 15.5, 17, 18.5, 19.75, 9, 2] as const;
const CLEAN_EVERY = 5;

/** First instant of a session, milliseconds since 1970 UTC: seeds go through days and hours. */
export function sessionStartMs(seed: number): number {
  const hour = START_HOURS[seed % START_HOURS.length]!;
  return FIRST_DAY_MS + (Math.floor(seed / START_HOURS.length) % DAYS) * DAY_MS + hour * HOUR_MS;
}

export interface SeedRange {
  readonly first: number;
  readonly count: number;
}

/** Dense sessions for numbers, and sparse ones for what candidates are like in a market as it is. */
export const TRAIN_SEEDS: SeedRange = { first: 1, count: 99 };
export const SPARSE_TRAIN_SEEDS: SeedRange = { first: 101, count: 99 };
export const CALIBRATION_SEEDS: SeedRange = { first: 200, count: 100 };
export const DEV_SEEDS: SeedRange = { first: 300, count: 100 };

/** `1-24`, as it is written into files. */
export function rangeText({ first, count }: SeedRange): string {
  return `${first}-${first + count - 1}`;
}

/** One simulated session. */
export interface SessionPlan {
  readonly symbol: string;
  readonly seed: number;
  readonly minutes: number;
  readonly scenario: Scenario;
  readonly generator: MarketName;
  /** Styles that no agent of a family has. */
  readonly excludedStyles: readonly AgentStyle[];
}

export interface PlanOptions {
  readonly seeds: readonly number[];
  readonly products: readonly string[];
  readonly minutes: number;
  /** They take turns, and products after each round of them: crossed, so that neither is known by the other. */
  readonly markets: readonly MarketName[];
  /** Of sparse sessions every fifth is clean, for false alarms. */
  readonly scenario: Scenario;
  /** None by default. */
  readonly excludedStyles?: readonly AgentStyle[];
}

/** One session a seed. */
export function sessionPlans(options: PlanOptions): SessionPlan[] {
  const { seeds, products, minutes, markets, scenario, excludedStyles = [] } = options;
  return seeds.map((seed, index) => {
    const round = Math.floor(index / markets.length);
    // A clean session every five of a product, and of a market where there are several
    const turn = markets.length > 1 ? index : Math.floor(round / products.length);
    const isClean = scenario === 'sparse' && turn % CLEAN_EVERY === CLEAN_EVERY - 1;
    return {
      symbol: products[round % products.length]!,
      seed,
      minutes,
      generator: markets[index % markets.length]!,
      scenario: isClean ? 'clean' : scenario,
      excludedStyles,
    };
  });
}

export function seedsOf({ first, count }: SeedRange): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
