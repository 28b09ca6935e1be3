/** Generates insights, one generation per user at a time, and has jobs replace those of an older generator. */
import { INSIGHT_GENERATOR } from '@undertow/journal';
import { isSimulatedSource, MINUTE_MS } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import { AppError } from '#failures/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { JobClaim, JobQueue } from '#ports/jobs/job-queue.ts';
import type { ContextStore, InsightStore, JournalSettings, TradeStore } from '#ports/journal.ts';
import type { JournalRead } from '#ports/journal-work.ts';
import type { LiveViews } from '#ports/live-views.ts';
import type { Log } from '#ports/log.ts';
import type { MarketStore } from '#ports/market-store.ts';
import { INSIGHTS_REFRESH } from './insight-refresh.ts';
import { type ContextParts, journalMarketOf, recordedContexts } from './recorded-contexts.ts';

const EVERY_MS = 10 * MINUTE_MS;
const PAGE = 50;

export interface InsightRunnerParts extends ContextParts {
  readonly tradeContexts: ContextStore;
  readonly marketStore: Pick<MarketStore, 'listEvents'>;
  readonly views: LiveViews;
  readonly trades: TradeStore;
  readonly insights: InsightStore;
  readonly journalSettings: JournalSettings;
  readonly jobQueue: Pick<JobQueue, 'enqueue'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

/** The user's own daily limit, where their accounts name one and the same. */
async function dailyStopOf(settings: JournalSettings, userId: string): Promise<string | null> {
  const limits = (await settings.accounts(userId)).flatMap(({ rules }) => rules?.dailyLossLimit ?? []);
  const [limit] = limits;
  return limit !== undefined && limits.every((other) => other === limit) ? limit : null;
}

/** Of the platform's market only: insights are shown in an administrator's view as the user too. */
async function platformContexts(parts: InsightRunnerParts, journal: JournalRead) {
  const { access } = await parts.entitlements.of(journal.userId);
  const line = { views: parts.views, access, market: null };
  const market = journalMarketOf(parts, line);
  return isSimulatedSource(market.source) ? [] : recordedContexts(parts, journal, market);
}

async function workOut(parts: InsightRunnerParts, userId: string, claim: JobClaim | null): Promise<void> {
  const { trades, insights, journalSettings, journalWork, clock } = parts;
  const version = await trades.version(userId);
  const journal = { userId, version, rows: () => trades.rows(userId) };
  const found = await journalWork.compute(journal, {
    kind: 'insights',
    // What a simulated market did says nothing about a user's trading
    contexts: await platformContexts(parts, journal),
    dailyStop: await dailyStopOf(journalSettings, userId),
    previous: await insights.seen(userId),
  });
  const run = {
    generatedAtMs: clock.nowMs(),
    version,
    generator: INSIGHT_GENERATOR,
    trades: found.n,
    days: found.days,
    tested: found.tested,
  };
  await insights.replace(userId, found.insights, run, claim);
}

export class InsightRunner {
  readonly #parts: InsightRunnerParts;
  readonly #running = new Set<string>();

  constructor(parts: InsightRunnerParts) {
    this.#parts = parts;
  }

  isRunning(userId: string): boolean {
    return this.#running.has(userId);
  }

  /** Throws INSIGHTS_UNDER_WAY while the user's insights are being computed, and what the threads refuse. With the claim of a job it is stored behind that. */
  async generate(userId: string, claim: JobClaim | null = null): Promise<void> {
    if (this.#running.has(userId)) throw new AppError('INSIGHTS_UNDER_WAY');
    this.#running.add(userId);
    try {
      await workOut(this.#parts, userId, claim);
    } finally {
      this.#running.delete(userId);
    }
  }

  /** Enqueues a job for each generation of an older generator. */
  async enqueueOutdated(): Promise<void> {
    const { insights, jobQueue } = this.#parts;
    let after = '';
    for (;;) {
      const userIds = await insights.outdated(INSIGHT_GENERATOR, after, PAGE);
      for (const userId of userIds) {
        const job = {
          key: `${userId}/${INSIGHT_GENERATOR}`,
          payload: { generator: INSIGHT_GENERATOR },
          userId,
        };
        await jobQueue.enqueue(INSIGHTS_REFRESH, job);
      }
      const last = userIds.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  /** Looks for them now and every ten minutes. The returned function stops it and waits for the pass under way. */
  startRefreshing(): () => Promise<void> {
    const task = new RepeatingTask(
      EVERY_MS,
      () => this.enqueueOutdated(),
      (error) => this.#parts.log.error({ err: error }, 'outdated insights could not be read'),
    );
    void task.run();
    return () => task.stop();
  }
}
