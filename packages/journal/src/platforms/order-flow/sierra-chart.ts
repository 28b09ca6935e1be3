/** Sierra Chart: fills of the trade activity log, and its Trades tab. */
import { readerOfLayouts } from '#platforms/reader/platform-layout.ts';
import { SIERRA_FILLS } from './sierra-chart-fills.ts';
import { SIERRA_TRADES } from './sierra-chart-trades.ts';

export const sierraChart = readerOfLayouts('sierra-chart', [SIERRA_FILLS, SIERRA_TRADES]);
