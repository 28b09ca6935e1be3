/** The stored markets of owners' account feeds: the only code that reads or writes their tables. */
import { epochMs, type FlowEvent } from '@undertow/market';
import { and, asc, eq, lte, or } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { accountEvents } from '#adapters/storage/tables/account-tables.ts';
import type { AccountDueEvent, AccountMarket, AccountMarkets, OwnerSeal } from '#ports/account-feeds.ts';
import { SecretUnreadable } from '#ports/credentials.ts';
import type { EventWindowCodec } from '#ports/market-store.ts';
import { accountBarReads, saveAccountBars } from './account-bars.ts';
import { accountContexts } from './account-contexts.ts';
import { accountGapReads, accountGapWrites } from './account-gaps.ts';
import { accountHistory } from './account-history.ts';
import { accountOutcomeReads, accountOutcomeWrites } from './account-outcomes.ts';
import { accountSignalReads, accountSignalWrites, openSignal } from './account-signals.ts';
import { OwnerKeys } from './owner-keys.ts';

/** What seals the market data of users' own account feeds, and what reads their windows. */
export interface AccountSealing {
  readonly seal: OwnerSeal;
  readonly windowCodec: EventWindowCodec;
}

const RECORDINGS = 'recordings';

type DueState = Parameters<AccountMarkets['settle']>[0][number];

class SealedMarkets implements AccountMarkets {
  readonly #keys: OwnerKeys;

  constructor(orm: Orm, seal: OwnerSeal) {
    this.#keys = new OwnerKeys(orm, seal);
  }

  of(ownerId: string): AccountMarket {
    const keys = this.#keys;
    const bars = accountBarReads(keys, ownerId);
    const signals = accountSignalReads(keys, ownerId);
    return {
      ownerId,
      ...bars,
      ...signals,
      ...accountGapReads(keys, ownerId),
      ...accountOutcomeReads(keys, ownerId),
      history: accountHistory(keys, ownerId),
      contexts: accountContexts(keys, ownerId, { ...bars, ...signals }),
      barsOf: (contract) => accountBarReads(keys, ownerId, contract),
      recordingKey: () => keys.writing(ownerId, async (key) => key.derive(RECORDINGS)),
      findRecordingKey: () => keys.reading(ownerId, undefined, async (key) => key.derive(RECORDINGS)),
      record: () => ({
        ownerId,
        async saveBars(origin, saved) {
          if (saved.length > 0) await saveAccountBars(keys, ownerId, origin, saved);
        },
        ...accountGapWrites(keys, ownerId),
        ...accountSignalWrites(keys, ownerId),
        ...accountOutcomeWrites(keys, ownerId),
      }),
    };
  }

  async due(limit: number): Promise<readonly AccountDueEvent[]> {
    const { orm } = this.#keys;
    const owners = await orm
      .selectDistinct({ userId: accountEvents.userId })
      .from(accountEvents)
      .where(eq(accountEvents.isDue, true));
    const found: AccountDueEvent[] = [];
    for (const { userId } of owners) found.push(...(await this.#dueOf(userId, limit)));
    return found.toSorted((a, b) => a.updatedMs - b.updatedMs).slice(0, limit);
  }

  /** What does not open waits for its key, and delays no other owner. */
  async #dueOf(userId: string, limit: number): Promise<readonly AccountDueEvent[]> {
    const { orm } = this.#keys;
    try {
      return await this.#keys.reading(userId, [], async (key) => {
        const rows = await orm
          .select()
          .from(accountEvents)
          .where(and(eq(accountEvents.userId, userId), eq(accountEvents.isDue, true)))
          .orderBy(asc(accountEvents.updatedMs), asc(accountEvents.id))
          .limit(limit);
        return rows.map((row) => ({
          ...{ userId, eventId: row.id, updatedMs: row.updatedMs },
          source: row.source as AccountDueEvent['source'],
          event: openSignal<FlowEvent>(key, row).signal,
        }));
      });
    } catch (error) {
      if (error instanceof SecretUnreadable) return [];
      throw error;
    }
  }

  async settle(states: readonly DueState[]): Promise<void> {
    if (states.length === 0) return;
    await this.#keys.orm
      .update(accountEvents)
      .set({ isDue: false })
      .where(
        or(
          ...states.map(({ userId, eventId, updatedMs }) =>
            and(
              ...[eq(accountEvents.userId, userId), eq(accountEvents.id, eventId)],
              lte(accountEvents.updatedMs, epochMs(updatedMs)),
            ),
          ),
        ),
      );
  }
}

export function createAccountMarkets(orm: Orm, seal: OwnerSeal): AccountMarkets {
  return new SealedMarkets(orm, seal);
}
