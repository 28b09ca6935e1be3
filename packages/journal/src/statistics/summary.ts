/**
 * All statistics of closed trades in one call: figures with intervals, curve, calendar, groups, distribution, remarks.
 */

import { distributionOf } from '#inference/distribution.ts';
import { SeededRandom } from '#numbers/random.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { dayFiguresOf } from './day-figures.ts';
import { daySegmentsOf, equityPathOf } from './equity-path.ts';
import { FIGURE_NAMES, FIGURES, type FigureName } from './figures.ts';
import { figureOf, missing } from './make-statistic.ts';
import { mixedRemark, remarksOf } from './remarks.ts';
import { riskOfRuinOf } from './ruin.ts';
import type { NoValueReason, Statistic } from './statistic.ts';
import { streakFiguresOf } from './streaks.ts';
import { sumFiguresOf } from './sum-figures.ts';
import { CORE, EXTRA, type Tally, tallyOf } from './tally.ts';
import { exposureOf, holdingFiguresOf, holdingTimesOf } from './time-figures.ts';
import { outcomeOf, type TradeDays, tradeDaysOf } from './trade-days.ts';
import { tradeGroupsOf } from './trade-groups.ts';
import type { CalendarDay, CurrencyCount, SummaryOptions, TradeSummary } from './trade-summary.ts';

const MAX_RESAMPLES = 2000;
const MIN_RESAMPLES = 500;
/**
 * Day draws that an interval may cost: 2,000 resamples up to 500 days, fewer beyond, where intervals are tight anyway.
 */
const DAY_DRAWS = 1_000_000;

/** Trades by currency, most trades first. */
export function currenciesOf(trades: readonly JournalTrade[]): readonly CurrencyCount[] {
  const counts = new Map<string, number>();
  for (const { currency } of trades) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts]
    .map(([currency, count]) => ({ currency, trades: count }))
    .sort((a, b) => b.trades - a.trades || (a.currency < b.currency ? -1 : 1));
}

/** How many draws of so many days are taken by default. */
function resamplesFor(days: number): number {
  return Math.min(MAX_RESAMPLES, Math.max(MIN_RESAMPLES, Math.floor(DAY_DRAWS / Math.max(days, 1))));
}

function calendarOf({ days }: TradeDays, { core }: Tally): CalendarDay[] {
  return days.map((day, at) => {
    const of = (column: number): number => core.values[at * core.width + column]!;
    return {
      day,
      netMicros: of(CORE.won) + of(CORE.lost),
      trades: of(CORE.n),
      wins: of(CORE.wins),
      losses: of(CORE.losses),
    };
  });
}

/** Every figure without a value, for the same reason. */
function allMissing(reason: NoValueReason, n: number): Record<FigureName, Statistic> {
  const figures = FIGURE_NAMES.map((name) => [name, missing(reason, n)]);
  return Object.fromEntries(figures) as Record<FigureName, Statistic>;
}

/** Counts only: amounts of different currencies are never added up. */
function mixedSummary(trades: readonly JournalTrade[], currencies: readonly CurrencyCount[]): TradeSummary {
  const days = tradeDaysOf(trades).days;
  const outcomes = trades.map((trade) => outcomeOf(trade.netMicros));
  return {
    currency: null,
    currencies,
    closed: trades.length,
    wins: outcomes.filter((outcome) => outcome > 0).length,
    losses: outcomes.filter((outcome) => outcome < 0).length,
    zeros: outcomes.filter((outcome) => outcome === 0).length,
    days: days.length,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    figures: allMissing('mixed-currencies', trades.length),
    equity: [],
    drawdown: null,
    calendar: [],
    groups: { hour: [], weekday: [], symbol: [], strategy: [], side: [], holding: [] },
    distribution: { edgesMicros: [], counts: [] },
    remarks: [mixedRemark(currencies)],
  };
}

/**
 * Statistics of closed trades (rows, or positions of `positionsOf`). Intervals come from resampled days with the given
 * seed: the same trades in any order give the same summary. Throws RangeError for a trade whose day is not a day.
 */
export function summaryOf(trades: readonly JournalTrade[], options: SummaryOptions): TradeSummary {
  const currencies = currenciesOf(trades);
  if (currencies.length > 1) return mixedSummary(trades, currencies);
  const startBalanceMicros = options.startBalanceMicros ?? null;
  const days = tradeDaysOf(trades);
  const resamples = options.resamples ?? resamplesFor(days.days.length);
  const random = (name: string): SeededRandom => new SeededRandom(options.seed, name);
  const tally = tallyOf(days);
  const count = (column: number): number => tally.coreTotals[column]!;
  const segments = daySegmentsOf(days);
  const path = equityPathOf(days, startBalanceMicros);
  const holdingTimes = holdingTimesOf(days.trades);
  const end = path.points.at(-1)?.equityMicros ?? 0;
  const totalTrades = figureOf(FIGURES.totalTrades, trades.length, trades.length, null);
  return {
    currency: currencies[0]?.currency ?? null,
    currencies,
    closed: trades.length,
    wins: count(CORE.wins),
    losses: count(CORE.losses),
    zeros: count(CORE.n) - count(CORE.wins) - count(CORE.losses),
    days: days.days.length,
    firstDay: days.days[0] ?? null,
    lastDay: days.days.at(-1) ?? null,
    figures:
      trades.length === 0
        ? { ...allMissing('no-trades', 0), totalTrades }
        : {
            ...sumFiguresOf(tally, resamples, random('sums'), random('extras')),
            ...dayFiguresOf(days, segments, path, {
              startBalanceMicros,
              maeCount: tally.extraTotals[EXTRA.maeCount]!,
              resamples,
              random: random('paths'),
            }),
            ...streakFiguresOf(days.outcomes, count(CORE.wins), count(CORE.losses)),
            ...holdingFiguresOf(holdingTimes),
            exposure: exposureOf(days.trades, days.days.length),
            riskOfRuin: riskOfRuinOf(segments, startBalanceMicros === null ? null : end, random('ruin')),
          },
    equity: path.points,
    drawdown: path.deepest,
    calendar: calendarOf(days, tally),
    groups: tradeGroupsOf(days, holdingTimes),
    distribution: distributionOf(days.netMicros),
    remarks: remarksOf({
      days,
      tally,
      path,
      holdingTimes: holdingTimes.length,
      startBalanceMicros,
      view: options.view ?? 'positions',
      openTrades: options.openTrades ?? 0,
    }),
  };
}
