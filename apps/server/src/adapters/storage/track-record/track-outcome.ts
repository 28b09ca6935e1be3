/** What the track record holds of one signal, up to an instant. */

import type { RaisedRow, SettledRow } from '@undertow/detection';
import { epochMs } from '@undertow/market';
import { and, eq, lt } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { trackRecord } from '#adapters/storage/tables/tables.ts';
import type { TrackStore } from '#ports/track-store.ts';

/** Rows were written by us and are chained by hashes: they are read as they went in. */
export async function findOutcome(
  orm: Orm,
  signalId: string,
  toMs: number,
): Promise<Awaited<ReturnType<TrackStore['outcomeOf']>>> {
  const rows = await orm
    .select({ kind: trackRecord.kind, body: trackRecord.body })
    .from(trackRecord)
    .where(and(eq(trackRecord.signalId, signalId), lt(trackRecord.atMs, epochMs(toMs + 1))));
  const bodyOf = (kind: string): unknown => {
    const row = rows.find((one) => one.kind === kind);
    return row === undefined ? null : JSON.parse(row.body);
  };
  const raised = bodyOf('raised') as RaisedRow | null;
  return raised === null ? null : { raised, settled: bodyOf('settled') as SettledRow | null };
}
