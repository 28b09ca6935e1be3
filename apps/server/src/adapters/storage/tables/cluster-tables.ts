/** Tables by which several server processes share the database, as Drizzle sees them. */
import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, millis } from './column-types.ts';

/** The newest owner that wrote, of each name. */
export const fences = pgTable('fences', {
  name: text('name').primaryKey(),
  epoch: bigint('epoch', { mode: 'number' }).notNull(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
});

/** What changed in the last hour, written by triggers. */
export const changes = pgTable('changes', {
  number: bigint('number', { mode: 'number' }).primaryKey(),
  topic: text('topic').notNull(),
  subject: text('subject'),
  sessionIds: text('session_ids').array(),
  atMs: millis('at_ms').notNull(),
});

/** Sessions with sockets, by process. */
export const liveDevices = pgTable(
  'live_devices',
  {
    sessionId: text('session_id').notNull(),
    processId: text('process_id').notNull(),
    connection: bigint('connection', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.processId] })],
);

/** When a process was last seen. */
export const liveProcesses = pgTable('live_processes', {
  processId: text('process_id').primaryKey(),
  seenAtMs: millis('seen_at_ms').notNull(),
});

/** What the detectors of each instrument had learnt when it was stored last. */
export const detectorCheckpoints = pgTable(
  'detector_checkpoints',
  {
    source: text('source').notNull(),
    instrumentId: integer('instrument_id').notNull(),
    contract: text('contract').notNull(),
    version: text('version').notNull(),
    atMs: millis('at_ms').notNull(),
    state: bytes('state').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.instrumentId] })],
);
