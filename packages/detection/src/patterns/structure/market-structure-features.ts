/** Evidence that a break of structure continues, as numbers without a unit. */
import { MINUTE_MS } from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import type { MarketView } from '#view/market-view.ts';

export const STRUCTURE_FOLLOW: ModelSpec = {
  name: 'structure_follow',
  version: 2,
  features: [
    'close beyond the swing',
    'way to the target',
    'age of the swing',
    'length of the leg',
    'signed volume of a minute',
    'imbalance of five levels',
    'agreement of swings',
  ],
  truth: { from: 'outcome' },
};

const MAX_DEVIATIONS = 6;
/** The odds of a walk without drift depend on where its two ends are: in ATR of ten minutes. */
const MIN_ATR_TICKS = 1;

export interface BreakFacts {
  readonly direction: number;
  /** Number of the swing that was broken. */
  readonly swing: number;
  readonly closeTicks: number;
  /** Ticks from the close to the target. */
  readonly reach: number;
}

export function structureFeatures(view: MarketView, facts: BreakFacts, timeMs: number): number[] {
  const { direction, swing, closeTicks, reach } = facts;
  const { swings, flow } = view;
  const atr = Math.max(MIN_ATR_TICKS, view.atr10Ticks);
  const beyond = (closeTicks - swings.priceTicksOf(swing)) * direction;
  // The leg began at the swing after the broken one, where there is one.
  const from = Math.min(swings.count - 1, swing + 1);
  const leg = (closeTicks - swings.priceTicksOf(from)) * direction;
  const volume = flow.volume(MINUTE_MS);
  return [
    beyond / atr,
    reach / Math.max(1, beyond + reach),
    Math.log1p((timeMs - swings.timeMsOf(swing)) / MINUTE_MS),
    leg / atr,
    volume === 0 ? 0 : (direction * flow.signedVolume(MINUTE_MS)) / volume,
    direction * flow.imbalance(5),
    direction * agreement(view),
  ].map(known);
}

/** Share of the last four swings that are higher than the one of their kind before, from -1 to 1. */
function agreement({ swings }: MarketView): number {
  let sum = 0;
  let counted = 0;
  for (let number = swings.count - 1; number >= swings.firstNumber + 2 && counted < 4; number -= 1) {
    sum += Math.sign(swings.priceTicksOf(number) - swings.priceTicksOf(number - 2));
    counted += 1;
  }
  return counted === 0 ? 0 : sum / counted;
}

/** Unknown values are neutral; all numbers are bounded. */
function known(value: number): number {
  return Number.isFinite(value) ? Math.min(MAX_DEVIATIONS, Math.max(-MAX_DEVIATIONS, value)) : 0;
}
