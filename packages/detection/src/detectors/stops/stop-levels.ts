/** Reference levels that stops rest beyond: levels of the day, swings, round numbers. Reference: detection, section 8. */
import { SIDE_BID } from '@undertow/market';
import type { DayLevels } from '#facts/view-facts.ts';
import type { MarketView } from '#view/market-view.ts';

const SWINGS = 3;
/** A stop zone reaches this far beyond its level. */
const MIN_ZONE_TICKS = 8;
const ZONE_ATR = 0.25;
/** Round numbers as multiples of ticks, the roundest first. */
const ROUND_TICKS = [100, 50, 25, 10, 5] as const;

export interface ReferenceLevel {
  readonly kind: string;
  readonly priceTicks: number;
  /** When the level was made; null for round numbers and levels of the day. */
  readonly sinceMs: number | null;
  /** Multiple of ticks that makes a round number; null for other levels. */
  readonly roundTicks: number | null;
}

const DAY_LEVELS: readonly (readonly [keyof DayLevels, string])[] = [
  ['priorHighTicks', 'prior day high'],
  ['priorLowTicks', 'prior day low'],
  ['priorSettlementTicks', 'prior settlement'],
  ['dayHighTicks', 'day high'],
  ['dayLowTicks', 'day low'],
  ['overnightHighTicks', 'overnight high'],
  ['overnightLowTicks', 'overnight low'],
  ['openingRangeHighTicks', 'opening range high'],
  ['openingRangeLowTicks', 'opening range low'],
];

/**
 * The level that stops of a side breached: between the last price before the run and the first elected stop, at most a
 * stop zone behind that stop. Levels that trade has made come first, the nearest of them; a round number only where
 * there is none, the roundest. Null where no level was breached.
 */
export function breachedLevel(
  view: MarketView,
  side: number,
  beforeTicks: number,
  stopTicks: number,
  startMs: number,
): ReferenceLevel | null {
  const up = side === SIDE_BID;
  const zone = Math.max(MIN_ZONE_TICKS, Math.round(ZONE_ATR * view.atr10Ticks));
  // Prices of stops lie beyond the level, so the level is at or before the stop and not behind where price came from.
  const near = up ? stopTicks : -stopTicks;
  const far = Math.max(up ? beforeTicks : -beforeTicks, near - zone);
  const inReach = (priceTicks: number): boolean => {
    const at = up ? priceTicks : -priceTicks;
    return at <= near && at >= far;
  };
  let best: ReferenceLevel | null = null;
  for (const level of madeLevels(view, up, startMs)) {
    const closer =
      best === null || Math.abs(level.priceTicks - stopTicks) < Math.abs(best.priceTicks - stopTicks);
    if (inReach(level.priceTicks) && closer) best = level;
  }
  return best ?? roundLevel(up, near, far);
}

function madeLevels(view: MarketView, up: boolean, startMs: number): ReferenceLevel[] {
  const levels: ReferenceLevel[] = [];
  const swings = up ? view.unbrokenHighs(SWINGS, startMs) : view.unbrokenLows(SWINGS, startMs);
  for (const { priceTicks, timeMs } of swings) {
    levels.push({ kind: up ? 'swing high' : 'swing low', priceTicks, sinceMs: timeMs, roundTicks: null });
  }
  const day = view.levels;
  for (const [key, kind] of DAY_LEVELS) {
    const priceTicks = day[key];
    if (priceTicks !== null) levels.push({ kind, priceTicks, sinceMs: null, roundTicks: null });
  }
  return levels;
}

function roundLevel(up: boolean, near: number, far: number): ReferenceLevel | null {
  for (const step of ROUND_TICKS) {
    const at = Math.floor(near / step) * step;
    if (at >= far) {
      return { kind: 'round number', priceTicks: up ? at : -at, sinceMs: null, roundTicks: step };
    }
  }
  return null;
}
