/** The fixed catalogue: every question of a generation, in one order, independent of the data. */
import type { Question } from '#insights/claims/claim.ts';
import type { Insight, InsightKind } from '#insights/claims/insight.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { afterExit, earlyExit, tightStop } from '#insights/families/after-exit.ts';
import { afterLoss, afterLossStreak } from '#insights/families/after-loss.ts';
import { changeOverTime } from '#insights/families/change-over-time.ts';
import { consistency } from '#insights/families/consistency.ts';
import { contextQuestions } from '#insights/families/context.ts';
import { correlatedTrades } from '#insights/families/correlated-trades.ts';
import { costDrag } from '#insights/families/cost-drag.ts';
import { dailyStop } from '#insights/families/daily-stop.ts';
import { edgeOverall } from '#insights/families/edge-overall.ts';
import { giveBack } from '#insights/families/give-back.ts';
import { holdingTime } from '#insights/families/holding-time.ts';
import { noStop } from '#insights/families/no-stop.ts';
import { overtrading } from '#insights/families/overtrading.ts';
import { revenge } from '#insights/families/revenge.ts';
import { side } from '#insights/families/side.ts';
import { size } from '#insights/families/size.ts';
import { strategy } from '#insights/families/strategy.ts';
import { symbol } from '#insights/families/symbol.ts';
import { timeOfDay } from '#insights/families/time-of-day.ts';
import { weekday } from '#insights/families/weekday.ts';
import { wideStop } from '#insights/families/wide-stop.ts';
import type { GenerationOptions } from './generation-options.ts';

const TESTED_FAMILIES: readonly ((columns: TradeColumns) => Question | null)[] = [
  edgeOverall,
  timeOfDay,
  weekday,
  symbol,
  strategy,
  side,
  size,
  holdingTime,
  afterLoss,
  revenge,
  afterLossStreak,
  overtrading,
  wideStop,
  changeOverTime,
];

/** Questions that have enough trades; blocked kinds are left out. */
export function catalogueQuestions(
  columns: TradeColumns,
  options: GenerationOptions,
  blocked: ReadonlySet<InsightKind>,
): Question[] {
  const contexts = options.context ?? [];
  const after = afterExit(columns, contexts);
  const questions = [
    ...TESTED_FAMILIES.map((family) => family(columns)),
    dailyStop(columns, options.dailyStopMicros ?? null),
    earlyExit(columns, after),
    tightStop(columns, after),
    ...contextQuestions(columns, contexts),
  ];
  return questions.filter((question) => question !== null).filter(({ kind }) => !blocked.has(kind));
}

/** Findings that are counted and not tested; blocked kinds are left out. */
export function catalogueFacts(
  columns: TradeColumns,
  sampling: { readonly seed: number; readonly resamples: number },
  blocked: ReadonlySet<InsightKind>,
): Insight[] {
  return [
    ...costDrag(columns),
    ...noStop(columns),
    ...giveBack(columns, sampling),
    ...consistency(columns, sampling),
    ...correlatedTrades(columns),
  ].filter(({ kind }) => !blocked.has(kind));
}
