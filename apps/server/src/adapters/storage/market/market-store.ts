/** Market data that survives restarts: bars, signals, top of book and frames. Batches go in by unnest, one statement each. */
import { type Bar, type ContractBar, epochMs, isLaterContract } from '@undertow/market';
import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import {
  DEFAULT_RETENTION,
  marketRules,
  type Retention,
  removeOld,
} from '#adapters/storage/operations/retention.ts';
import { column } from '#adapters/storage/tables/batch-column.ts';
import { bars, feedRuns, frames } from '#adapters/storage/tables/tables.ts';
import type { MarketStore } from '#ports/market-store.ts';
import { fencedWrites } from './fenced-writes.ts';
import { gapMethods } from './gap-store.ts';
import { type RunNumberOf, RunNumbers } from './run-numbers.ts';
import { secondMethods } from './second-store.ts';
import { signalMethods } from './signal-store.ts';

const BAR_FIELDS = {
  contract: bars.contract,
  startMs: bars.startMs,
  openTicks: bars.openTicks,
  highTicks: bars.highTicks,
  lowTicks: bars.lowTicks,
  closeTicks: bars.closeTicks,
  volume: bars.volume,
  buyVolume: bars.buyVolume,
  sellVolume: bars.sellVolume,
  trades: bars.trades,
  vwapTicks: bars.vwapTicks,
};

/**
 * Runs whose prices continue each other: every run of a live or simulated venue (the simulated one resumes from its last
 * close); of a replay the newest run only, because two recordings are two histories.
 */
async function runsOf(orm: Orm, source: string): Promise<readonly number[]> {
  const rows = await orm
    .select({ id: feedRuns.id })
    .from(feedRuns)
    .where(eq(feedRuns.source, source))
    .orderBy(desc(feedRuns.id));
  return rows.slice(0, source === 'replay' ? 1 : rows.length).map((row) => row.id);
}

interface BarOwner {
  readonly instrumentId: number;
  readonly runId: number;
  readonly contract: string;
}

async function insertBars(orm: Orm, { instrumentId, runId, contract }: BarOwner, rows: readonly Bar[]) {
  // One statement may not touch a row twice: of two bars with one start the later counts
  const batch = [...new Map(rows.map((bar) => [bar.startMs, bar])).values()];
  const of = (pick: (bar: Bar) => number | null, type: string) => column(batch.map(pick), type);
  await orm.execute(sql`
    INSERT INTO bars (instrument_id, run_id, contract, start_ms, open_ticks, high_ticks, low_ticks, close_ticks,
      volume, buy_volume, sell_volume, trades, vwap_ticks)
    SELECT ${instrumentId}::int, ${runId}::int, ${contract}::text, * FROM unnest(
      ${of((bar) => bar.startMs, 'bigint')}, ${of((bar) => bar.openTicks, 'int')},
      ${of((bar) => bar.highTicks, 'int')}, ${of((bar) => bar.lowTicks, 'int')},
      ${of((bar) => bar.closeTicks, 'int')}, ${of((bar) => bar.volume, 'bigint')},
      ${of((bar) => bar.buyVolume, 'bigint')}, ${of((bar) => bar.sellVolume, 'bigint')},
      ${of((bar) => bar.trades, 'int')}, ${of((bar) => bar.vwapTicks, 'float8')})
    ON CONFLICT (instrument_id, start_ms, run_id, contract) DO UPDATE SET
      open_ticks = excluded.open_ticks, high_ticks = excluded.high_ticks, low_ticks = excluded.low_ticks,
      close_ticks = excluded.close_ticks, volume = excluded.volume, buy_volume = excluded.buy_volume,
      sell_volume = excluded.sell_volume, trades = excluded.trades, vwap_ticks = excluded.vwap_ticks`);
}

type BarOfRun = ContractBar & { readonly runId: number };

/** These make their market themselves: what a later run made of a minute replaces what an earlier one did. */
const OWN_MARKETS: ReadonlySet<string> = new Set(['simulated', 'replay']);

/**
 * The run of each minute of a venue whose rows have most of it. Not the newest one: of two processes the older may finish
 * a minute that the newer began.
 */
function wholestRuns(rows: readonly BarOfRun[]): ReadonlyMap<number, number> {
  const volumes = new Map<string, number>();
  const best = new Map<number, { readonly runId: number; readonly volume: number }>();
  for (const { startMs, runId, volume } of rows) {
    const sum = (volumes.get(`${startMs}/${runId}`) ?? 0) + volume;
    volumes.set(`${startMs}/${runId}`, sum);
    if (sum > (best.get(startMs)?.volume ?? -1)) best.set(startMs, { runId, volume: sum });
  }
  return new Map([...best].map(([startMs, { runId }]) => [startMs, runId]));
}

