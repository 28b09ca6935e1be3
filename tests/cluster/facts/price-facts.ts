/** Last of all: every price that a viewer was shown through kills and outages, and every bar, is the exchange's own. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import { wrongPrices } from '#tests/cluster/watched-market.ts';

const MINUTE_MS = 60_000;
/** The exchange has a minute once it is over. */
const LATE_MS = 2_000;
const BARS = '/api/market-data?instrumentId=1&timeframe=1m&limit=500';

interface Row {
  readonly timestamp: string;
  readonly complete: boolean;
  readonly close: string;
  readonly volume: number;
}

export function priceFacts(worldOf: () => ClusterWorld): void {
  test('no viewer was shown a price that the exchange did not have, and no minute is missing or other than its own', async () => {
    const { cluster, pro, seen, startedMs } = worldOf();
    const firstMs = Math.floor(startedMs / MINUTE_MS) * MINUTE_MS;
    const endMs = Math.floor((Date.now() - LATE_MS) / MINUTE_MS) * MINUTE_MS;
    if (endMs === firstMs) await wait(MINUTE_MS);
    const truth = await cluster.exchangeBars(firstMs, Math.max(endMs, firstMs + MINUTE_MS));
    expect(truth.size).toBeGreaterThan(0);
    expect(seen.flatMap((watch) => wrongPrices(watch, truth))).toEqual([]);
    for (const web of cluster.webs) {
      const { body } = await pro.get(web, BARS);
      const shown = new Map((body as Row[]).map((row) => [Date.parse(row.timestamp), row]));
      for (const [startMs, { close, volume }] of truth) {
        const row = shown.get(startMs);
        const at = new Date(startMs).toISOString();
        expect([web, at, row && Number(row.close), row?.volume]).toEqual([web, at, close, volume]);
      }
    }
  });
}
