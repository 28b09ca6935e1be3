/** The feed of a platform without market data: it carries no instrument, and says so. */
import type { EpochMs } from '@undertow/market';
import type { Feed } from './feed.ts';

/** Its present is the given clock's. Opening an instrument throws RangeError: there is none to open. */
export function openNoMarket(nowMs: () => EpochMs): Feed {
  const refuse = (instrumentId: number): never => {
    throw new RangeError(`no market data: instrument ${instrumentId} cannot be opened`);
  };
  return {
    source: 'none',
    tier: 'L1T',
    run: 'none',
    instrumentIds: [],
    replaySpeed: null,
    contractOf: refuse,
    nowMs,
    open: refuse,
    close: async () => undefined,
  };
}
