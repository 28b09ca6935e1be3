/** A rule that can be tested: entry, filters, direction, order, exits, size, costs and fills. Plain data, stored as it is. */
import { type NewsFilter, parseDay, type SessionHours, type Trend, weekdayOf } from '@undertow/market';
import type { Condition } from './condition.ts';

export const DIRECTIONS = ['with_event', 'against_event', 'long', 'short'] as const;
/** `with_event`: buy on the bid side, on a rise, on a crossing upwards. */
export type Direction = (typeof DIRECTIONS)[number];

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export function weekdayOfDay(tradingDay: string): Weekday {
  // Days of the week count from Sunday
  return WEEKDAYS[(weekdayOf(parseDay(tradingDay)) + 6) % 7]!;
}

/** Against the same hour of earlier sessions, by thirds. */
export const VOLATILITIES = ['low', 'mid', 'high'] as const;
export type Volatility = (typeof VOLATILITIES)[number];

export const FILL_MODELS = ['fast', 'queue'] as const;
/** `fast`: the worst prices of each second. `queue`: the recorded book, row by row. */
export type FillModel = (typeof FILL_MODELS)[number];

/** A distance from the entry: ticks, or multiples of the current range (the mean range of the last 20 minutes). */
export interface Distance {
  readonly value: number;
  readonly unit: 'ticks' | 'ranges';
}

export interface RuleEntry {
  /** All of them have to become true, in any order, the last within `withinSeconds` of the first. */
  readonly all: readonly Condition[];
  /** Null where there is one condition. */
  readonly withinSeconds: number | null;
}

export interface RuleFilters {
  readonly session: SessionHours;
  /** Exchange time (Chicago), from the first minute to before the other; over midnight where the first is later. */
  readonly hours: { readonly from: string; readonly to: string } | null;
  /** By trading day; null: all. */
  readonly weekdays: readonly Weekday[] | null;
  readonly trend: readonly Trend[] | null;
  readonly volatility: readonly Volatility[] | null;
  /** `complete`: no gap of the feed in the last ten minutes. */
  readonly quality: 'any' | 'complete';
  readonly news: NewsFilter;
}

export type RuleOrder =
  | { readonly kind: 'market' }
  /** Rests so many ticks behind the best price of its own side, and is cancelled after the time. */
  | { readonly kind: 'limit'; readonly behindTicks: number; readonly waitSeconds: number };

/** What ends a position first counts; all of them end with the trading day. */
export interface RuleExits {
  readonly stop: Distance | null;
  readonly target: Distance | null;
  readonly trailing: Distance | null;
  readonly timeSeconds: number | null;
  /** The first condition becomes true on the other side. */
  readonly oppositeEvent: boolean;
  /** A position of regular hours ends with them. */
  readonly sessionEnd: boolean;
}

export interface BacktestRule {
  readonly name: string;
  /** Product symbol, for example `ES`. */
  readonly product: string;
  readonly entry: RuleEntry;
  readonly filters: RuleFilters;
  readonly direction: Direction;
  readonly order: RuleOrder;
  /** Contracts of each position, and how many positions may be open at once. */
  readonly position: { readonly size: number; readonly max: number };
  readonly exits: RuleExits;
  /** Between two entries. */
  readonly coolDownSeconds: number;
  /** Commission of one contract in and out, decimal text in US dollars. */
  readonly costs: { readonly roundTurn: string };
  readonly fills: { readonly model: FillModel; readonly latencyMs: number; readonly jitterMs: number };
}

export const NO_FILTERS: RuleFilters = {
  session: 'any',
  hours: null,
  weekdays: null,
  trend: null,
  volatility: null,
  quality: 'any',
  news: 'any',
};
