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
  const isOf = (table: typeof accountGaps | typeof accountBars, instrumentId: number, source: string) =>
    and(eq(table.userId, userId), eq(table.source, source), eq(table.instrumentId, instrumentId));

  const nextBarMs = async (instrumentId: number, source: string, fromMs: number): Promise<number> => {
    const [bar] = await orm
      .select({ startMs: accountBars.startMs })
      .from(accountBars)
      .where(and(isOf(accountBars, instrumentId, source), gt(accountBars.startMs, epochMs(fromMs))))
      .orderBy(asc(accountBars.startMs))
      .limit(1);
    return bar?.startMs ?? fromMs;
  };

  /** The gap with its end: one in which an earlier run ended lasted until the next one had data. */
  const ended = async (instrumentId: number, source: string, gap: FeedGap & GapBody): Promise<FeedGap> => {
    const { fromMs, toMs, run } = gap;
    const newest = toMs === null ? await lastBar(instrumentId, source) : undefined;
    const isLeft = newest !== undefined && newest.run !== run;
    return { fromMs, toMs: isLeft ? await nextBarMs(instrumentId, source, fromMs) : toMs };
  };

  return {
    listGaps: (instrumentId, source, fromMs, toMs) =>
      keys.reading(userId, [], async (key) => {
        // One that began before a holiday weekend may overlap the range
        const sinceMs = epochMs(fromMs - WEEK_MS);
        const range = and(gt(accountGaps.fromMs, sinceMs), lt(accountGaps.fromMs, epochMs(toMs)));
        const rows = await orm
          .select()
          .from(accountGaps)
          .where(and(isOf(accountGaps, instrumentId, source), range))
          .orderBy(asc(accountGaps.fromMs));
        const found: FeedGap[] = [];
        for (const row of rows) {
          const body = openBody<GapBody>(key, placeOf.gap(row), row.sealed);
          found.push(await ended(instrumentId, source, { fromMs: row.fromMs, ...body }));
        }
        return found.filter((gap) => gap.toMs === null || gap.toMs >= fromMs);
      }),
  };
}
