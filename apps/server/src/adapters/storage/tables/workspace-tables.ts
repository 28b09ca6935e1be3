/** The table of users' layouts, as Drizzle sees it; the SQL that makes it is in `migrations/`. */
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
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
