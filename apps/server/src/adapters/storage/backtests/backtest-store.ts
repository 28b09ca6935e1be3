/** Backtests of users, with the rules that they tried on which data. */
import { randomUUID } from 'node:crypto';
import type { BacktestTrade } from '@undertow/backtest';
import { epochMs } from '@undertow/market';
import { and, count, desc, eq, getTableColumns, min, ne } from 'drizzle-orm';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { withClaim } from '#adapters/storage/jobs/claim-fence.ts';
import { putJob } from '#adapters/storage/jobs/put-job.ts';
import { backtests, backtestTries } from '#adapters/storage/tables/backtest-tables.ts';
import { jobs } from '#adapters/storage/tables/job-tables.ts';
import type { BacktestStore, Preparing, StoredBacktest, StoredResult } from '#ports/backtests/backtests.ts';

const { trades: _trades, number: _number, ...LISTED } = getTableColumns(backtests);

type Row = Omit<typeof backtests.$inferSelect, 'trades' | 'number'>;

/** Both columns hold what this store wrote. */
function storedOf({ result, perDay, preparing, ...row }: Row): StoredBacktest {
  return {
    ...row,
    result: result as StoredResult | null,
    perDay: perDay as StoredBacktest['perDay'],
    preparing: preparing as Preparing | null,
  };
}

const isOwn = (userId: string, id: string) => and(eq(backtests.id, id), eq(backtests.userId, userId));

function create(orm: Orm): BacktestStore['create'] {
  return (userId, order, kind, { most, nowMs }) =>
    orm.transaction(async (tx) => {
      // One at a time: two requests at once could both find room
      await tx.execute(sql`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`);
      const [held] = await tx.select({ of: count() }).from(backtests).where(eq(backtests.userId, userId));
      if ((held?.of ?? 0) >= most) return undefined;
      const id = randomUUID();
      const jobId = await putJob(tx, kind, { key: id, payload: { backtestId: id }, userId });
      const row = { ...order, id, userId, jobId, createdMs: epochMs(nowMs), isWhole: false, leftOut: 0 };
      await tx.insert(backtests).values(row);
      return { ...row, result: null, preparing: null };
    });
}

function saveResult(orm: Orm): BacktestStore['saveResult'] {
  return (claim, of, { trades, ...result }, { isWhole, leftOut, nowMs }) =>
    withClaim(orm, claim, async (tx) => {
      await tx.update(backtests).set({ result, trades, isWhole, leftOut }).where(isOwn(of.userId, of.id));
      if (!isWhole) return;
      const { userId, source, product } = of;
      const figures = { p: result.baseLine?.p ?? null, sharpe: result.sharpeSession };
      await tx
        .insert(backtestTries)
        .values({ userId, source, product, ruleHash: result.ruleHash, ...figures, triedMs: epochMs(nowMs) })
        .onConflictDoUpdate({
          target: [backtestTries.userId, backtestTries.source, backtestTries.product, backtestTries.ruleHash],
          set: figures,
        });
    });
}

export function createBacktestStore(orm: Orm): BacktestStore {
  return {
    create: create(orm),

    async list(userId) {
      const rows = await orm
        .select(LISTED)
        .from(backtests)
        .where(eq(backtests.userId, userId))
        .orderBy(desc(backtests.number));
      return rows.map(storedOf);
    },

    async find(userId, id) {
      const [row] = await orm.select(LISTED).from(backtests).where(isOwn(userId, id));
      return row === undefined ? undefined : storedOf(row);
    },

    remove: (userId, id) =>
      orm.transaction(async (tx) => {
        const [row] = await tx
          .delete(backtests)
          .where(isOwn(userId, id))
          .returning({ jobId: backtests.jobId });
        if (row === undefined) return false;
        await tx.delete(jobs).where(eq(jobs.id, row.jobId));
        return true;
      }),

    async trades(userId, id, from, most) {
      const rows = await rowsOf<{ trade: BacktestTrade }>(
        orm,
        sql`SELECT trade FROM backtests, jsonb_array_elements(trades) WITH ORDINALITY AS of (trade, place)
          WHERE id = ${id} AND user_id = ${userId} ORDER BY place DESC LIMIT ${most} OFFSET ${from}`,
      );
      return rows.map(({ trade }) => trade);
    },

    async notePreparing(claim, { userId, id, preparing }, left, remainingMs) {
      const noted: Preparing = { of: Math.max(left, preparing?.of ?? 0), left, remainingMs };
      await withClaim(orm, claim, (tx) =>
        tx.update(backtests).set({ preparing: noted }).where(isOwn(userId, id)),
      );
    },

    saveResult: saveResult(orm),

    async triedBefore({ userId, source, product, id }) {
      const rows = await orm
        .select({ ruleHash: backtestTries.ruleHash, p: backtestTries.p, sharpe: backtestTries.sharpe })
        .from(backtestTries)
        .where(
          and(
            eq(backtestTries.userId, userId),
            eq(backtestTries.source, source),
            eq(backtestTries.product, product),
            ne(
              backtestTries.ruleHash,
              sql`coalesce((SELECT result ->> 'ruleHash' FROM backtests WHERE id = ${id}), '')`,
            ),
          ),
        );
      return {
        pValues: rows.flatMap(({ p }) => p ?? []),
        sharpes: rows.flatMap(({ sharpe }) => sharpe ?? []),
      };
    },

    async triedOn(userId) {
      const { product, source } = backtestTries;
      const rows = await orm
        .select({ product, source, rules: count(), sinceMs: min(backtestTries.triedMs) })
        .from(backtestTries)
        .where(eq(backtestTries.userId, userId))
        .groupBy(product, source)
        .orderBy(product, source);
      return rows.map(({ sinceMs, ...row }) => ({ ...row, sinceMs: Number(sinceMs) }));
    },
  };
}
