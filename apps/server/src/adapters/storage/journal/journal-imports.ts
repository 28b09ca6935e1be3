/**
 * Imports of the journal. Their trades go in batch by batch, so that nobody waits for a long one, and are seen only when
 * one last statement says that the import is stored: a failure before it leaves nothing visible.
 */
import { epochMs } from '@undertow/market';
import { and, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { journalImports as imports } from '#adapters/storage/tables/journal-tables.ts';
import { enterImport } from '#adapters/storage/webhooks/webhook-entries.ts';
import type { ImportFacts, ImportStore, ImportWriter, StoredImport } from '#ports/journal-import.ts';
import { insertBatch } from './journal-batch.ts';
import { bringBack, inheritWords, supersede } from './journal-superseded.ts';
import { raiseVersion } from './journal-version.ts';

/** A process that did not touch its import for so long is considered dead. */
const HOLD_MS = 120_000;
const RENEW_MS = 20_000;
/** Trades taken away by one statement. */
const REMOVE_TRADES = 250;
/** So many change what the planner should know of the table. */
const MANY_TRADES = 500;
/** Most trades of one user: what the threads that compute can hold. */
export const MAX_TRADES = 500_000;

type Row = typeof imports.$inferSelect;

function shown(row: Row): StoredImport {
  const {
    userId: _user,
    state: _state,
    heldUntilMs: _held,
    unplaced: _fills,
    leansOn: _leans,
    ...facts
  } = row;
  return facts;
}

/**
 * Updates the planner statistics of the table: without it, and the embedded database has no autovacuum, every page
 * is sorted out of the whole table.
 */
async function refreshStatistics(orm: Orm): Promise<void> {
  await orm.execute(sql`SELECT analyze_journal_trades()`);
}

/** Deletes the trades of a hidden import and restores those that they superseded; returns how many were deleted. */
async function removeTrades(orm: Orm, importId: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await rowsOf<{ id: number }>(
      orm,
      sql`DELETE FROM journal_trades WHERE id IN
        (SELECT id FROM journal_trades WHERE import_id = ${importId} LIMIT ${REMOVE_TRADES}) RETURNING id`,
    );
    removed += rows.length;
    if (rows.length < REMOVE_TRADES) break;
  }
  await bringBack(orm, importId);
  return removed;
}

/** Ends a removal: an undone import stays in the list, one that was never stored is deleted. */
async function closeRemoval(orm: Orm, { id, undoneAtMs }: Pick<Row, 'id' | 'undoneAtMs'>): Promise<void> {
  if (undoneAtMs === null) await orm.delete(imports).where(eq(imports.id, id));
  else await orm.update(imports).set({ state: 'removed' }).where(eq(imports.id, id));
}

/** Takes away what was left in the middle, of one user or of all. */
async function sweep(orm: Orm, nowMs: number, userId: string | null): Promise<void> {
  const now = epochMs(nowMs);
  const mine = userId === null ? undefined : eq(imports.userId, userId);
  // Held for longer than anybody holds one: under a clock that was set back since
  const isOver = or(lt(imports.heldUntilMs, now), gt(imports.heldUntilMs, epochMs(now + 2 * HOLD_MS)));
  const dead = and(mine, eq(imports.state, 'storing'), isOver);
  // From here on its own process, should it still run, adds nothing more
  await orm.update(imports).set({ state: 'removing' }).where(dead);
  const left = await orm
    .select()
    .from(imports)
    .where(and(mine, eq(imports.state, 'removing')));
  for (const row of left) {
    await removeTrades(orm, row.id);
    await closeRemoval(orm, row);
  }
}

const NO_LINKS = { unplaced: [], leansOn: [] };

function writerOf(orm: Orm, userId: string, row: Row): ImportWriter {
  let { imported, duplicates, netMicros, heldUntilMs } = row;
  let gaveWay = 0;
  const { id } = row;
  const still = and(eq(imports.id, id), eq(imports.state, 'storing'));
  return {
    async add(batch, nowMs) {
      const stored = await insertBatch(orm, userId, id, batch, nowMs);
      imported += stored.added;
      duplicates += batch.count - stored.added;
      netMicros += stored.netMicros;
      if (heldUntilMs - nowMs > HOLD_MS - RENEW_MS) return;
      heldUntilMs = epochMs(nowMs + HOLD_MS);
      await orm.update(imports).set({ heldUntilMs }).where(still);
    },

    supersede(trades) {
      gaveWay += trades.length;
      return supersede(orm, userId, id, trades);
    },

    async finish(nowMs, links = {}) {
      const completed = gaveWay === 0 ? 0 : await inheritWords(orm, userId, id);
      const stored = await orm.transaction(async (tx) => {
        const importedAtMs = epochMs(nowMs);
        const [row] = await tx
          .update(imports)
          .set({ state: 'stored', imported, duplicates, completed, netMicros, importedAtMs, ...links })
          .where(still)
          .returning();
        if (row === undefined) throw new Error(`import ${id} was taken away before it was whole`);
        await raiseVersion(tx, userId);
        await enterImport(tx, userId, id);
        return shown(row);
      });
      if (imported >= MANY_TRADES) await refreshStatistics(orm);
      return stored;
    },

    async abandon() {
      const left = await orm
        .update(imports)
        .set({ state: 'removing' })
        .where(still)
        .returning({ id: imports.id });
      // It is stored, and only the response to its commit was lost: removing its trades would show a part of it, should that fail too
      if (left.length === 0) return;
      await removeTrades(orm, id);
      await closeRemoval(orm, { id, undoneAtMs: null });
    },
  };
}

