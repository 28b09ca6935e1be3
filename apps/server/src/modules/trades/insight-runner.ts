/** Generates insights, one generation per user at a time, and replaces those of an older generator in the background. */
import { INSIGHT_GENERATOR } from '@undertow/journal';
import { isSimulatedSource, MINUTE_MS } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import { AppError } from '#failures/app-error.ts';
import type { Clock } from '#ports/clock.ts';
import type { ContextStore, InsightStore, JournalSettings, TradeStore } from '#ports/journal.ts';
import { type JournalRead, WorkUndone } from '#ports/journal-work.ts';
import type { LiveViews } from '#ports/live-views.ts';
import type { Log } from '#ports/log.ts';
import type { MarketStore } from '#ports/market-store.ts';
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

async function workOut(parts: InsightRunnerParts, userId: string): Promise<void> {
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
  await insights.replace(userId, found.insights, {
    generatedAtMs: clock.nowMs(),
    version,
    generator: INSIGHT_GENERATOR,
    trades: found.n,
    days: found.days,
    tested: found.tested,
  });
}

export class InsightRunner {
  readonly #parts: InsightRunnerParts;
  readonly #running = new Set<string>();
  #isStopping = false;

  constructor(parts: InsightRunnerParts) {
    this.#parts = parts;
  }

  isRunning(userId: string): boolean {
    return this.#running.has(userId);
  }

  /** Throws INSIGHTS_UNDER_WAY while the user's insights are being computed, and what the threads refuse. */
  async generate(userId: string): Promise<void> {
    if (this.#running.has(userId)) throw new AppError('INSIGHTS_UNDER_WAY');
    this.#running.add(userId);
    try {
      await workOut(this.#parts, userId);
    } finally {
      this.#running.delete(userId);
    }
  }

  /** One pass over the generations of older generators, one user after the other; what fails is left for the next pass. */
  async refreshOutdated(): Promise<void> {
    let after = '';
    for (;;) {
      const userIds = await this.#parts.insights.outdated(INSIGHT_GENERATOR, after, PAGE);
      for (const userId of userIds) if (this.#isStopping || !(await this.#refreshOne(userId))) return;
      const last = userIds.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  /** Looks for them now and every ten minutes. The returned function stops it and waits for the pass under way. */
  startRefreshing(): () => Promise<void> {
    // Again, where another process did so meanwhile
    this.#isStopping = false;
    const task = new RepeatingTask(
      EVERY_MS,
      () => this.refreshOutdated(),
      (error) => this.#parts.log.error({ err: error }, 'outdated insights could not be read'),
    );
    void task.run();
    return () => {
      this.#isStopping = true;
      return task.stop();
    };
  }

  /** False when there is no capacity for background work now. */
  async #refreshOne(userId: string): Promise<boolean> {
    try {
      if (!this.#running.has(userId)) await this.generate(userId);
    } catch (error) {
      if (this.#isStopping || (error instanceof WorkUndone && error.reason === 'busy')) return false;
      this.#parts.log.error({ err: error, userId }, 'outdated insights could not be recomputed');
    }
    return true;
  }
}
