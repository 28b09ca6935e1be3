/** Stored bars of five minutes in ticks: what profiles of earlier sessions are made of. */
import { getMarketData, type MarketDataBar } from '@undertow/contracts';
import { type Bar, type Instrument, parsePriceTicks } from '@undertow/market';
import { call } from '#api/client/call.ts';

/** Of a bar that is over or forming; its VWAP is left out. */
export function storedBar(instrument: Instrument, bar: MarketDataBar): Bar {
  const ticks = (price: string): number => parsePriceTicks(instrument, price);
  return {
    startMs: Date.parse(bar.timestamp),
    openTicks: ticks(bar.open),
    highTicks: ticks(bar.high),
    lowTicks: ticks(bar.low),
    closeTicks: ticks(bar.close),
    volume: bar.volume,
    buyVolume: bar.buyVolume,
    sellVolume: bar.sellVolume,
    trades: bar.trades,
    vwapTicks: null,
  };
}

/**
 * At most a hundred, oldest first, of the contract that the newest one belongs to; that start before `endMs`, milliseconds since
 * 1970 UTC, or the newest where it is null. Throws `ApiError` for a refusal.
 */
export async function fetchStoredBars(
  instrument: Instrument,
  contract: string,
  endMs: number | null,
  signal: AbortSignal,
): Promise<Bar[]> {
  const end = endMs === null ? {} : { end: new Date(endMs).toISOString() };
  const query = { instrumentId: instrument.id, timeframe: '5m' as const, limit: 100, ...end };
  const bars = await call(getMarketData, { query, signal });
  return bars.filter((bar) => bar.contract === contract).map((bar) => storedBar(instrument, bar));
}
