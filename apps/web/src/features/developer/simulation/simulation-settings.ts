/**
 * Constants of the developer pages: specification, section 9. Base prices and tick sizes are in the catalogue of
 * instruments.
 */
import { type Instrument, instrumentBySymbol, MINUTE_MS } from '@undertow/market';

/** The five instruments that the developer pages simulate. */
export const SIMULATED_INSTRUMENTS: readonly Instrument[] = ['ES', 'NQ', 'YM', 'CL', 'GC'].flatMap(
  (symbol) => instrumentBySymbol(symbol) ?? [],
);

/** Milliseconds between two updates of the live data test. */
export const LIVE_INTERVALS_MS = [250, 500, 1000, 2000] as const;
export const DEFAULT_LIVE_INTERVAL_MS = 1000;

/** Of the chart test. */
export const CHART_INTERVAL_MS = { least: 50, most: 2000, step: 50, first: 200 } as const;

export const MAX_TICKS = 100;
export const MAX_LIVE_EVENTS = 50;
export const MAX_CHART_EVENTS = 8;
export const MAX_SOCKET_EVENTS = 10;
/** Rows of the two lists of the live data test. */
export const LISTED = 10;
/** Levels of each side of the book. */
export const BOOK_LEVELS = 5;

/** Same seed and start, same market: after Reset the same one comes again. */
export const SIMULATION_SEED = 7;
/** The instant at which every simulated market begins: Monday 2 November 2026, 08:30 in Chicago. */
export const SIMULATION_START_MS = Date.UTC(2026, 10, 2, 14, 30);
/** Market time that one update advances the market by: a tick is the bar of one whole minute. */
export const UPDATE_MARKET_MS = MINUTE_MS;
