/** The tables of the switches and the notice as Drizzle sees them. */
import type { SiteNotice, SwitchKind } from '@undertow/contracts';
import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { millis } from './column-types.ts';

/** The present state of switches that were ever changed. */
export const controlSwitches = pgTable(
  'control_switches',
  {
    kind: text('kind').$type<SwitchKind>().notNull(),
    key: text('key').notNull(),
    off: boolean('off').notNull(),
    changedAtMs: millis('changed_at_ms').notNull(),
    changedBy: text('changed_by').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
);

/** One row: the notice on every page; none without a text. */
export const siteNotice = pgTable('site_notice', {
  id: boolean('id').primaryKey(),
  noticeId: text('notice_id').notNull(),
  level: text('level').$type<SiteNotice['level']>().notNull(),
  text: text('text'),
  untilMs: millis('until_ms'),
});
