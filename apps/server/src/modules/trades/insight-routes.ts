/** Insights of the journal: worked out when asked, kept with what their person did with them. */
import {
  generateInsights,
  getInsightRun,
  type InsightDto,
  instantOfMs,
  listInsights,
  markInsightImplemented,
  markInsightRead,
  type RouteAnswer,
} from '@undertow/contracts';
import { formatMicros, type Insight } from '@undertow/journal';
import type { Clock } from '#dependencies.ts';
import { AppError } from '#http/app-error.ts';
import { OK, type RouteBinder } from '#http/bind-route.ts';
import { journalError } from '#http/journal-errors.ts';
import { rowNumber } from '#http/row-number.ts';
import { createUserLimit } from '#http/user-limit.ts';
import type { InsightStore, JournalSettings, StoredInsight, TradeStore } from '#journal-dependencies.ts';
import { type ContextParts, recordedContexts } from './recorded-contexts.ts';

const MOST_WITHIN = 1;
const WITHIN_MS = 30_000;

export interface InsightParts extends ContextParts {
  readonly trades: TradeStore;
  readonly insights: InsightStore;
  readonly journalSettings: JournalSettings;
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

/** The person's own daily limit, where his accounts name one and the same. */
async function dailyStopOf(settings: JournalSettings, userId: string): Promise<string | null> {
  const limits = (await settings.accounts(userId)).flatMap(({ rules }) => rules?.dailyLossLimit ?? []);
  const [limit] = limits;
  return limit !== undefined && limits.every((other) => other === limit) ? limit : null;
}

async function generate(parts: InsightParts, userId: string): Promise<void> {
  const { trades, insights, journalSettings, journalWork, clock } = parts;
  const version = await trades.version(userId);
  const journal = { userId, version, rows: () => trades.rows(userId) };
  const found = await journalWork.compute(journal, {
    kind: 'insights',
    // What a simulated market did says nothing about a person's trading
    contexts: await recordedContexts(parts, journal, (source) => source !== 'simulated'),
    dailyStop: await dailyStopOf(journalSettings, userId),
    previous: await insights.seen(userId),
  });
  await insights.replace(userId, found.insights, {
    generatedAtMs: clock.nowMs(),
    version,
    trades: found.n,
    days: found.days,
    tested: found.tested,
  });
}

export function bindInsightRoutes(binder: RouteBinder, parts: InsightParts): void {
  const { trades, insights, clock } = parts;
  const mayGenerate = createUserLimit(MOST_WITHIN, WITHIN_MS, clock, 'INSIGHTS_TOO_SOON');
  const running = new Set<string>();

  binder.bindUser(listInsights, async ({ user: { userId } }) =>
    (await insights.list(userId)).map(insightDto),
  );

  binder.bindUser(getInsightRun, async ({ user: { userId } }): Promise<RouteAnswer<typeof getInsightRun>> => {
    const [run, version] = await Promise.all([insights.run(userId), trades.version(userId)]);
    const state = running.has(userId) ? 'running' : run === undefined ? 'never' : 'done';
    return {
      state,
      generatedAt: run === undefined ? null : instantOfMs(run.generatedAtMs),
      trades: run?.trades ?? 0,
      days: run?.days ?? 0,
      tested: run?.tested ?? 0,
      stale: run !== undefined && run.version !== version,
    };
  });

  binder.bindUser(generateInsights, async ({ user: { userId } }) => {
    if (running.has(userId)) throw new AppError('INSIGHTS_UNDER_WAY');
    mayGenerate(userId);
    running.add(userId);
    try {
      await generate(parts, userId);
    } catch (error) {
      throw journalError(error);
    } finally {
      running.delete(userId);
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