/**
 * Of rows in the order of their start, the newest run first, those of one run of each minute. At a roll within a minute
 * these are two, the earlier contract first.
 */
function ofOneRunEach(rows: readonly BarOfRun[], source: string): ContractBar[] {
  const wholest = OWN_MARKETS.has(source) ? null : wholestRuns(rows);
  const kept: ContractBar[] = [];
  let runId = 0;
  for (const { runId: ownRun, ...bar } of rows) {
    const last = kept.at(-1);
    if (last?.startMs !== bar.startMs) runId = wholest?.get(bar.startMs) ?? ownRun;
    if (ownRun !== runId) continue;
    if (last?.startMs === bar.startMs && isLaterContract(last.contract, bar.contract))
      kept.splice(-1, 0, bar);
    else kept.push(bar);
  }
  return kept;
}

type BarMethods = Pick<MarketStore, 'saveBars' | 'listBars' | 'lastBar'>;

function barMethods(orm: Orm, runNumber: RunNumberOf): BarMethods {
  return {
    async saveBars({ instrumentId, source, run, contract }, rows) {
      if (rows.length === 0) return;
      await insertBars(orm, { instrumentId, contract, runId: await runNumber(source, run) }, rows);
    },

    async listBars(instrumentId, source, fromMs, toMs) {
      const runIds = await runsOf(orm, source);
      if (runIds.length === 0) return [];
      const range = and(gte(bars.startMs, epochMs(fromMs)), lt(bars.startMs, epochMs(toMs)));
      const rows = await orm
        .select({ ...BAR_FIELDS, runId: bars.runId })
        .from(bars)
        .where(and(eq(bars.instrumentId, instrumentId), inArray(bars.runId, [...runIds]), range))
        .orderBy(asc(bars.startMs), desc(bars.runId));
      return ofOneRunEach(rows, source);
    },

    async lastBar(instrumentId, source) {
      const rows = await orm
        .select({ ...BAR_FIELDS, run: feedRuns.run })
        .from(bars)
        .innerJoin(feedRuns, eq(feedRuns.id, bars.runId))
        .where(and(eq(bars.instrumentId, instrumentId), eq(feedRuns.source, source)))
        .orderBy(desc(bars.startMs), desc(bars.runId))
        .limit(2);
      const [first, second] = rows;
      if (first === undefined) return undefined;
      const isRoll = second?.startMs === first.startMs && second.run === first.run;
      const { run, ...bar } = isRoll && isLaterContract(second.contract, first.contract) ? second : first;
      return { run, bar };
    },
  };
}

type StreamMethods = Pick<MarketStore, 'saveFrames' | 'listFrames' | 'prune'>;

function streamMethods(orm: Orm, runNumber: RunNumberOf, retention: Retention): StreamMethods {
  return {
    async saveFrames({ instrumentId, source, run }, rows) {
      if (rows.length === 0) return;
      const runId = await runNumber(source, run);
      await orm
        .insert(frames)
        .values(rows.map(({ asOfMs, frame }) => ({ instrumentId, runId, asOfMs: epochMs(asOfMs), frame })));
    },

    async listFrames(instrumentId, source, fromMs) {
      return orm
        .select({ run: feedRuns.run, asOfMs: frames.asOfMs, frame: frames.frame })
        .from(frames)
        .innerJoin(feedRuns, eq(feedRuns.id, frames.runId))
        .where(
          and(
            eq(frames.instrumentId, instrumentId),
            eq(feedRuns.source, source),
            gte(frames.asOfMs, epochMs(fromMs)),
          ),
        )
        .orderBy(asc(frames.asOfMs), asc(frames.id));
    },

    async prune(nowMs) {
      for (const rule of marketRules(retention, nowMs)) await removeOld(orm, rule);
    },
  };
}

function methodsOver(orm: Orm, runNumber: RunNumberOf, retention: Retention) {
  return {
    ...barMethods(orm, runNumber),
    ...signalMethods(orm, runNumber),
    ...gapMethods(orm, runNumber),
    ...secondMethods(orm, runNumber),
    ...streamMethods(orm, runNumber, retention),
  };
}

export function createMarketStore(orm: Orm, retention: Retention = DEFAULT_RETENTION): MarketStore {
  const runs = new RunNumbers(orm);
  return {
    ...methodsOver(orm, (source, run) => runs.of(source, run), retention),
    fenced: (fence) =>
      fencedWrites(orm, fence, runs, (tx, runNumber) => methodsOver(tx, runNumber, retention)),
  };
}
