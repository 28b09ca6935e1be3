/** Scores of headlines in the database. */
import { and, desc, eq, inArray, notExists } from 'drizzle-orm';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { newsHeadlines, newsScores } from '#adapters/storage/tables/news-tables.ts';
import type { ScoreStore } from '#ports/news/score-store.ts';

export function createScoreStore(orm: Orm): ScoreStore {
  const { id, title, instrumentIds, readAtMs } = newsHeadlines;
  return {
    unscored(scorer, limit) {
      const scored = orm
        .select({ one: sql`1` })
        .from(newsScores)
        .where(and(eq(newsScores.headlineId, id), eq(newsScores.scorer, scorer)));
      return orm
        .select({ id, title, instrumentIds, readAtMs })
        .from(newsHeadlines)
        .where(notExists(scored))
        .orderBy(desc(readAtMs))
        .limit(limit);
    },

    async saveScores(headlineId, scorer, scores) {
      const rows = [...scores].map(([productGroup, { score, words }]) => ({
        ...{ headlineId, productGroup, scorer, score, words },
      }));
      if (rows.length > 0) await orm.insert(newsScores).values(rows).onConflictDoNothing();
    },

    async scores(headlineIds, scorer, group) {
      if (headlineIds.length === 0) return new Map();
      const ofThese = inArray(newsScores.headlineId, [...headlineIds]);
      const rows = await orm
        .select()
        .from(newsScores)
        .where(and(ofThese, eq(newsScores.scorer, scorer), eq(newsScores.productGroup, group)));
      return new Map(rows.map(({ headlineId, score, words }) => [headlineId, { score, words }]));
    },
  };
}
