/** Last of all: every price that a viewer was shown through kills and outages, and every bar, is the exchange's own. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Person } from '#tests/cluster/cluster-person.ts';
import type { ClusterWorld } from '#tests/cluster/cluster-world.ts';
import type { ExchangeBar } from '#tests/cluster/started-cluster.ts';
import { until, wrongPrices } from '#tests/cluster/watched-market.ts';

const MINUTE_MS = 60_000;
/** The exchange has a minute once it is over. */
const LATE_MS = 2_000;
const SETTLED_WITHIN_MS = 20_000;
const BARS = '/api/market-data?instrumentId=1&timeframe=1m&limit=500';

interface Row {
  readonly timestamp: string;
  readonly close: string;
  readonly volume: number;
}

export function priceFacts(worldOf: () => ClusterWorld): void {
  test('no viewer was shown a price that the exchange did not have, and no minute is missing or other than its own', async () => {
    const { cluster, pro, seen, startedMs, heldBack } = worldOf();
    const firstMs = Math.floor(startedMs / MINUTE_MS) * MINUTE_MS;
    let lastMs = Math.floor((Date.now() - LATE_MS) / MINUTE_MS) * MINUTE_MS;
    const isJudged = (): boolean =>
      Array.from({ length: (lastMs - firstMs) / MINUTE_MS }, (_, n) => firstMs + n * MINUTE_MS).some(
        (startMs) => !heldBack.has(startMs),
      );
    for (; !isJudged(); lastMs += MINUTE_MS) await wait(MINUTE_MS);
    let last: { truth: ReadonlyMap<number, ExchangeBar>; faults: readonly string[] } = {
      truth: new Map(),
      faults: [],
    };
    // A busy machine makes the exchange's minutes late, and what is shown of them
    const { truth, faults } = await until(
      'the bars of the exchange',
      async () => {
        const all = await cluster.exchangeBars(firstMs, lastMs);
        const bars = new Map([...all].filter(([startMs]) => !heldBack.has(startMs)));
        const shown = await Promise.all(cluster.webs.map((web) => faultsOf(pro, web, bars)));
        last = { truth: bars, faults: shown.flat() };
        return bars.size > 0 && last.faults.length === 0 ? last : null;
      },
      SETTLED_WITHIN_MS,
    ).catch(() => last);
    expect(truth.size).toBeGreaterThan(0);
    expect(faults).toEqual([]);
    expect(seen.flatMap((watch) => wrongPrices(watch, truth))).toEqual([]);
  });
}

/** Minutes of a web process that are missing or other than the exchange's. */
async function faultsOf(
  person: Person,
  web: string,
  truth: ReadonlyMap<number, ExchangeBar>,
): Promise<readonly string[]> {
  const { body } = await person.get(web, BARS);
  const shown = new Map((body as Row[]).map((row) => [Date.parse(row.timestamp), row]));
  return [...truth].flatMap(([startMs, { close, volume }]) => {
    const row = shown.get(startMs);
    if (row !== undefined && Number(row.close) === close && row.volume === volume) return [];
    return [`${web} ${new Date(startMs).toISOString()}: ${JSON.stringify(row)}, not ${close} ${volume}`];
  });
}
