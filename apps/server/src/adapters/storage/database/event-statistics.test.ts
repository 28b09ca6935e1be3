/** After a refresh the planner knows how rare a word is, and later statements sample as they did before. */
import { expect, test } from 'vitest';
import { createMarketStore } from '#adapters/storage/market/market-store.ts';
import { openTestDatabase } from '#testing/database/databases.ts';
import { testEvent } from '#testing/event.ts';
import { refreshEventStatistics } from './event-statistics.ts';
import { rowsOf, sql } from './orm.ts';

const NOW = Date.UTC(2026, 10, 20);

test('statistics of the events come with a refresh only, and its small sample ends with it', async () => {
  const database = await openTestDatabase('embedded', undefined);
  const known = () =>
    rowsOf<{ name: string }>(
      database.orm,
      sql`SELECT attname AS name FROM pg_stats WHERE tablename = 'event_facets' AND attname IN ('words', 'type') ORDER BY 1`,
    );
  const target = () => rowsOf(database.orm, sql`SHOW default_statistics_target`);
  const events = Array.from({ length: 50 }, (_, at) => testEvent(`event-${at}`, NOW - at * 60_000, {}));
  await createMarketStore(database.orm).saveEvents('simulated', 'one', events);
  const before = await target();
  expect(await known()).toEqual([]);
  await refreshEventStatistics(database.orm);
  expect(await known()).toEqual([{ name: 'type' }, { name: 'words' }]);
  expect(await target()).toEqual(before);
  await database.close();
});
