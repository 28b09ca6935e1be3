/** The present of the queue: by the clock of the database, which all processes share. */
import { sql } from '#adapters/storage/database/orm.ts';

/** Milliseconds since 1970 UTC, as part of a statement. */
export type JobClock = () => ReturnType<typeof sql>;

export const DATABASE_CLOCK: JobClock = () => sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;
