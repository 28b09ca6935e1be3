/** Tables of the trade journal as Drizzle sees them; the SQL that makes them is in `migrations/`. */
import type { PackedFills } from '@undertow/journal';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { millis } from './column-types.ts';

/** Millionths of a unit of the trade's currency. */
const micros = (name: string) => bigint(name, { mode: 'number' });
const rowNumber = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

export const journalVersions = pgTable('journal_versions', {
  userId: text('user_id').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull(),
});

export const journalImports = pgTable('journal_imports', {
  id: rowNumber(),
  userId: text('user_id').notNull(),
  state: text('state', { enum: ['stored', 'storing', 'removing', 'removed'] }).notNull(),
  fileName: text('file_name').notNull(),
  platform: text('platform').notNull(),
  layout: text('layout').notNull(),
  currency: text('currency').notNull(),
  importedAtMs: millis('imported_at_ms').notNull(),
  imported: integer('imported').notNull(),
  duplicates: integer('duplicates').notNull(),
  rejected: integer('rejected').notNull(),
  netMicros: micros('net_micros').notNull(),
  undoneAtMs: millis('undone_at_ms'),
  heldUntilMs: millis('held_until_ms').notNull(),
  completed: integer('completed').notNull(),
  unplaced: jsonb('unplaced').$type<readonly PackedFills[]>().notNull(),
  leansOn: jsonb('leans_on').$type<readonly number[]>().notNull(),
});

export const journalTrades = pgTable('journal_trades', {
  id: rowNumber(),
  userId: text('user_id').notNull(),
  /** Null for trades entered by hand. */
  importId: bigint('import_id', { mode: 'number' }),
  key: text('key').notNull(),
  groupId: text('group_id').notNull(),
  platform: text('platform').notNull(),
  account: text('account').notNull(),
  symbol: text('symbol').notNull(),
  root: text('root').notNull(),
  currency: text('currency').notNull(),
  side: text('side', { enum: ['long', 'short'] }).notNull(),
  status: text('status', { enum: ['open', 'closed'] }).notNull(),
  /** Prices and quantities are decimal text with the digits they were written with. */
  quantity: text('quantity').notNull(),
  entryAtMs: millis('entry_at_ms').notNull(),
  entryKnown: boolean('entry_known').notNull(),
  exitAtMs: millis('exit_at_ms'),
  tradeDay: text('trade_day'),
  entryPrice: text('entry_price'),
  exitPrice: text('exit_price'),
  pointValue: text('point_value'),
  grossMicros: micros('gross_micros'),
  commissionMicros: micros('commission_micros'),
  feesMicros: micros('fees_micros'),
  swapMicros: micros('swap_micros'),
  netMicros: micros('net_micros'),
  pnlSource: text('pnl_source', { enum: ['file', 'computed', 'manual'] }).notNull(),
  maeMicros: micros('mae_micros'),
  mfeMicros: micros('mfe_micros'),
  plannedStop: text('planned_stop'),
  strategy: text('strategy'),
  notes: text('notes'),
  tags: jsonb('tags').$type<readonly string[]>().notNull(),
  flags: jsonb('flags').$type<readonly string[]>().notNull(),
  legs: jsonb('legs').$type<readonly unknown[]>().notNull(),
  raw: text('raw'),
  changedAtMs: millis('changed_at_ms').notNull(),
  /** The import that contains the whole of it; it is hidden while that one is stored. */
  supersededBy: bigint('superseded_by', { mode: 'number' }),
  heirKey: text('heir_key'),
  book: text('book'),
  fills: text('fills'),
});

export const journalAccounts = pgTable(
  'journal_accounts',
  {
    userId: text('user_id').notNull(),
    account: text('account').notNull(),
    zone: text('zone'),
    currency: text('currency').notNull(),
    startBalanceMicros: micros('start_balance_micros'),
    rules: jsonb('rules'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.account] })],
);

export const journalMappings = pgTable(
  'journal_mappings',
  {
    userId: text('user_id').notNull(),
    layoutKey: text('layout_key').notNull(),
    answers: jsonb('answers').notNull(),
    savedAtMs: millis('saved_at_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.layoutKey] })],
);

export const journalInsights = pgTable('journal_insights', {
  id: rowNumber(),
  userId: text('user_id').notNull(),
  key: text('key').notNull(),
  place: integer('place').notNull(),
  shown: boolean('shown').notNull(),
  body: jsonb('body').notNull(),
  firstSeenAtMs: millis('first_seen_at_ms').notNull(),
  readAtMs: millis('read_at_ms'),
  implementedAtMs: millis('implemented_at_ms'),
});

export const journalInsightRuns = pgTable('journal_insight_runs', {
  userId: text('user_id').primaryKey(),
  generatedAtMs: millis('generated_at_ms').notNull(),
  version: bigint('version', { mode: 'number' }).notNull(),
  generator: integer('generator').notNull(),
  trades: integer('trades').notNull(),
  days: integer('days').notNull(),
  tested: integer('tested').notNull(),
});
