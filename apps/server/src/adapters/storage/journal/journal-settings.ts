/** What a user set about their trading accounts, and what they answered about the layouts of their files. */

import { type ImportAnswersDto, type TradeAccountDto, tradeAccount } from '@undertow/contracts';
import { formatMicros, microsOf } from '@undertow/journal';
import { epochMs } from '@undertow/market';
import { and, desc, eq, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { journalAccounts, journalMappings } from '#adapters/storage/tables/journal-tables.ts';
import type { JournalSettings } from '#ports/journal.ts';
import { seenTrades } from './journal-filter.ts';
import { raiseVersion } from './journal-version.ts';

/** Per person; beyond it the oldest answers are deleted. */
const MAX_MAPPINGS = 200;
const MAX_ACCOUNTS = 500;

function accountOf(row: typeof journalAccounts.$inferSelect): TradeAccountDto {
  const { account, zone, currency, startBalanceMicros, rules } = row;
  return {
    account,
    zone,
    currency,
    startBalance: startBalanceMicros === null ? null : formatMicros(startBalanceMicros),
    // Rules that were saved before a rule was known do not have it
    rules: tradeAccount.shape.rules.parse(rules),
  };
}

/** Accounts that trades name, each with the currency of most of them. */
async function namedAccounts(orm: Orm, userId: string): Promise<readonly TradeAccountDto[]> {
  const rows = await rowsOf<{ account: string; currency: string }>(
    orm,
    sql`SELECT account, mode() WITHIN GROUP (ORDER BY currency) AS currency FROM journal_trades
      WHERE ${seenTrades(userId)} GROUP BY account ORDER BY account LIMIT ${MAX_ACCOUNTS}`,
  );
  return rows.map((row) => ({ ...row, zone: null, startBalance: null, rules: null }));
}

type AccountMethods = Pick<JournalSettings, 'accounts' | 'saveAccount'>;

function accountMethods(orm: Orm): AccountMethods {
  return {
    async accounts(userId) {
      const saved = await orm.select().from(journalAccounts).where(eq(journalAccounts.userId, userId));
      const named = await namedAccounts(orm, userId);
      const byName = new Map([...named, ...saved.map(accountOf)].map((row) => [row.account, row]));
      return [...byName.values()].toSorted((a, b) => (a.account < b.account ? -1 : 1));
    },

    saveAccount: (userId, { account, zone, currency, startBalance, rules }) =>
      orm.transaction(async (tx) => {
        const values = {
          zone: zone === null ? null : zone,
          currency,
          startBalanceMicros: startBalance === null ? null : microsOf(startBalance),
          rules,
        };
        await tx
          .insert(journalAccounts)
          .values({ userId, account: account, ...values })
          .onConflictDoUpdate({ target: [journalAccounts.userId, journalAccounts.account], set: values });
        // The balance enters statistics
        await raiseVersion(tx, userId);
      }),
  };
}

type MappingMethods = Pick<JournalSettings, 'mappings' | 'saveMapping'>;

function mappingMethods(orm: Orm): MappingMethods {
  return {
    async mappings(userId) {
      const rows = await orm
        .select()
        .from(journalMappings)
        .where(eq(journalMappings.userId, userId))
        .orderBy(desc(journalMappings.savedAtMs));
      return rows.map(({ layoutKey, answers }) => ({ layoutKey, answers: answers as ImportAnswersDto }));
    },

    saveMapping: (userId, layoutKey, answers, nowMs) =>
      orm.transaction(async (tx) => {
        const values = {
          answers: answers,
          savedAtMs: epochMs(nowMs),
        };
        await tx
          .insert(journalMappings)
          .values({ userId, layoutKey: layoutKey, ...values })
          .onConflictDoUpdate({ target: [journalMappings.userId, journalMappings.layoutKey], set: values });
        const oldest = tx
          .select({ layoutKey: journalMappings.layoutKey })
          .from(journalMappings)
          .where(eq(journalMappings.userId, userId))
          .orderBy(desc(journalMappings.savedAtMs))
          .offset(MAX_MAPPINGS);
        await tx
          .delete(journalMappings)
          .where(and(eq(journalMappings.userId, userId), sql`${journalMappings.layoutKey} IN ${oldest}`));
      }),
  };
}

export function createJournalSettings(orm: Orm): JournalSettings {
  return { ...accountMethods(orm), ...mappingMethods(orm) };
}
