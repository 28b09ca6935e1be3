/** The tables of the switches, the notice and the licence terms as Drizzle sees them. */
import type { LicenceTerm, SiteNotice, SwitchKind } from '@undertow/contracts';
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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

/** What each venue licenses, by kind of data. */
export const licenceTerms = pgTable(
  'licence_terms',
  {
    venue: text('venue').$type<LicenceTerm['venue']>().notNull(),
    kind: text('kind').$type<LicenceTerm['kind']>().notNull(),
    plans: text('plans').array().$type<LicenceTerm['plans']>().notNull(),
    delaySeconds: integer('delay_seconds').notNull(),
    channels: text('channels').array().$type<LicenceTerm['channels']>().notNull(),
    changedAtMs: millis('changed_at_ms'),
    changedBy: text('changed_by'),
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.venue, table.kind] })],
);
