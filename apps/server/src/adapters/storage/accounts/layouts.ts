/** Users' layouts. Writes of a user follow each other under their row lock, so that no version is lost between two devices. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Layout, MAX_LAYOUT_COPIES, MAX_LAYOUTS, nameWith, readLayout } from '@undertow/contracts';
import { epochMs } from '@undertow/market';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { workspaceLayouts } from '#adapters/storage/tables/workspace-tables.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { LayoutRow, LayoutStore } from '#ports/layouts.ts';

const mine = (userId: string, id: string) =>
  and(eq(workspaceLayouts.userId, userId), eq(workspaceLayouts.id, id));

function rowsOf(orm: Orm, userId: string) {
  return orm
    .select()
    .from(workspaceLayouts)
    .where(eq(workspaceLayouts.userId, userId))
    .orderBy(
      asc(workspaceLayouts.createdAtMs),
      sql`${workspaceLayouts.copyOf} NULLS FIRST`,
      asc(workspaceLayouts.id),
    );
}

interface NewRow {
  readonly userId: string;
  readonly body: unknown;
  readonly copyOf: string | null;
  readonly savedAtMs: number;
  readonly nowMs: number;
}

async function insert(orm: Orm, { nowMs, savedAtMs, ...row }: NewRow): Promise<LayoutRow> {
  const [stored] = await orm
    .insert(workspaceLayouts)
    .values({
      ...row,
      id: randomUUID(),
      version: 1,
      createdAtMs: epochMs(nowMs),
      savedAtMs: epochMs(savedAtMs),
    })
    .returning();
  if (stored === undefined) throw new Error('an inserted layout was not returned');
  return stored;
}

/** The overwritten version under a name that says what it is; one that this release cannot read stays as it is. */
function copyOf(body: unknown): unknown {
  const { layout } = readLayout(body);
  return layout === null ? body : { ...layout, name: nameWith(layout.name, '(other device)') };
}

/** Removes the oldest copies beyond their limit. */
async function dropOldCopies(orm: Orm, userId: string): Promise<void> {
  const copies = (await rowsOf(orm, userId)).filter((row) => row.copyOf !== null);
  const old = copies.slice(0, Math.max(0, copies.length - MAX_LAYOUT_COPIES)).map(({ id }) => id);
  if (old.length > 0) await orm.delete(workspaceLayouts).where(inArray(workspaceLayouts.id, old));
}

async function keepReplaced(orm: Orm, userId: string, row: LayoutRow, nowMs: number): Promise<LayoutRow> {
  const { id, body, savedAtMs } = row;
  const kept = await insert(orm, { userId, body: copyOf(body), copyOf: id, savedAtMs, nowMs });
  await dropOldCopies(orm, userId);
  return kept;
}

async function replace(orm: Orm, userId: string, row: LayoutRow, body: Layout, nowMs: number) {
  const [saved] = await orm
    .update(workspaceLayouts)
    // A copy that its user changes is theirs from now on
    .set({ body, version: row.version + 1, copyOf: null, savedAtMs: epochMs(nowMs) })
    .where(mine(userId, row.id))
    .returning();
  if (saved === undefined) throw new Error('a layout that is locked disappeared');
  return saved;
}

export function createLayoutStore(orm: Orm): LayoutStore {
  return {
    list: (userId) => rowsOf(orm, userId),

    async find(userId, id) {
      const [row] = await orm.select().from(workspaceLayouts).where(mine(userId, id));
      return row;
    },

    add(userId, layout, nowMs) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const own = (await rowsOf(tx, userId)).filter((row) => row.copyOf === null);
        if (own.length >= MAX_LAYOUTS) return undefined;
        return insert(tx, { userId, body: layout, copyOf: null, savedAtMs: nowMs, nowMs });
      });
    },

    save(userId, id, { basedOn, layout }, nowMs) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const [row] = await tx.select().from(workspaceLayouts).where(mine(userId, id));
        if (row === undefined) return undefined;
        // Sent twice, or the same change on both devices: nothing is lost
        if (isDeepStrictEqual(row.body, layout)) return { saved: row, replaced: null };
        const replaced = row.version === basedOn ? null : await keepReplaced(tx, userId, row, nowMs);
        return { saved: await replace(tx, userId, row, layout, nowMs), replaced };
      });
    },

    async remove(userId, id) {
      return (await orm.delete(workspaceLayouts).where(mine(userId, id)).returning()).length > 0;
    },
  };
}
