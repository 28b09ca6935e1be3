/** The fixed catalogue: every question that a generation asks, in one order, whatever the data look like. */
import type { Question } from './claim.ts';
import { afterExit, earlyExit, tightStop } from './families/after-exit.ts';
import { afterLoss, afterLossStreak } from './families/after-loss.ts';
import { changeOverTime } from './families/change-over-time.ts';
import { consistency } from './families/consistency.ts';
import { contextQuestions } from './families/context.ts';
import { correlatedTrades } from './families/correlated-trades.ts';
import { costDrag } from './families/cost-drag.ts';
import { dailyStop } from './families/daily-stop.ts';
import { edgeOverall } from './families/edge-overall.ts';
import { giveBack } from './families/give-back.ts';
import { holdingTime } from './families/holding-time.ts';
import { noStop } from './families/no-stop.ts';
import { overtrading } from './families/overtrading.ts';
import { revenge } from './families/revenge.ts';
import { side } from './families/side.ts';
import { size } from './families/size.ts';
import { strategy } from './families/strategy.ts';
import { symbol } from './families/symbol.ts';
import { timeOfDay } from './families/time-of-day.ts';
import { weekday } from './families/weekday.ts';
import { wideStop } from './families/wide-stop.ts';
import type { GenerationOptions } from './generation-options.ts';
import type { Insight, InsightKind } from './insight.ts';
import type { TradeColumns } from './trade-columns.ts';

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

/** Questions that have enough trades; blocked kinds are not asked. */
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

/** Findings that are counted and not tested; blocked kinds are not told. */
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
