/** Gaps of the feed as they were found: stored when they begin, and again when they end. */
import { epochMs } from '@undertow/market';
import { and, asc, desc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { bars, feedGaps, feedRuns } from '#adapters/storage/tables/tables.ts';
import type { FeedGap } from '#ports/bus.ts';
import type { MarketStore } from '#ports/market-store.ts';
import type { RunNumberOf } from './run-numbers.ts';

type GapMethods = Pick<MarketStore, 'saveGaps' | 'listGaps'>;

/** A run that ended in a gap: it lasted until the next run had data, or nobody knows how long. */
async function endOf(
  orm: Orm,
  instrumentId: number,
  gap: { fromMs: number; runId: number },
): Promise<number> {
  const [next] = await orm
    .select({ startMs: bars.startMs })
    .from(bars)
    .where(
      and(
        eq(bars.instrumentId, instrumentId),
        gt(bars.runId, gap.runId),
        gte(bars.startMs, epochMs(gap.fromMs)),
      ),
    )
    .orderBy(asc(bars.startMs))
    .limit(1);
  return next?.startMs ?? gap.fromMs;
}

export function gapMethods(orm: Orm, runNumber: RunNumberOf): GapMethods {
  return {
    async saveGaps({ instrumentId, source, run, contract }, gaps) {
      if (gaps.length === 0) return;
      const runId = await runNumber(source, run);
      // One statement may not touch a row twice: of two states of a gap the later counts
      const latest = [...new Map(gaps.map((gap) => [gap.fromMs, gap])).values()];
      const rows = latest.map(({ fromMs, toMs }) => ({
        ...{ instrumentId, runId, contract, fromMs: epochMs(fromMs) },
        toMs: toMs === null ? null : epochMs(toMs),
      }));
      await orm
        .insert(feedGaps)
        .values(rows)
        .onConflictDoUpdate({
          target: [feedGaps.instrumentId, feedGaps.fromMs, feedGaps.runId],
          set: { toMs: sql`excluded.to_ms` },
        });
    },

    async listGaps(instrumentId, source, fromMs, toMs) {
      const [newest] = await orm
        .select({ id: feedRuns.id })
        .from(feedRuns)
        .where(eq(feedRuns.source, source))
        .orderBy(desc(feedRuns.id))
        .limit(1);
      const rows = await orm
        .select({ fromMs: feedGaps.fromMs, toMs: feedGaps.toMs, runId: feedGaps.runId })
        .from(feedGaps)
        .innerJoin(feedRuns, eq(feedRuns.id, feedGaps.runId))
        .where(
          and(
            ...[eq(feedGaps.instrumentId, instrumentId), eq(feedRuns.source, source)],
            lt(feedGaps.fromMs, epochMs(toMs)),
            or(isNull(feedGaps.toMs), gte(feedGaps.toMs, epochMs(fromMs))),
          ),
        )
        .orderBy(asc(feedGaps.fromMs));
      const found: FeedGap[] = [];
      for (const { runId, ...gap } of rows) {
        const isOver = gap.toMs === null && runId !== newest?.id;
        const end = isOver ? await endOf(orm, instrumentId, { ...gap, runId }) : gap.toMs;
        if (end === null || end >= fromMs) found.push({ fromMs: gap.fromMs, toMs: end });
      }
      return found;
    },
  };
}
