/** Scores of headlines, and the moves that they are compared with, in the database. */
import type { ProductGroup } from '@undertow/market';
import { epochMs } from '@undertow/market';
import { and, desc, eq, inArray, lt, notExists } from 'drizzle-orm';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { newsHeadlines, newsMoves, newsScores } from '#adapters/storage/tables/news-tables.ts';
import type { ScoreStore, SignCounts } from '#ports/news/score-store.ts';

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

    unsettled(source, readBeforeMs, limit) {
      const { headlineId, productGroup: group } = newsScores;
      const settled = orm
        .select({ one: sql`1` })
        .from(newsMoves)
        .where(
          and(eq(newsMoves.headlineId, id), eq(newsMoves.productGroup, group), eq(newsMoves.source, source)),
        );
      return orm
        .selectDistinct({ id, group, instrumentIds, readAtMs })
        .from(newsHeadlines)
        .innerJoin(newsScores, eq(headlineId, id))
        .where(and(lt(readAtMs, epochMs(readBeforeMs)), notExists(settled)))
        .orderBy(desc(readAtMs))
        .limit(limit);
    },

    async saveMoves(headlineId, productGroup: ProductGroup, source, moves) {
      const rows = moves.map((move) => ({ headlineId, productGroup, source, ...move }));
      await orm.insert(newsMoves).values(rows).onConflictDoNothing();
    },

    async signCounts(scorer, group, source) {
      const rows = await rowsOf<Record<keyof SignCounts, number | string>>(
        orm,
        sql`SELECT m.minutes, count(*) AS count,
          count(*) FILTER (WHERE sign(s.score) = sign(m.ticks)) AS right,
          count(*) FILTER (WHERE s.score > 0) AS "positiveScores",
          count(*) FILTER (WHERE m.ticks > 0) AS "positiveMoves"
        FROM news_scores s JOIN news_moves m USING (headline_id, product_group)
        WHERE s.scorer = ${scorer} AND s.product_group = ${group} AND m.source = ${source}
          AND s.score <> 0 AND m.ticks <> 0
        GROUP BY m.minutes ORDER BY m.minutes`,
      );
      return rows.map((row) => ({
        minutes: Number(row.minutes),
        count: Number(row.count),
        right: Number(row.right),
        positiveScores: Number(row.positiveScores),
        positiveMoves: Number(row.positiveMoves),
      }));
    },
  };
}
