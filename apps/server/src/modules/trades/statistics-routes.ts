/** Figures of the journal: the specified cards, all statistics, the rules of accounts. */
import { getPropRules, getTradeAnalysis, getTradeStatistics } from '@undertow/contracts';
import { exchangeDayOf } from '@undertow/journal';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import type { Clock } from '#ports/clock.ts';
import type { JournalSettings, TradeFilter, TradeStore } from '#ports/journal.ts';
import type { JournalRead, JournalTask, JournalWork, ResponseOf } from '#ports/journal-work.ts';
import { journalError } from './journal-errors.ts';
import { createResponseCache } from './response-cache.ts';

export interface StatisticsParts {
  readonly trades: TradeStore;
  readonly journalSettings: JournalSettings;
  readonly journalWork: JournalWork;
  readonly clock: Clock;
}

/** A user's trades as of now, for the threads. */
export async function journalOf(trades: TradeStore, userId: string): Promise<JournalRead> {
  return { userId, version: await trades.version(userId), rows: () => trades.rows(userId) };
}

const isEmpty = (filter: TradeFilter): boolean => Object.values(filter).every((value) => value === undefined);

export function bindStatisticsRoutes(binder: RouteBinder, parts: StatisticsParts): void {
  const { trades, journalSettings, journalWork, clock } = parts;
  const cached = createResponseCache();

  async function respond<T extends JournalTask>(
    userId: string,
    name: string,
    taskOf: () => Promise<T>,
  ): Promise<ResponseOf<T>> {
    const journal = await journalOf(trades, userId);
    try {
      return await cached(userId, journal.version, name, async () =>
        journalWork.compute(journal, await taskOf()),
      );
    } catch (error) {
      throw journalError(error);
    }
  }

  binder.bindUser(getTradeAnalysis, ({ user: { userId } }) =>
    respond(userId, 'analysis', async () => ({ kind: 'analysis' })),
  );

  binder.bindUser(getTradeStatistics, ({ user: { userId }, query }) => {
    const { currency, view, ...filter } = query;
    return respond(userId, `statistics ${JSON.stringify(query)}`, async () => {
      const accounts = filter.account === undefined ? [] : await journalSettings.accounts(userId);
      const account = accounts.find((one) => one.account === filter.account);
      return {
        kind: 'statistics',
        ids: isEmpty(filter) ? null : await trades.ids(userId, filter),
        currency: currency ?? null,
        view,
        // A balance is the one before the first trade: a part of the trades does not begin with it, nor do those before a reset
        startBalance:
          isWhole(filter) && (account?.rules?.countFrom ?? null) === null
            ? (account?.startBalance ?? null)
            : null,
      };
    });
  });

  binder.bindUser(getPropRules, async ({ user: { userId }, query }) => {
    const accounts = await journalSettings.accounts(userId);
    const unknown = { account: query.account, zone: null, currency: 'USD', startBalance: null, rules: null };
    const account = accounts.find((one) => one.account === query.account) ?? unknown;
    const dayNow = exchangeDayOf(clock.nowMs());
    const name = `rules ${dayNow} ${JSON.stringify(account)}`;
    const states = await respond(userId, name, async () => ({ kind: 'rules', account, dayNow }));
    return { account: account.account, currency: account.currency, ...states };
  });
}

/** True when nothing but the account narrows the trades. */
function isWhole({ account: _account, ...rest }: TradeFilter): boolean {
  return isEmpty(rest);
}
