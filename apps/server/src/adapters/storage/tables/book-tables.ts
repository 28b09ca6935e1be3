/** Tables of the top of the book by the second. */
import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytes, millis } from './column-types.ts';

/** A row a minute: the seconds of an origin from one to another, both included. */
export const bookSeconds = pgTable(
  'book_seconds',
  {
    instrumentId: integer('instrument_id').notNull(),
    runId: integer('run_id').notNull(),
    fromMs: millis('from_ms').notNull(),
    toMs: millis('to_ms').notNull(),
    /** `second-codec.ts` */
    seconds: bytes('seconds').notNull(),
  },
  (table) => [primaryKey({ columns: [table.instrumentId, table.fromMs, table.runId] })],
);

/** Seconds as the releases before `book_seconds` stored them. */
export const topOfBook = pgTable(
  'top_of_book',
  {
    instrumentId: integer('instrument_id').notNull(),
    runId: integer('run_id').notNull(),
    secondMs: millis('second_ms').notNull(),
    bidTicks: integer('bid_ticks'),
    bidSize: integer('bid_size').notNull(),
    askTicks: integer('ask_ticks'),
    askSize: integer('ask_size').notNull(),
    volume: integer('volume').notNull(),
    buyVolume: integer('buy_volume').notNull(),
    sellVolume: integer('sell_volume').notNull(),
  },
  (table) => [primaryKey({ columns: [table.instrumentId, table.secondMs, table.runId] })],
);
