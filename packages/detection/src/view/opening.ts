/** The minutes after an open, in which nothing of what was usual before it means anything. */
import { MINUTE_MS } from '@undertow/market';
import type { MarketView } from './market-view.ts';

const SETTLING_MS = 10 * MINUTE_MS;
const DAY_MINUTES = 24 * 60;
/** The trading day opens at 17:00 in Chicago. */
const DAY_OPEN_MINUTE = 17 * 60;

/** Whether the trading day or its regular hours opened less than ten minutes ago. */
export function isOpening({
  instrument,
  sinceOpenMs,
}: Pick<MarketView, 'instrument' | 'sinceOpenMs'>): boolean {
  const regular = (instrument.rthOpenMinute - DAY_OPEN_MINUTE + DAY_MINUTES) % DAY_MINUTES;
  const sinceRegularMs = sinceOpenMs - regular * MINUTE_MS;
  return isWithin(sinceOpenMs) || isWithin(sinceRegularMs);
}

const isWithin = (sinceMs: number): boolean => sinceMs >= 0 && sinceMs < SETTLING_MS;
