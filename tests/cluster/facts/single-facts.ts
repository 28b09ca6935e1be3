/** Last of all: what a disturbed cluster stored is what an undisturbed single process stored of the same feed. */

import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { expect, test } from 'vitest';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import type { SingleProcess } from '#tests/cluster/faults/single-process.ts';
import { until } from '#tests/cluster/watched-market.ts';
import { unalerted } from './market-facts.ts';

const MINUTE_MS = 60_000;
/** Everything of before is stored by both, and has its alert. */
const SETTLED_MS = 15_000;

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Minutes of ES; several runs may have stored one. */
function barsOf({ orm }: Database, { fromMs, toMs }: Span) {
  return rowsOf<{ start: string; bar: string }>(
    orm,
    sql`SELECT DISTINCT start_ms::text AS start,
          concat_ws(' ', contract, open_ticks, high_ticks, low_ticks, close_ticks, volume, trades) AS bar
        FROM bars WHERE instrument_id = 1 AND start_ms >= ${fromMs} AND start_ms < ${toMs} ORDER BY 1, 2`,
  );
}

/** Icebergs and stop runs of ES that are facts: they follow from the rows of their moment alone. */
function eventsOf({ orm }: Database, { fromMs, toMs }: Span) {
  return rowsOf<{ event: string }>(
    orm,
    sql`SELECT concat_ws(' ', type, detected_ms, body ->> 'side', body ->> 'priceTicks') AS event
        FROM flow_events
        WHERE instrument_id = 1 AND (body ->> 'exact')::boolean AND body ->> 'isWithdrawn' IS NULL
          AND detected_ms >= ${fromMs} AND detected_ms < ${toMs} ORDER BY 1`,
  );
}

export function singleFacts(worldOf: () => ClusterWorld & { readonly single: SingleProcess }): void {
  test('bars, events and alerts are those of a single process on the same feed', async () => {
    const world = worldOf();
    const { cluster, single, startedMs } = world;
    const fromMs = Math.ceil(startedMs / MINUTE_MS) * MINUTE_MS;
    const toMs = Math.floor((Date.now() - SETTLED_MS) / MINUTE_MS) * MINUTE_MS;
    const span = { fromMs, toMs };
    const bars = await barsOf(single.database, span);
    expect(bars.length).toBe((toMs - fromMs) / MINUTE_MS);
    expect(await barsOf(cluster.database, span)).toEqual(bars);
    const events = await eventsOf(single.database, span);
    expect(events.length).toBeGreaterThan(0);
    expect(await eventsOf(cluster.database, span)).toEqual(events);
    const { icebergs } = await unalerted(world, fromMs, toMs);
    await until(
      'an alert of each event',
      async () => (await unalerted(world, fromMs, toMs)).faults.length === 0,
    );
    process.stdout.write(
      `  the same as in a single process: ${bars.length} bars, ${events.length} events, ${icebergs} with an alert\n`,
    );
  });
}
