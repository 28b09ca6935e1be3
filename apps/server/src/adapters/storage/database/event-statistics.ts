/** Planner statistics of the searched events, for a database without autovacuum. */
import { type Orm, sql } from './orm.ts';

/**
 * The embedded database never analyses by itself: without it, a search for a rare word or a price reads all events. A sample of 600
 * rows: everybody waits for it.
 */
export function refreshEventStatistics(orm: Orm): Promise<void> {
  return orm.transaction(async (transaction) => {
    await transaction.execute(sql`SET LOCAL default_statistics_target = 2`);
    await transaction.execute(sql`ANALYZE event_facets`);
  });
}
