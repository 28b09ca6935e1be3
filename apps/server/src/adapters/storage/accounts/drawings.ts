/** Users' drawings. Writes of a user follow each other under their row lock; alert rules on a line change with it. */
import { randomUUID } from 'node:crypto';
import {
  alertLineOf,
  type Drawing,
  type DrawingChange,
  drawing,
  MAX_DRAWINGS,
  MAX_DRAWINGS_OF_USER,
  type StoredDrawings,
} from '@undertow/contracts';
import { epochMs, instrumentById } from '@undertow/market';
import { and, eq, inArray } from 'drizzle-orm';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { alertRules } from '#adapters/storage/tables/tables.ts';
import { workspaceDrawings } from '#adapters/storage/tables/workspace-tables.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { AlertRule, DrawingStore } from '#ports/alerts.ts';

/** A drawing as it was stored, by whichever release, and the version in which it changed last. */
interface Item {
  readonly version: number;
  readonly drawing: { readonly id: string };
}

interface Items {
  readonly version: number;
  readonly items: readonly Item[];
}

const mine = (userId: string, instrumentId: number) =>
  and(eq(workspaceDrawings.userId, userId), eq(workspaceDrawings.instrumentId, instrumentId));

async function read(orm: Orm, userId: string, instrumentId: number): Promise<Items> {
  const [row] = await orm.select().from(workspaceDrawings).where(mine(userId, instrumentId));
  return row === undefined
    ? { version: 0, items: [] }
    : { version: row.version, items: row.items as readonly Item[] };
}

function rowOf({ version, items }: Items): StoredDrawings {
  const read = items.map((item) => drawing.safeParse(item.drawing));
  const drawings = read.flatMap(({ data }) => data ?? []);
  return { version, drawings, unreadable: read.length - drawings.length };
}

/** The items after a change, with what was kept of another device. */
function changed({ version, items }: Items, { basedOn, put, removed }: DrawingChange) {
  const next = version + 1;
  const kept: string[] = [];
  const gone = new Set(removed);
  const fresh = new Map(put.map((one) => [one.id, one]));
  const isUnseen = (item: Item): boolean => item.version > basedOn;
  const stays = items.flatMap((item): Item[] => {
    const { id } = item.drawing;
    const mine = fresh.get(id);
    if (mine !== undefined) {
      fresh.delete(id);
      const now = { version: next, drawing: mine };
      if (!isUnseen(item) || isSame(item.drawing, mine)) return [now];
      const copy = randomUUID().replaceAll('-', '').slice(0, 24);
      kept.push(copy);
      return [{ version: next, drawing: { ...item.drawing, id: copy } }, now];
    }
    if (!gone.has(id)) return [item];
    if (!isUnseen(item)) return [];
    kept.push(id);
    return [item];
  });
  const added = [...fresh.values()].map((one) => ({ version: next, drawing: one }));
  return { after: { version: next, items: [...stays, ...added] }, kept };
}

/** Sent twice, or the same change on both devices: keys are in the order of the schema, or in that of the database. */
function isSame(stored: { readonly id: string }, sent: Drawing): boolean {
  const known = drawing.safeParse(stored);
  return known.success && JSON.stringify(known.data) === JSON.stringify(drawing.parse(sent));
}

async function write(
  orm: Orm,
  userId: string,
  instrumentId: number,
  { version, items }: Items,
  nowMs: number,
): Promise<void> {
  const values = { version, items, savedAtMs: epochMs(nowMs) };
  await orm
    .insert(workspaceDrawings)
    .values({ userId, instrumentId, ...values })
    .onConflictDoUpdate({ target: [workspaceDrawings.userId, workspaceDrawings.instrumentId], set: values });
}

async function countElsewhere(orm: Orm, userId: string, instrumentId: number): Promise<number> {
  const rows = await orm.select().from(workspaceDrawings).where(eq(workspaceDrawings.userId, userId));
  return rows
    .filter((row) => row.instrumentId !== instrumentId)
    .reduce((sum, { items }) => sum + (items as readonly unknown[]).length, 0);
}

/** Rules on lines of these drawings get the line as it is now; those whose line is no more end. */
async function followLines(
  orm: Orm,
  userId: string,
  instrumentId: number,
  drawings: readonly Drawing[],
  nowMs: number,
) {
  const instrument = instrumentById(instrumentId);
  const rows = await orm
    .select()
    .from(alertRules)
    .where(and(eq(alertRules.userId, userId), sql`${alertRules.condition} ->> 'kind' = 'price_line'`));
  const ended: string[] = [];
  let moved = 0;
  for (const row of rows) {
    const condition = row.condition as AlertRule['condition'];
    if (condition.kind !== 'price_line' || (row.instrumentIds as number[])[0] !== instrumentId) continue;
    const drawn = drawings.find(({ id }) => id === condition.drawingId);
    const line =
      drawn === undefined || instrument === undefined ? null : alertLineOf(instrument, drawn, condition.part);
    if (line === null) ended.push(row.id);
    else if (JSON.stringify(line) !== JSON.stringify(condition.line)) {
      moved += 1;
      await orm
        .update(alertRules)
        .set({
          condition: { ...condition, line },
          updatedAtMs: sql`greatest(updated_at_ms + 1, ${epochMs(nowMs)}::bigint)`,
        })
        .where(eq(alertRules.id, row.id));
    }
  }
  if (ended.length > 0) await orm.delete(alertRules).where(inArray(alertRules.id, ended));
  return { movedRules: moved, endedRules: ended.length };
}

export function createDrawingStore(orm: Orm): DrawingStore {
  return {
    get: async (userId, instrumentId) => rowOf(await read(orm, userId, instrumentId)),

    save(userId, instrumentId, change, nowMs) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const before = await read(tx, userId, instrumentId);
        const { after, kept } = changed(before, change);
        const isMore = after.items.length > before.items.length;
        const isFull =
          after.items.length > MAX_DRAWINGS ||
          after.items.length + (await countElsewhere(tx, userId, instrumentId)) > MAX_DRAWINGS_OF_USER;
        if (isMore && isFull) return undefined;
        await write(tx, userId, instrumentId, after, nowMs);
        const row = rowOf(after);
        const rules = await followLines(tx, userId, instrumentId, row.drawings, nowMs);
        return { row, kept, ...rules };
      });
    },

    clear(userId, instrumentId, nowMs) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const { version } = await read(tx, userId, instrumentId);
        await write(tx, userId, instrumentId, { version: version + 1, items: [] }, nowMs);
        return (await followLines(tx, userId, instrumentId, [], nowMs)).endedRules;
      });
    },
  };
}
