/** Insights of the journal: computed on request, kept with what their person did with them. */
import {
  generateInsights,
  getInsightRun,
  type InsightDto,
  instantOfMs,
  listInsights,
  markInsightImplemented,
  markInsightRead,
  type RouteResponse,
} from '@undertow/contracts';
import { formatMicros, INSIGHT_GENERATOR, type Insight } from '@undertow/journal';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import type { Clock } from '#ports/clock.ts';
import type { InsightStore, StoredInsight, TradeStore } from '#ports/journal.ts';
import type { InsightRunner } from './insight-runner.ts';
import { journalError } from './journal-errors.ts';
import { rowNumber } from './row-number.ts';

const MAX_WITHIN = 1;
const WITHIN_MS = 30_000;

export interface InsightParts {
  readonly trades: TradeStore;
  readonly insights: InsightStore;
  readonly insightRunner: InsightRunner;
  readonly clock: Clock;
}

type Effect = NonNullable<Insight['effect']>;

const UNITS = {
  'micros-per-trade': 'money-per-trade',
  micros: 'money',
  rate: 'rate',
  ratio: 'ratio',
  count: 'count',
} as const;

/** Money in micros becomes decimal text, rates and ratios get four decimals. */
function effectText(unit: Effect['unit'], value: number): string {
  if (unit === 'micros' || unit === 'micros-per-trade') return formatMicros(Math.round(value));
  return Number.isInteger(value) ? String(value) : value.toFixed(4);
}

function effectDto(effect: Effect): NonNullable<InsightDto['effect']> {
  const { unit, value, ci95, mean, baseline, n, days } = effect;
  const text = (figure: number): string => effectText(unit, figure);
  return {
    unit: UNITS[unit],
    value: text(value),
    ci95: ci95 === null ? null : [text(ci95[0]), text(ci95[1])],
    mean: text(mean),
    baseline: baseline === null ? null : text(baseline),
    n,
    days,
  };
}

function insightDto({ id, insight, firstSeenAtMs, isRead, isImplemented }: StoredInsight): InsightDto {
  const {
    key: _key,
    kind: _kind,
    details: _details,
    effect,
    impactMicrosPerMonth,
    tradeIds,
    ...words
  } = insight;
  return {
    ...words,
    id: String(id),
    effect: effect === null ? null : effectDto(effect),
    impactPerMonth: impactMicrosPerMonth === null ? null : formatMicros(Math.round(impactMicrosPerMonth)),
    tradeIds: [...tradeIds],
    firstSeenAt: instantOfMs(firstSeenAtMs),
    isRead,
    isImplemented,
  };
}

export function bindInsightRoutes(binder: RouteBinder, parts: InsightParts): void {
  const { trades, insights, insightRunner, clock } = parts;
  const mayGenerate = createUserLimit(MAX_WITHIN, WITHIN_MS, clock, 'INSIGHTS_TOO_SOON');

  binder.bindUser(listInsights, async ({ user: { userId } }) =>
    (await insights.list(userId)).map(insightDto),
  );

  binder.bindUser(
    getInsightRun,
    async ({ user: { userId } }): Promise<RouteResponse<typeof getInsightRun>> => {
      const [run, version] = await Promise.all([insights.run(userId), trades.version(userId)]);
      const state = insightRunner.isRunning(userId) ? 'running' : run === undefined ? 'never' : 'done';
      return {
        state,
        generatedAt: run === undefined ? null : instantOfMs(run.generatedAtMs),
        trades: run?.trades ?? 0,
        days: run?.days ?? 0,
        tested: run?.tested ?? 0,
        stale: run !== undefined && (run.version !== version || run.generator !== INSIGHT_GENERATOR),
      };
    },
  );

  binder.bindUser(generateInsights, async ({ user: { userId } }) => {
    if (insightRunner.isRunning(userId)) throw new AppError('INSIGHTS_UNDER_WAY');
    mayGenerate(userId);
    try {
      await insightRunner.generate(userId);
    } catch (error) {
      throw journalError(error);
    }
    return (await insights.list(userId)).map(insightDto);
  });

  binder.bindUser(markInsightRead, async ({ user: { userId }, params }) => {
    if (!(await insights.markRead(userId, rowNumber(params.id), clock.nowMs())))
      throw new AppError('NOT_FOUND');
    return OK;
  });

  binder.bindUser(markInsightImplemented, async ({ user: { userId }, params }) => {
    const marked = await insights.markImplemented(userId, rowNumber(params.id), clock.nowMs());
    if (marked === 'unknown') throw new AppError('NOT_FOUND');
    if (marked === 'unread') throw new AppError('INSIGHT_UNREAD');
    return OK;
  });
}
