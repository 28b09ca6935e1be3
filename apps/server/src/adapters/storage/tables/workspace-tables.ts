/** The tables of users' layouts and drawings, as Drizzle sees them; the SQL that makes them is in `migrations/`. */
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { millis } from './column-types.ts';

export const workspaceLayouts = pgTable('workspace_layouts', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  version: integer('version').notNull(),
  body: jsonb('body').notNull(),
  copyOf: text('copy_of'),
  createdAtMs: millis('created_at_ms').notNull(),
  savedAtMs: millis('saved_at_ms').notNull(),
});

export const workspaceDrawings = pgTable(
  'workspace_drawings',
  {
    userId: text('user_id').notNull(),
    instrumentId: integer('instrument_id').notNull(),
    version: integer('version').notNull(),
    items: jsonb('items').notNull(),
    savedAtMs: millis('saved_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.instrumentId] })],
);
