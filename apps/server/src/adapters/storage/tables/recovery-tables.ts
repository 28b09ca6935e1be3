/** Tables of backups and drills as Drizzle sees them; the SQL that makes them is in `migrations/`. */
import { bigint, doublePrecision, pgTable, text } from 'drizzle-orm/pg-core';

const whole = (name: string) => bigint(name, { mode: 'number' });
const number = () => whole('id').primaryKey().generatedAlwaysAsIdentity();

export const backupRuns = pgTable('backup_runs', {
  id: number(),
  atMs: whole('at_ms').notNull(),
  bytes: whole('bytes').notNull(),
  rows: whole('rows').notNull(),
  seconds: doublePrecision('seconds').notNull(),
});

export const recoveryDrills = pgTable('recovery_drills', {
  id: number(),
  atMs: whole('at_ms').notNull(),
  database: text('database', { enum: ['pglite', 'postgres'] }).notNull(),
  bytes: whole('bytes').notNull(),
  rows: whole('rows').notNull(),
  backupSeconds: doublePrecision('backup_seconds').notNull(),
  restoreSeconds: doublePrecision('restore_seconds').notNull(),
  fault: text('fault'),
});
