/** The table of background jobs, as Drizzle sees it. */
import { bigint, doublePrecision, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { millis } from './column-types.ts';

export const jobs = pgTable('jobs', {
  id: text('id').primaryKey(),
  number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  kind: text('kind').notNull(),
  userId: text('user_id'),
  key: text('key').notNull(),
  payload: jsonb('payload').notNull(),
  priority: integer('priority').notNull(),
  turn: bigint('turn', { mode: 'number' }).notNull(),
  partition: text('partition'),
  state: text('state', { enum: ['waiting', 'running', 'done', 'cancelled', 'dead'] }).notNull(),
  claim: bigint('claim', { mode: 'number' }).notNull(),
  attempts: integer('attempts').notNull(),
  maxAttempts: integer('max_attempts').notNull(),
  dueMs: millis('due_ms').notNull(),
  deadlineMs: millis('deadline_ms'),
  createdMs: millis('created_ms').notNull(),
  startedMs: millis('started_ms'),
  heldUntilMs: millis('held_until_ms'),
  endedMs: millis('ended_ms'),
  progress: doublePrecision('progress'),
  note: text('note'),
  failure: text('failure'),
});
