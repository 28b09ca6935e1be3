/** Gaps of an owner's feed: one sealed row each, stored when it begins and again when it ends. */
import { epochMs, WEEK_MS } from '@undertow/market';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import { accountBars, accountGaps } from '#adapters/storage/tables/account-tables.ts';
import type { AccountMarket, AccountRecord } from '#ports/account-feeds.ts';
import type { FeedGap } from '#ports/bus.ts';
import { accountBarReads } from './account-bars.ts';
import type { OwnerKeys } from './owner-keys.ts';
import { openBody, placeOf, sealBody } from './sealed-body.ts';

interface GapBody {
  readonly toMs: number | null;
  readonly run: string;
}

export function accountGapWrites(keys: OwnerKeys, userId: string): Pick<AccountRecord, 'saveGaps'> {
  return {
    async saveGaps({ source, instrumentId, run }, gaps) {
      if (gaps.length === 0) return;
      await keys.writing(userId, async (key, tx) => {
        // One statement may not touch a row twice: of two states of a gap the later counts
        const rows = [...new Map(gaps.map((gap) => [gap.fromMs, gap])).values()].map(({ fromMs, toMs }) => {
          const row = { source, instrumentId, fromMs: epochMs(fromMs) };
          return { ...row, userId, sealed: sealBody(key, placeOf.gap(row), { toMs, run } satisfies GapBody) };
        });
        const { userId: owner, source: from, instrumentId: of, fromMs } = accountGaps;
        await tx
          .insert(accountGaps)
          .values(rows)
          .onConflictDoUpdate({ target: [owner, from, of, fromMs], set: { sealed: sql`excluded.sealed` } });
      });
    },
  };
}

export function accountGapReads(keys: OwnerKeys, userId: string): Pick<AccountMarket, 'listGaps'> {
  const { orm } = keys;
  const { lastBar } = accountBarReads(keys, userId);
  const nextBarMs = async (instrumentId: number, source: string, fromMs: number): Promise<number> => {
    const [bar] = await orm
      .select({ startMs: accountBars.startMs })
      .from(accountBars)
      .where(
        and(
          ...[eq(accountBars.userId, userId), eq(accountBars.source, source)],
          ...[eq(accountBars.instrumentId, instrumentId), gt(accountBars.startMs, epochMs(fromMs))],
        ),
      )
      .orderBy(asc(accountBars.startMs))
      .limit(1);
    return bar?.startMs ?? fromMs;
  };
  return {
    listGaps: (instrumentId, source, fromMs, toMs) =>
      keys.reading(userId, [], async (key) => {
        const newest = await lastBar(instrumentId, source);
        const rows = await orm
          .select()
          .from(accountGaps)
          .where(
            and(
              ...[eq(accountGaps.userId, userId), eq(accountGaps.source, source)],
              ...[eq(accountGaps.instrumentId, instrumentId), lt(accountGaps.fromMs, epochMs(toMs))],
              // One that began before a holiday weekend may overlap the range
              gt(accountGaps.fromMs, epochMs(fromMs - WEEK_MS)),
            ),
          )
          .orderBy(asc(accountGaps.fromMs));
        const found: FeedGap[] = [];
        for (const row of rows) {
          const gap = openBody<GapBody>(key, placeOf.gap(row), row.sealed);
          // A run that ended in a gap: it lasted until the next run had data
          const isOver = gap.toMs === null && newest !== undefined && newest.run !== gap.run;
          const endMs = isOver ? await nextBarMs(instrumentId, source, row.fromMs) : gap.toMs;
          if (endMs === null || endMs >= fromMs) found.push({ fromMs: row.fromMs, toMs: endMs });
        }
        return found;
      }),
  };
}
