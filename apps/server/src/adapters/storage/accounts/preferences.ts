/** What users chose about the dashboard. */
import { DEFAULT_PREFERENCES, readStoredPreferences } from '@undertow/contracts';
import { eq } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { preferences } from '#adapters/storage/tables/tables.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { PreferenceStore } from '#ports/accounts.ts';

async function read(orm: Orm, userId: string) {
  const [row] = await orm.select().from(preferences).where(eq(preferences.userId, userId));
  if (row === undefined) return DEFAULT_PREFERENCES;
  return readStoredPreferences(row.body);
}

export function createPreferenceStore(orm: Orm): PreferenceStore {
  return {
    get: (userId) => read(orm, userId),
    save(userId, changes) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const body = { ...(await read(tx, userId)), ...changes };
        await tx
          .insert(preferences)
          .values({ userId, body })
          .onConflictDoUpdate({ target: preferences.userId, set: { body } });
        return body;
      });
    },
  };
}
