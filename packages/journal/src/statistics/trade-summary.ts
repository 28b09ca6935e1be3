/** What the statistics of a set of trades consist of. */

import type { Distribution } from '#inference/distribution.ts';
import type { Micros } from '#numbers/money.ts';
import type { DrawdownSpan, EquityPoint } from './equity-path.ts';
import type { FigureName } from './figures.ts';
import type { Statistic } from './statistic.ts';
import type { GroupKind, TradeGroup } from './trade-groups.ts';

export interface CurrencyCount {
  readonly currency: string;
  readonly trades: number;
}

export interface CalendarDay {
  readonly day: string;
  readonly netMicros: Micros;
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
}

export interface TradeSummary {
  /** Null without trades and when they are in several currencies: then no amount is given. */
  readonly currency: string | null;
  /** Most trades first. */
  readonly currencies: readonly CurrencyCount[];
  readonly closed: number;
  readonly wins: number;
  readonly losses: number;
  readonly zeros: number;
  readonly days: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly figures: Readonly<Record<FigureName, Statistic>>;
  /** One point a day with trades. */
  readonly equity: readonly EquityPoint[];
  readonly drawdown: DrawdownSpan | null;
  readonly calendar: readonly CalendarDay[];
  readonly groups: Readonly<Record<GroupKind, readonly TradeGroup[]>>;
  readonly distribution: Distribution;
  readonly remarks: readonly string[];
}

export interface SummaryOptions {
  /** From the user and the data, so that the same data give the same intervals. */
  readonly seed: number;
  /** Balance before the first trade; null or missing: no shares of the balance are given. */
  readonly startBalanceMicros?: Micros | null;
  /** Draws of days for each interval; by default as many as the number of days allows, 500 to 2,000. */
  readonly resamples?: number;
  /** What the caller counts, for the remarks; `positionsOf` makes positions of rows. */
  readonly view?: 'positions' | 'rows';
  /** Open trades that the caller left out, for the remarks. */
  readonly openTrades?: number;
}