async function begin(
  orm: Orm,
  userId: string,
  { fileName, platform, layout, currency, rejected }: ImportFacts,
  trades: number,
  nowMs: number,
): Promise<ImportWriter | 'under-way' | 'full'> {
  await sweep(orm, nowMs, userId);
  const [held] = await rowsOf<{ all: number }>(
    orm,
    sql`SELECT count(*)::int AS all FROM journal_trades WHERE user_id = ${userId}`,
  );
  if ((held?.all ?? 0) + trades > MAX_TRADES) return 'full';
  const now = epochMs(nowMs);
  const texts = {
    fileName: fileName,
    platform: platform,
    layout: layout,
    currency: currency,
  };
  const counts = { imported: 0, duplicates: 0, completed: 0, rejected, netMicros: 0 };
  const [row] = await orm
    .insert(imports)
    .values({
      ...texts,
      ...counts,
      ...NO_LINKS,
      userId,
      state: 'storing',
      importedAtMs: now,
      heldUntilMs: epochMs(now + HOLD_MS),
      undoneAtMs: null,
    })
    .onConflictDoNothing()
    .returning();
  return row === undefined ? 'under-way' : writerOf(orm, userId, row);
}

/** Whether an import that is stored, or is being stored, completed trades of this one. */
async function isCompleted(orm: Orm, userId: string, id: number): Promise<boolean> {
  const [leaning] = await rowsOf(
    orm,
    sql`SELECT 1 FROM journal_imports WHERE user_id = ${userId} AND state = 'stored'
        AND leans_on @> ${JSON.stringify([id])}::jsonb
      UNION ALL SELECT 1 FROM journal_trades WHERE import_id = ${id} AND superseded_by IS NOT NULL LIMIT 1`,
  );
  return leaning !== undefined;
}

async function undo(
  orm: Orm,
  userId: string,
  id: number,
  nowMs: number,
): Promise<number | 'completed' | undefined> {
  const mine = and(eq(imports.id, id), eq(imports.userId, userId));
  const undoneAtMs = epochMs(nowMs);
  const row = await orm.transaction(async (tx) => {
    if (await isCompleted(tx, userId, id)) return 'completed';
    const [taken] = await tx
      .update(imports)
      .set({ state: 'removing', undoneAtMs })
      .where(and(mine, eq(imports.state, 'stored')))
      .returning();
    if (taken !== undefined) await raiseVersion(tx, userId);
    return taken;
  });
  if (row === 'completed') return row;
  if (row === undefined) {
    const gone = or(eq(imports.state, 'removing'), eq(imports.state, 'removed'));
    const [before] = await orm.select({ id: imports.id }).from(imports).where(and(mine, gone));
    return before === undefined ? undefined : 0;
  }
  const removed = await removeTrades(orm, id);
  await closeRemoval(orm, row);
  return removed;
}

export function createImportStore(orm: Orm): ImportStore {
  return {
    begin: (userId, facts, trades, nowMs) => begin(orm, userId, facts, trades, nowMs),
    undo: (userId, id, nowMs) => undo(orm, userId, id, nowMs),
    sweep: (nowMs) => sweep(orm, nowMs, null),

    async unplaced(userId) {
      const rows = await orm
        .select({ importId: imports.id, unplaced: imports.unplaced })
        .from(imports)
        .where(
          and(eq(imports.userId, userId), eq(imports.state, 'stored'), sql`${imports.unplaced} <> '[]'`),
        );
      return rows.flatMap(({ importId, unplaced }) => unplaced.map((fills) => ({ ...fills, importId })));
    },

    async list(userId) {
      const rows = await orm
        .select()
        .from(imports)
        .where(and(eq(imports.userId, userId), inArray(imports.state, ['stored', 'removing', 'removed'])))
        .orderBy(desc(imports.id));
      return rows.filter((row) => row.state !== 'removing' || row.undoneAtMs !== null).map(shown);
    },
  };
}
