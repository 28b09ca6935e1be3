/** What a formed trap is judged by: existence against labels, follow-through against its own outcome. */
import { MINUTE_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import type { MarketView } from '#view/market-view.ts';
import type { TrapEpisode } from './trap-zone-episode.ts';

/** It separates what followed from what did not, but traps from others no better than chance. */
const FOLLOW_ONLY = 'log trapped contracts over ten levels of depth';

const FEATURES: readonly string[] = [
  'log delta beyond the level over its 90 % quantile',
  FOLLOW_ONLY,
  'log overshoot over the range of ten minutes',
  'share of small clips',
  'one-sidedness beyond the level',
  'speed of the return',
  'log rate of volume beyond the level over the usual',
  'log stops of the break in usual trades',
  'log stops of the return in usual trades',
  'mean entry under water',
  'volume of the return over the trapped',
  'time spent after the extreme',
  'log age of the level in minutes',
  'late entry',
  'log trapped contracts a tick over a level of depth',
];

const FOLLOW_ONLY_AT = FEATURES.indexOf(FOLLOW_ONLY);

export const TRAP_ZONE_MODEL: ModelSpec = {
  name: 'trap_zone',
  version: 4,
  features: FEATURES.toSpliced(FOLLOW_ONLY_AT, 1),
  truth: { from: 'labels', type: 'trap', sub: null },
};

export const TRAP_FOLLOW_MODEL: ModelSpec = {
  name: 'trap_follow',
  version: 3,
  features: FEATURES,
  truth: { from: 'outcome' },
};

const LIMIT = 5;

/** Writes the features of follow-through to `out`. */
export function trapFeatures(trap: TrapEpisode, view: MarketView, out: Float64Array): Float64Array {
  const passive = trap.side === SIDE_BID ? SIDE_ASK : SIDE_BID;
  const trapped = Math.max(1, trap.trapped);
  const atr = Math.max(1, view.atr10Ticks);
  const returned = trap.insideTicks(view.lastTicks) + trap.overshootTicks;
  const returnSeconds = Math.max(0.1, (view.timeMs - trap.extremeMs) / 1000);
  const clip = Math.max(1, view.medianTradeSize);
  const overshoot = Math.max(1, trap.overshootTicks);
  const seconds = Math.max(0.1, (trap.formedMs - trap.startMs) / 1000);
  out[0] = Math.log(Math.max(0.05, trap.delta / trap.neededDelta));
  out[1] = Math.log(trapped / Math.max(1, view.medianDepth(passive, 10)));
  out[2] = Math.log(overshoot / atr);
  out[3] = trap.clips === 0 ? 0 : trap.small / trap.clips;
  out[4] = trap.delta / (trapped + trap.opposed);
  out[5] = Math.log(1 + Math.max(0, returned) / (view.sigma1Ticks * Math.sqrt(returnSeconds)));
  out[6] = Math.log((trapped + trap.opposed) / (1 + seconds * trap.usualRate));
  out[7] = Math.log1p(trap.stops / clip);
  out[8] = Math.log1p(trap.returnStops / clip);
  out[9] = ((trap.meanEntryTicks - view.lastTicks) * trap.sign) / atr;
  out[10] = Math.log((trap.returnVolume + 1) / trapped);
  out[11] = (trap.formedMs - trap.extremeMs) / 1000 / seconds;
  out[12] = Math.log1p(Math.max(0, trap.startMs - trap.levelBornMs) / MINUTE_MS);
  out[13] = ((trap.meanEntryTicks - trap.levelTicks) * trap.sign) / overshoot;
  out[14] = Math.log(trapped / (overshoot * Math.max(1, view.medianDepth(passive, 10) / 10)));
  for (let at = 0; at < out.length; at += 1) {
    const value = out[at]!;
    out[at] = Number.isFinite(value) ? Math.max(-LIMIT, Math.min(LIMIT, value)) : 0;
  }
  return out;
}

/** Writes those of existence to `out`, from the features of follow-through. */
export function existenceFeatures(follow: Float64Array, out: Float64Array): Float64Array {
  out.set(follow.subarray(0, FOLLOW_ONLY_AT));
  out.set(follow.subarray(FOLLOW_ONLY_AT + 1), FOLLOW_ONLY_AT);
  return out;
}
