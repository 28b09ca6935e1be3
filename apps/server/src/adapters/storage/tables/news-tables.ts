/** Tables of news: sources, releases, headlines with their scores. */
import type { ProductGroup, ReleaseKindId } from '@undertow/market';
import { doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ScoredWord } from '#ports/news/headline-scorer.ts';
import type { NewsSource, TimeFault } from '#ports/news/news-sources.ts';
import { millis } from './column-types.ts';

export const newsSources = pgTable('news_sources', {
  url: text('url').primaryKey(),
  kind: text('kind').$type<NewsSource['kind']>().notNull(),
  etag: text('etag'),
  lastModified: text('last_modified'),
  readAtMs: millis('read_at_ms'),
  nextAtMs: millis('next_at_ms').notNull(),
  failingSinceMs: millis('failing_since_ms'),
  failures: integer('failures').notNull(),
  failure: text('failure'),
});

export const newsReleases = pgTable('news_releases', {
  id: text('id').primaryKey(),
  sourceUrl: text('source_url').notNull(),
  source: text('source').notNull(),
  kind: text('kind').$type<ReleaseKindId>().notNull(),
  title: text('title').notNull(),
  day: text('day').notNull(),
  atMs: millis('at_ms'),
  readAtMs: millis('read_at_ms').notNull(),
  movedFromMs: millis('moved_from_ms'),
  movedAtMs: millis('moved_at_ms'),
  calledOffAtMs: millis('called_off_at_ms'),
  actual: text('actual'),
  expected: text('expected'),
});

export const newsHeadlines = pgTable('news_headlines', {
  id: text('id').primaryKey(),
  source: text('source').notNull(),
  title: text('title').notNull(),
  words: text('words').notNull(),
  link: text('link'),
  publishedMs: millis('published_ms'),
  timeFault: text('time_fault').$type<TimeFault>(),
  readAtMs: millis('read_at_ms').notNull(),
  instrumentIds: integer('instrument_ids').array().notNull(),
});

export const newsScores = pgTable(
  'news_scores',
  {
    headlineId: text('headline_id').notNull(),
    productGroup: text('product_group').$type<ProductGroup>().notNull(),
    scorer: text('scorer').notNull(),
    score: doublePrecision('score').notNull(),
    words: jsonb('words').$type<readonly ScoredWord[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.headlineId, table.productGroup, table.scorer] })],
);
