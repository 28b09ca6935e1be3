/** The writes of an owner of an instrument: each in a transaction that refuses it once a later owner wrote. */
import { withFence } from '#adapters/storage/cluster/fence.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import type { MarketWrites } from '#ports/market-store.ts';
import type { Fence } from '#ports/ownership/fence.ts';
import type { RunNumberOf, RunNumbers } from './run-numbers.ts';

/** `over` makes the writes of a transaction. */
export function fencedWrites(
  orm: Orm,
  fence: Fence,
  runs: RunNumbers,
  over: (tx: Orm, runNumber: RunNumberOf) => MarketWrites,
): MarketWrites {
  const behind = (write: (writes: MarketWrites) => Promise<void>): Promise<void> =>
    runs.within((numbersOf) => withFence(orm, fence, (tx) => write(over(tx, numbersOf(tx)))));
  return {
    saveBars: (...given) => behind((writes) => writes.saveBars(...given)),
    saveEvents: (...given) => behind((writes) => writes.saveEvents(...given)),
    savePatterns: (...given) => behind((writes) => writes.savePatterns(...given)),
    saveTopOfBook: (...given) => behind((writes) => writes.saveTopOfBook(...given)),
    saveEventWindow: (...given) => behind((writes) => writes.saveEventWindow(...given)),
    saveFrames: (...given) => behind((writes) => writes.saveFrames(...given)),
    saveGaps: (...given) => behind((writes) => writes.saveGaps(...given)),
  };
}
